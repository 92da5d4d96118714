import type { CellBox } from '../CellBox.ts';
import type { CellGrid, FaceArrays } from '../CellGrid.ts';
import type { LiquidObstacles } from '../walls/LiquidObstacles.ts';
import { writeVelocity } from './moveParticles.ts';

/**
 * Takes from the velocity of faces within solids what leads deeper into them, against the motion of the solid: liquid is carried along walls and not into
 * them (Rasmussen et al. 2004, 4.2; Irving 2007, 5.4). Faces without velocity (`valid` 0), as are all outside of `box`, and those partly open keep theirs. `given` is written.
 */
export function slipAtSolids(
  grid: CellGrid,
  velocity: FaceArrays,
  valid: readonly Uint8Array[],
  obstacles: LiquidObstacles,
  given: FaceArrays,
  box: CellBox,
): void {
  const point = new Float64Array(3);
  const u = new Float64Array(3);
  const wall = new Float64Array(3);
  const { open, gradient } = obstacles;
  for (let axis = 0; axis < 3; axis++) box.copy(velocity[axis], given[axis]);
  for (const axis of [0, 1, 2] as const) {
    box.forEach((c, i, j, k) => {
      if (open[axis][c] > 0 || valid[axis][c] === 0) return;
      point[0] = grid.origin[0] + (i + (axis === 0 ? 0 : 0.5)) * grid.h;
      point[1] = grid.origin[1] + (j + (axis === 1 ? 0 : 0.5)) * grid.h;
      point[2] = grid.origin[2] + (k + (axis === 2 ? 0 : 0.5)) * grid.h;
      if (obstacles.distanceAt(point, 0) > 0) return;
      const square = gradient[0] * gradient[0] + gradient[1] * gradient[1] + gradient[2] * gradient[2];
      if (square === 0) return;
      writeVelocity(grid, given, point, 0, u);
      writeVelocity(grid, obstacles.velocity, point, 0, wall);
      let inwards = 0;
      for (let a = 0; a < 3; a++) inwards += (u[a] - wall[a]) * gradient[a];
      if (inwards < 0) velocity[axis][c] -= (inwards * gradient[axis]) / square;
    }, axis);
  }
}

import type { CellGrid, FaceArrays } from '../CellGrid.ts';
import { bilinear, gridPlace } from './ParticleTransfer.ts';

/** Moves particles by `dt`, s, in the velocity of the faces, by the midpoint rule. */
export function moveParticles(
  grid: CellGrid,
  velocity: FaceArrays,
  { positions, count }: { readonly positions: Float64Array; readonly count: number },
  dt: number,
): void {
  const middle = new Float64Array(3);
  const u = new Float64Array(3);
  for (let at = 0; at < 3 * count; at += 3) {
    writeVelocity(grid, velocity, positions, at, u);
    for (let axis = 0; axis < 3; axis++) middle[axis] = positions[at + axis] + (dt / 2) * u[axis];
    writeVelocity(grid, velocity, middle, 0, u);
    for (let axis = 0; axis < 3; axis++) positions[at + axis] += dt * u[axis];
  }
}

/** u = velocity at the point that stands at `at`, by trilinear interpolation, m/s. */
export function writeVelocity(
  grid: CellGrid,
  velocity: FaceArrays,
  points: Float64Array,
  at: number,
  u: Float64Array,
): void {
  const sy = grid.strides[1];
  const sz = grid.strides[2];
  for (let axis = 0; axis < 3; axis++) {
    const x = gridPlace(grid, points[at], 0, axis);
    const y = gridPlace(grid, points[at + 1], 1, axis);
    const z = gridPlace(grid, points[at + 2], 2, axis);
    const i = Math.floor(x);
    const j = Math.floor(y);
    const k = Math.floor(z);
    const c = i + j * sy + k * sz;
    const low = bilinear(velocity[axis], c, sy, sz, y - j, z - k);
    const high = bilinear(velocity[axis], c + 1, sy, sz, y - j, z - k);
    u[axis] = low + (x - i) * (high - low);
  }
}

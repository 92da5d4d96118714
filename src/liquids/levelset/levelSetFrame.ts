import { LEVEL_SET, levelSetCells, withValues } from '../../frames/makeStreams.ts';
import { CELL, DISTANCE, valuesOf, velocitiesOf, type Stream } from '../../frames/Stream.ts';
import { type CellGrid, type FaceArrays, faceArrays } from '../CellGrid.ts';
import type { StoredLevelSet } from '../transport/TransportScheme.ts';

/** Cells of air around the liquid that a frame stores: as far as its surface is interpolated. */
const KEPT = 3;

/** The cells of a level set that a frame keeps: those inside and around the surface. What is not among them is air. Distances to the surface in m, negative inside; velocities xyz, m/s. */
export function levelSetStream(entity: string, grid: CellGrid, { phi, velocity }: StoredLevelSet): Stream {
  const far = KEPT * grid.h;
  let count = 0;
  grid.forEach((c) => (count += phi[c] < far ? 1 : 0));
  const cells = new Uint32Array(count);
  const distances = new Float32Array(count);
  const velocities = new Float32Array(3 * count);
  let at = 0;
  let place = 0;
  grid.forEach((c) => {
    if (phi[c] < far) {
      cells[at] = place;
      distances[at] = phi[c];
      for (let axis = 0; axis < 3; axis++) {
        velocities[3 * at + axis] = (velocity[axis][c] + velocity[axis][c + grid.strides[axis]]) / 2;
      }
      at++;
    }
    place++;
  });
  const [cell, distance, motion] = levelSetCells;
  const attributes = [withValues(cell, cells), withValues(distance, distances), withValues(motion, velocities)];
  return { entity, name: LEVEL_SET, type: 'grid', topology: 'changing', attributes };
}

/** phi, m, at the centres of a grid, as a frame has it; far from the liquid as far as it knows. */
export function frameDistances(grid: CellGrid, levelSet: Stream): Float64Array {
  const distances = valuesOf(levelSet, DISTANCE, Float32Array);
  const phi = new Float64Array(grid.size).fill(KEPT * grid.h);
  forKept(grid, levelSet, (c, at) => (phi[c] = distances[at]));
  return phi;
}

/** Components of the velocity at the centres, m/s; 0 far from the liquid. */
export function frameVelocities(grid: CellGrid, levelSet: Stream): FaceArrays {
  const velocities = velocitiesOf(levelSet);
  const result = faceArrays(grid);
  forKept(grid, levelSet, (c, at) => {
    for (let axis = 0; axis < 3; axis++) result[axis][c] = velocities[3 * at + axis];
  });
  return result;
}

/** The state of the advection scheme of a level set as far as a frame has it: faces have the mean of the cells beside them, and there are no markers. */
export function transportOfFrame(grid: CellGrid, levelSet: Stream): [string, Float64Array | Float32Array][] {
  const middle = frameVelocities(grid, levelSet);
  const [u, v, w] = middle.map((values, axis) => {
    const faces = new Float64Array(grid.size);
    const stride = grid.strides[axis];
    grid.forEach((c) => {
      faces[c] += values[c] / 2;
      faces[c + stride] += values[c] / 2;
    });
    return faces;
  });
  return [
    ['u', u],
    ['v', v],
    ['w', w],
    ['surface/phi', frameDistances(grid, levelSet)],
    ['surface/markers/positions', new Float64Array(0)],
    ['surface/markers/radii', new Float32Array(0)],
    ['surface/markers/seeds', Float64Array.of(0)],
  ];
}

/** Calls `visit` with the index in the grid of each kept cell and its place among them. Cells that the grid does not have are left out. */
function forKept({ counts, strides }: CellGrid, levelSet: Stream, visit: (c: number, at: number) => void): void {
  const cells = valuesOf(levelSet, CELL, Uint32Array);
  const [nx, ny, nz] = counts;
  for (let at = 0; at < cells.length; at++) {
    const row = Math.floor(cells[at] / nx);
    const k = Math.floor(row / ny);
    if (k >= nz) return;
    visit(cells[at] - row * nx + 1 + (row - k * ny + 1) * strides[1] + (k + 1) * strides[2], at);
  }
}

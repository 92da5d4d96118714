import { CoreError } from '../../base/errors.ts';
import { checkCancelled, type JobContext } from '../../base/job.ts';

/** Signed distance to a surface in metres, negative inside. */
export type SignedDistance = (x: number, y: number, z: number) => number;

/** Axis-aligned box in metres. */
export interface Box {
  readonly min: readonly [number, number, number];
  readonly max: readonly [number, number, number];
}

/**
 * Signed distances at the vertices of the coarsest lattice: a cubic grid and the centres of its cells. Values within
 * `reach` of the surface are exact; farther ones are lower bounds of the magnitude with the right sign; `NaN` marks
 * vertices of blocks that are entirely farther than `reach` outside.
 */
export interface BaseGrid {
  readonly origin: readonly [number, number, number];
  /** Edge of a cell, metres. */
  readonly cell: number;
  /** Cells along x, y, z. */
  readonly counts: readonly [number, number, number];
  /** (nx+1)(ny+1)(nz+1) values, x fastest. */
  readonly corners: Float64Array;
  /** nx*ny*nz values, x fastest. */
  readonly centres: Float64Array;
}

/** Largest number of cells of the coarsest grid: 16 bytes each. */
const MAX_GRID_CELLS = 16e6;
/** Blocks of this many cells a side are classified by one query before their cells are sampled. */
const TOP_BLOCK = 16;

/**
 * Samples the coarsest lattice over a box grown by a margin of one cell and a half, which leaves room for the one-rings of
 * inside vertices. Blocks provably far from the surface cost one query.
 * Throws `limit-exceeded` when the grid would not fit the memory budget.
 */
export function sampleBaseGrid(
  box: Box,
  cell: number,
  reach: number,
  distance: SignedDistance,
  job: JobContext,
): BaseGrid {
  const margin = 1.5 * cell;
  const counts = [0, 1, 2].map((axis) => Math.ceil((box.max[axis] - box.min[axis] + 2 * margin) / cell));
  const [nx, ny, nz] = counts;
  if (!(nx * ny * nz <= MAX_GRID_CELLS)) {
    throw new CoreError('limit-exceeded', `the lattice would need ${(nx * ny * nz).toExponential(1)} cells`, {
      remedy: `Use a longer edge (limit ${MAX_GRID_CELLS.toExponential(0)} cells).`,
    });
  }
  const centre = (axis: number) => 0.5 * (box.min[axis] + box.max[axis]) - 0.5 * counts[axis] * cell;
  const grid: BaseGrid = {
    origin: [centre(0), centre(1), centre(2)],
    cell,
    counts: [nx, ny, nz],
    corners: new Float64Array((nx + 1) * (ny + 1) * (nz + 1)).fill(NaN),
    centres: new Float64Array(nx * ny * nz).fill(NaN),
  };
  for (let z = 0; z < nz; z += TOP_BLOCK) {
    for (let y = 0; y < ny; y += TOP_BLOCK) {
      checkCancelled(job);
      for (let x = 0; x < nx; x += TOP_BLOCK) sampleBlock(grid, x, y, z, TOP_BLOCK, reach, distance);
    }
  }
  return grid;
}

/** Classifies the block of `size`^3 cells at (x, y, z) by its centre; descends where the surface may be within reach. */
function sampleBlock(
  grid: BaseGrid,
  x: number,
  y: number,
  z: number,
  size: number,
  reach: number,
  distance: SignedDistance,
): void {
  const { origin, cell, counts } = grid;
  if (x >= counts[0] || y >= counts[1] || z >= counts[2]) return;
  if (size === 1) {
    sampleCell(grid, x, y, z, distance);
    return;
  }
  const half = 0.5 * size;
  const value = distance(origin[0] + (x + half) * cell, origin[1] + (y + half) * cell, origin[2] + (z + half) * cell);
  const clearance = Math.abs(value) - half * Math.sqrt(3) * cell;
  if (clearance > reach) {
    if (value < 0) fillInside(grid, x, y, z, size, -clearance);
    return;
  }
  for (let child = 0; child < 8; child++) {
    const dx = child & 1 ? half : 0;
    const dy = child & 2 ? half : 0;
    const dz = child & 4 ? half : 0;
    sampleBlock(grid, x + dx, y + dy, z + dz, half, reach, distance);
  }
}

function sampleCell(grid: BaseGrid, x: number, y: number, z: number, distance: SignedDistance): void {
  const { origin, cell, counts, corners, centres } = grid;
  const centre = x + counts[0] * (y + counts[1] * z);
  centres[centre] = distance(origin[0] + (x + 0.5) * cell, origin[1] + (y + 0.5) * cell, origin[2] + (z + 0.5) * cell);
  for (let corner = 0; corner < 8; corner++) {
    const cx = x + (corner & 1);
    const cy = y + ((corner >> 1) & 1);
    const cz = z + (corner >> 2);
    const index = cx + (counts[0] + 1) * (cy + (counts[1] + 1) * cz);
    if (Number.isNaN(corners[index])) {
      corners[index] = distance(origin[0] + cx * cell, origin[1] + cy * cell, origin[2] + cz * cell);
    }
  }
}

function fillInside(grid: BaseGrid, x: number, y: number, z: number, size: number, value: number): void {
  const { counts, corners, centres } = grid;
  for (let k = z; k <= Math.min(z + size, counts[2]); k++) {
    for (let j = y; j <= Math.min(y + size, counts[1]); j++) {
      for (let i = x; i <= Math.min(x + size, counts[0]); i++) {
        const corner = i + (counts[0] + 1) * (j + (counts[1] + 1) * k);
        if (Number.isNaN(corners[corner])) corners[corner] = value;
        if (
          i < Math.min(x + size, counts[0]) &&
          j < Math.min(y + size, counts[1]) &&
          k < Math.min(z + size, counts[2])
        ) {
          centres[i + counts[0] * (j + counts[1] * k)] = value;
        }
      }
    }
  }
}

import { largestKey } from './curves.ts';
import type { EntityOf, Estimate } from './Kinds.ts';

/** A size this little above whole cells, in cells, is rounding. */
const ROUNDING = 1e-6;
/** Cells of a liquid at most. */
export const MOST_CELLS = 20_000_000;
/** Columns of shallow water at most. */
export const MOST_COLUMNS = 4_000_000;
/** Bytes that a column of shallow water takes: depth and velocity before and within a step, ground, as it is sampled and as it is; and bytes of a frame, packed: position, velocity and depth of a vertex. */
const COLUMN_BYTES = 110;
const FRAME_COLUMN_BYTES = 16;
/** Bytes that a cell takes: velocities, shares, pressure and its levels; and a particle: place, velocity, gradient, number, in arrays with room for more (docs/physics/liquids.md). */
const CELL_BYTES = 484;
const PARTICLE_BYTES = 209;
/** Bytes that a cell takes beside where the liquid is elastic: its strain, the rate of that, and what they are found from. */
const ELASTIC_CELL_BYTES = 252;
/** Bytes that a cell takes beside where the surface has tension: what curvature is found from, and curvature. */
const TENSION_CELL_BYTES = 30;
const PARTICLES_PER_CELL = 8;
/**
 * Bytes that an optical depth takes beside: of a uniform cell, for the solve with those below; of a sample of a tall cell, of which there are about `TALL_SAMPLES` in a column; and of every cell of the box, for the solids at its
 * corners.
 */
const JOINT_CELL_BYTES = 170;
const TALL_SAMPLE_BYTES = 540;
const TALL_SAMPLES = 6;
const SOLID_CELL_BYTES = 34;
/** Share of the depth that each optical depth has in full detail. */
export const OPTICAL_SHARES: Readonly<Record<EntityOf<'liquid'>['opticalDepth'], number>> = {
  full: 1,
  '1/2': 1 / 2,
  '1/4': 1 / 4,
  '1/8': 1 / 8,
  '1/16': 1 / 16,
};
/**
 * Bytes of a frame in the cache, packed as liquid that moves was measured to be: of a particle (28 as they are: place, velocity, number), and of a cell
 * of a level set (20: index, distance, velocity). `npm run bench -- packing`.
 */
const FRAME_PARTICLE_BYTES = { exact: 17.5, compact: 7.5 } as const;
const FRAME_CELL_BYTES = 12;

type Liquid = EntityOf<'liquid'>;
type Box = Pick<Liquid, 'domain' | 'cellSize'>;

/** Cells along each axis of a liquid's box. */
export function liquidCells({ domain, cellSize }: Box, edgeScale: number): [number, number, number] {
  const along = (axis: 0 | 1 | 2) => Math.max(1, Math.ceil(domain.size[axis] / (cellSize * edgeScale) - ROUNDING));
  return [along(0), along(1), along(2)];
}

/** The box of the cells, m: that of the liquid, rounded up to whole cells on its high sides. */
export function boxOfCells(liquid: Box, edgeScale: number): { readonly centre: number[]; readonly size: number[] } {
  const { domain, cellSize } = liquid;
  const size = liquidCells(liquid, edgeScale).map((count) => count * cellSize * edgeScale);
  return { size, centre: domain.centre.map((x, axis) => x + (size[axis] - domain.size[axis]) / 2) };
}

/** Bytes that simulating a liquid takes when its box is full, about. */
export function liquidMemory(
  liquid: Box & Partial<Pick<Liquid, 'elasticity' | 'surfaceTension'>>,
  edgeScale: number,
): number {
  const [x, y, z] = liquidCells(liquid, edgeScale);
  const elastic = largestKey(liquid.elasticity?.shearModulus ?? 0) > 0 ? ELASTIC_CELL_BYTES : 0;
  const tension = largestKey(liquid.surfaceTension ?? 0) === 0 ? 0 : TENSION_CELL_BYTES;
  return x * y * z * (CELL_BYTES + elastic + tension + PARTICLE_BYTES * PARTICLES_PER_CELL);
}

/** Bytes that a frame of a liquid takes in the cache when its box is full, about, without its surface. */
export function liquidFrameBytes(liquid: Box & Pick<Liquid, 'transport' | 'frames'>, edgeScale: number): number {
  const [x, y, z] = liquidCells(liquid, edgeScale);
  const isLevelSet = liquid.transport?.type === 'level-set';
  return x * y * z * (isLevelSet ? FRAME_CELL_BYTES : FRAME_PARTICLE_BYTES[liquid.frames] * PARTICLES_PER_CELL);
}

/** What a liquid takes when its box is full. */
export function liquidEstimate(liquid: Liquid, edgeScale: number): Estimate {
  if (liquid.method?.kind === 'shallow-water') return columnsEstimate(liquid, edgeScale);
  return liquid.opticalDepth === 'full' ? cellsEstimate(liquid, edgeScale) : tallEstimate(liquid, edgeScale);
}

/** What deep water takes where tall cells fill the box but for the optical depth. */
function tallEstimate(liquid: Liquid, edgeScale: number): Estimate {
  const [x, y, z] = liquidCells(liquid, edgeScale);
  const all = cellsEstimate(liquid, edgeScale);
  const uniform = Math.min(y, Math.ceil(OPTICAL_SHARES[liquid.opticalDepth] * y));
  const cells = x * uniform * z;
  const memoryBytes =
    cells * (CELL_BYTES + JOINT_CELL_BYTES + PARTICLE_BYTES * PARTICLES_PER_CELL) +
    x * z * (TALL_SAMPLES * TALL_SAMPLE_BYTES + y * SOLID_CELL_BYTES);
  return {
    ...all,
    count: cells,
    detail: `${x} × ${uniform} × ${z} of ${y} layers, the others tall`,
    memoryBytes,
    frameBytes: (all.frameBytes * uniform) / y,
    most: (MOST_CELLS * uniform) / y,
    remedy: (bytes) => {
      const wanted = liquid.cellSize * Math.cbrt(memoryBytes / bytes);
      return `use cells of ${roundedUp(wanted)} m or more, or a smaller box`;
    },
  };
}

/** What shallow water takes, wet or dry. */
function columnsEstimate(liquid: Liquid, edgeScale: number): Estimate {
  const [x, , z] = liquidCells(liquid, edgeScale);
  const memoryBytes = x * z * COLUMN_BYTES;
  return {
    count: x * z,
    counted: 'columns',
    detail: `${x} × ${z}`,
    memoryBytes,
    frameBytes: x * z * FRAME_COLUMN_BYTES,
    most: MOST_COLUMNS,
    remedy: (bytes) => {
      const wanted = liquid.cellSize * Math.sqrt(memoryBytes / bytes);
      return `use cells of ${roundedUp(wanted)} m or more, or a smaller box`;
    },
  };
}

function cellsEstimate(liquid: Liquid, edgeScale: number): Estimate {
  const [x, y, z] = liquidCells(liquid, edgeScale);
  const memoryBytes = liquidMemory(liquid, edgeScale);
  return {
    count: x * y * z,
    counted: 'cells',
    detail: `${x} × ${y} × ${z}, all full`,
    memoryBytes,
    frameBytes: liquidFrameBytes(liquid, edgeScale),
    most: MOST_CELLS,
    remedy: (bytes) => {
      const wanted = liquid.cellSize * Math.cbrt(memoryBytes / bytes);
      return `use cells of ${roundedUp(wanted)} m or more, or a smaller box`;
    },
  };
}

/** Rounds up to two digits. */
function roundedUp(length: number): number {
  const unit = 10 ** (Math.floor(Math.log10(length)) - 1);
  return Number((Math.ceil(length / unit) * unit).toPrecision(2));
}

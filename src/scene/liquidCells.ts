import type { EntityOf, MemoryBudget } from './Kinds.ts';

/** A size this little above whole cells, in cells, is rounding. */
const ROUNDING = 1e-6;
/** Cells of a liquid at most. */
export const MOST_CELLS = 20_000_000;
/** Bytes that a cell takes: velocities, shares, pressure and its levels; and a particle: place, velocity, gradient, number, in arrays with room for more (docs/physics/liquids.md). */
const CELL_BYTES = 484;
const PARTICLE_BYTES = 209;
const PARTICLES_PER_CELL = 8;
/**
 * Bytes of a frame in the cache, packed as liquid that moves was measured to be: of a particle (28 as they are: place, velocity, number), and of a cell
 * of a level set (20: index, distance, velocity). `npm run bench -- packing`.
 */
const FRAME_PARTICLE_BYTES = { exact: 17.5, compact: 7.5 } as const;
const FRAME_CELL_BYTES = 12;
/** Share of a computer's memory that a shot may take before it gets tight. */
const TIGHT = 0.7;

type Liquid = EntityOf<'liquid'>;
type Box = Pick<Liquid, 'domain' | 'cellSize'>;

/** Cells along each axis of a liquid's box. */
export function liquidCells({ domain, cellSize }: Box, edgeScale: number): [number, number, number] {
  const along = (axis: 0 | 1 | 2) => Math.max(1, Math.ceil(domain.size[axis] / (cellSize * edgeScale) - ROUNDING));
  return [along(0), along(1), along(2)];
}

/** Bytes that simulating a liquid takes when its box is full, about. */
export function liquidMemory(liquid: Box, edgeScale: number): number {
  const [x, y, z] = liquidCells(liquid, edgeScale);
  return x * y * z * (CELL_BYTES + PARTICLE_BYTES * PARTICLES_PER_CELL);
}

/** Bytes that a frame of a liquid takes in the cache when its box is full, about, without its surface. */
export function liquidFrameBytes(liquid: Box & Pick<Liquid, 'transport' | 'frames'>, edgeScale: number): number {
  const [x, y, z] = liquidCells(liquid, edgeScale);
  const isLevelSet = liquid.transport?.type === 'level-set';
  return x * y * z * (isLevelSet ? FRAME_CELL_BYTES : FRAME_PARTICLE_BYTES[liquid.frames] * PARTICLES_PER_CELL);
}

/** Whether simulating a liquid whose box fills may take most of what a computer has. */
export function isTight(liquid: Box, edgeScale: number, memoryBytes: number): boolean {
  return liquidMemory(liquid, edgeScale) > TIGHT * memoryBytes;
}

/** A sentence where a liquid may not fit into the memory of a computer, with the cells that would. */
export function memoryWarning(
  liquid: Box & Pick<Liquid, 'id'>,
  { edgeScale, memoryBytes }: MemoryBudget,
): string | undefined {
  if (!isTight(liquid, edgeScale, memoryBytes)) return undefined;
  const bytes = liquidMemory(liquid, edgeScale);
  const cells = liquidCells(liquid, edgeScale).join(' x ');
  const wanted = liquid.cellSize * Math.cbrt(bytes / (TIGHT * memoryBytes));
  return `liquid '${liquid.id}' takes up to ${gibibytes(bytes)} when its ${cells} cells are full, and this computer has ${gibibytes(memoryBytes)}; use cells of ${roundedUp(wanted)} m or more, or a smaller box`;
}

function gibibytes(bytes: number): string {
  return `${(bytes / 2 ** 30).toPrecision(2)} GiB`;
}

/** Rounds up to two digits. */
function roundedUp(length: number): number {
  const unit = 10 ** (Math.floor(Math.log10(length)) - 1);
  return Number((Math.ceil(length / unit) * unit).toPrecision(2));
}

import type { Liquid } from './entities/liquid.ts';

/** A size this little above whole cells, in cells, is rounding. */
const ROUNDING = 1e-6;
/** Cells of a liquid at most. */
export const MOST_CELLS = 20_000_000;
/** Numbers of 8 bytes that a cell takes: velocities, shares, pressure and its levels; and a particle: place, velocity, gradient, number. */
const NUMBERS_PER_CELL = 32;
const NUMBERS_PER_PARTICLE = 16;
const PARTICLES_PER_CELL = 8;

type Box = Pick<Liquid, 'domain' | 'cellSize'>;

/** Cells along each axis of a liquid's box. */
export function liquidCells({ domain, cellSize }: Box, edgeScale: number): [number, number, number] {
  const along = (axis: 0 | 1 | 2) => Math.max(1, Math.ceil(domain.size[axis] / (cellSize * edgeScale) - ROUNDING));
  return [along(0), along(1), along(2)];
}

/** Bytes that simulating a liquid takes when its box is full, about. */
export function liquidMemory(liquid: Box, edgeScale: number): number {
  const [x, y, z] = liquidCells(liquid, edgeScale);
  return x * y * z * 8 * (NUMBERS_PER_CELL + NUMBERS_PER_PARTICLE * PARTICLES_PER_CELL);
}

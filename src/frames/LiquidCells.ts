import { z } from 'zod';
import { malformed, namedArray } from './namedArrays.ts';
import { packArrays, unpackArrays } from './packedArrays.ts';

/** What is in a cell of a liquid. */
export const cellKinds = ['air', 'liquid', 'solid', 'cut'] as const;
export type CellKind = (typeof cellKinds)[number];

const whole = z.int().min(1);
const grid = z.strictObject({
  counts: z.tuple([whole, whole, whole]),
  h: z.number().positive(),
  origin: z.tuple([z.number(), z.number(), z.number()]),
  bodies: z.array(z.string().min(1).max(256)),
});

/** What the cells of a liquid hold. Arrays have a number per cell, x fastest. */
export interface CellFields {
  readonly counts: readonly [number, number, number];
  /** Edge of a cell, m. */
  readonly h: number;
  /** Low corner of the first cell, m. */
  readonly origin: readonly [number, number, number];
  /** Index in `cellKinds`; `cut` is liquid that shares its cell with a solid. */
  readonly kinds: Uint8Array;
  /** Signed distance to the surface, m, negative in the liquid; exact near the surface only. */
  readonly distance: Float32Array;
  /** Pa against the air; 0 outside of the liquid, as the numbers below. */
  readonly pressure: Float32Array;
  /** xyz per cell, m/s, in the middle of the cell. */
  readonly velocity: Float32Array;
  /** Net flow out of the liquid's cells that the pressure solve left, over their volume, 1/s. */
  readonly divergence: Float32Array;
}

/** Returns fields of as many cells, all 0: of air, with the surface in the middle of each. */
export function createCellFields(
  counts: CellFields['counts'],
  h: number,
  [x, y, z]: ArrayLike<number> & Iterable<number>,
): CellFields {
  const count = counts[0] * counts[1] * counts[2];
  return {
    counts,
    h,
    origin: [x, y, z],
    kinds: new Uint8Array(count),
    distance: new Float32Array(count),
    pressure: new Float32Array(count),
    velocity: new Float32Array(3 * count),
    divergence: new Float32Array(count),
  };
}

/** The cells of a liquid at a frame: derived from the frame and not part of it. */
export interface LiquidCells extends CellFields {
  /** Ids of the solids that moved with the liquid when the frame was made and count as solid, as colliders do. */
  readonly bodies: readonly string[];
}

const cellsMagic = 'DUCTCELL';

/** The bytes of cells. */
export function encodeLiquidCells({ counts, h, origin, bodies, ...arrays }: LiquidCells): Uint8Array {
  return packArrays(cellsMagic, { meta: { counts, h, origin, bodies }, arrays: new Map(Object.entries(arrays)) });
}

/** Views on the bytes of cells. Throws `format-*`. */
export function decodeLiquidCells(bytes: Uint8Array): LiquidCells {
  const content = unpackArrays(cellsMagic, bytes);
  const meta = grid.safeParse(content.meta);
  if (!meta.success) throw malformed('the header does not describe the cells of a liquid');
  const cells = {
    ...meta.data,
    kinds: namedArray(content, 'kinds', Uint8Array),
    distance: namedArray(content, 'distance', Float32Array),
    pressure: namedArray(content, 'pressure', Float32Array),
    velocity: namedArray(content, 'velocity', Float32Array),
    divergence: namedArray(content, 'divergence', Float32Array),
  };
  const [nx, ny, nz] = cells.counts;
  const count = nx * ny * nz;
  const fits = [cells.kinds, cells.distance, cells.pressure, cells.divergence].every(({ length }) => length === count);
  if (!fits || cells.velocity.length !== 3 * count) throw malformed('the arrays of the cells do not match');
  return cells;
}

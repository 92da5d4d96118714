import { cellKinds, type LiquidCells } from './LiquidCells.ts';

const LIQUID = cellKinds.indexOf('liquid');
const CUT = cellKinds.indexOf('cut');

export const sliceFields = ['cells', 'distance', 'pressure', 'speed', 'divergence'] as const;
/** What a slice shows of the cells. */
export type SliceField = (typeof sliceFields)[number];

export const sliceAxes = ['x', 'y', 'z'] as const;
export type SliceAxis = (typeof sliceAxes)[number];

/** One layer of a liquid's cells across an axis. Arrays have a number per cell, the first of the other two axes fastest. */
export interface CellSlice {
  /** Cells along the other two axes, in the order x, y, z. */
  readonly counts: readonly [number, number];
  readonly kinds: Uint8Array<ArrayBuffer>;
  /** Values in SI units; for the field `cells`, indices in `cellKinds`. */
  readonly values: Float32Array<ArrayBuffer>;
}

/** The layer of cells that `position`, m along the axis, lies in; beyond the box, the outermost. */
export function sliceCells(cells: LiquidCells, field: SliceField, axis: SliceAxis, position: number): CellSlice {
  const across = sliceAxes.indexOf(axis);
  const [one, two] = [0, 1, 2].filter((other) => other !== across);
  const { counts, kinds } = cells;
  const strides = [1, counts[0], counts[0] * counts[1]];
  const layer = Math.floor((position - cells.origin[across]) / cells.h);
  const first = strides[across] * Math.min(Math.max(layer, 0), counts[across] - 1);
  const read = reader(cells, field);
  const size = counts[one] * counts[two];
  const slice = {
    counts: [counts[one], counts[two]] as const,
    kinds: new Uint8Array(size),
    values: new Float32Array(size),
  };
  for (let b = 0, at = 0; b < counts[two]; b++) {
    for (let a = 0; a < counts[one]; a++, at++) {
      const cell = first + a * strides[one] + b * strides[two];
      slice.kinds[at] = kinds[cell];
      slice.values[at] = read(cell);
    }
  }
  return slice;
}

/** Least and greatest number of a field in the cells that hold liquid; both 0 where none does. */
export function rangeInLiquid(cells: LiquidCells, field: SliceField): [number, number] {
  const read = reader(cells, field);
  let low = Infinity;
  let high = -Infinity;
  for (let cell = 0; cell < cells.kinds.length; cell++) {
    if (cells.kinds[cell] !== LIQUID && cells.kinds[cell] !== CUT) continue;
    low = Math.min(low, read(cell));
    high = Math.max(high, read(cell));
  }
  return low <= high ? [low, high] : [0, 0];
}

function reader({ kinds, distance, pressure, velocity, divergence }: LiquidCells, field: SliceField) {
  if (field === 'speed') {
    return (cell: number) => Math.hypot(velocity[3 * cell], velocity[3 * cell + 1], velocity[3 * cell + 2]);
  }
  const values = { cells: kinds, distance, pressure, divergence }[field];
  return (cell: number) => values[cell];
}

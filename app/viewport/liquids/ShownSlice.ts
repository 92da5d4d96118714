import type { SliceAxis, SliceField } from '../../../src/frames/sliceCells.ts';
import type { Limits } from '../../../src/frames/colours/colourLimits.ts';

/** A layer of a liquid's cells as it is drawn. */
export interface ShownSlice {
  readonly entity: string;
  readonly field: SliceField;
  readonly axis: SliceAxis;
  /** Number of the layer along the axis, from 0. */
  readonly layer: number;
  /** Frame that it was found from, and its key. */
  readonly frame: number;
  readonly key: string;
  /** Cells along the other two axes, in the order x, y, z. */
  readonly counts: readonly [number, number];
  /** Edge of a cell, m. */
  readonly cellSize: number;
  /** Low corner of the liquid's box, m. */
  readonly origin: readonly [number, number, number];
  /** Least and greatest number in all of the liquid. */
  readonly range: Limits;
  /** Ids of the solids that move with the liquid and count as solid. */
  readonly bodies: readonly string[];
  /** What the colours run between. */
  readonly limits: Limits;
  /** Index in `cellKinds` per cell, the first of the two axes fastest. */
  readonly kinds: Uint8Array;
  /** SI units. */
  readonly values: Float32Array;
}

/** One cell of a slice that is read out. */
export interface CellProbe {
  /** Place along x, y, z, from 0. */
  readonly cell: readonly [number, number, number];
  /** Index in `cellKinds`. */
  readonly kind: number;
  readonly value: number;
}

/** The numbers of the two axes that a slice lies along. */
export function planeAxes(axis: SliceAxis): readonly [number, number] {
  return axis === 'x' ? [1, 2] : axis === 'y' ? [0, 2] : [0, 1];
}

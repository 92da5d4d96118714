import type { CellCollector } from './CellCollector.ts';

/** Contents of a volume file. */
export interface RawVolume {
  readonly file: string;
  readonly positions: Float64Array;
  readonly cells: CellCollector;
  /** Describes a cell's position in the file: `line 12`. */
  placeAt(position: number): string;
}

import type { CellCollector } from './CellCollector.ts';

/** What a volume file gave. */
export interface RawVolume {
  readonly file: string;
  readonly positions: Float64Array;
  readonly cells: CellCollector;
  /** Turns a position noted beside a cell into words: `line 12`. */
  placeAt(position: number): string;
}

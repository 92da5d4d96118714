import type { SheetLinks } from './SheetLinks.ts';

/** Thin surfaces as they stand among the cells of a liquid. */
export interface PlacedSheets {
  /** m, xyz of the vertices of all sheets. */
  readonly positions: Float64Array;
  readonly triangles: Uint32Array;
  /** What they close, with the triangles of each sheet numbered by itself. */
  readonly links: SheetLinks;
  /** First triangle of each sheet, by the number that it has in `links`. */
  readonly firstTriangles: Uint32Array;
}

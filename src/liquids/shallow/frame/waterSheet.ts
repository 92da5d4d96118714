import type { SheetCounts } from '../../../geometry/terrain/curtainedSheet.ts';
import type { ColumnGrid } from '../ColumnGrid.ts';

/** Returns the vertices of the curtained sheet that shows columns of water: at the centres of columns, and along the sides of the rectangle. */
export function sheetOf([nx, nz]: ColumnGrid['counts']): SheetCounts {
  return { columns: nx + 2, rows: nz + 2 };
}

/** Returns the column that a vertex of the sheet shows along an axis. */
export function columnOf(i: number, count: number): number {
  return Math.min(Math.max(i, 0), count - 1);
}

/** Returns the place of a vertex along an axis, in cells: centres, and both ends. */
export function placeOf(i: number, count: number): number {
  return Math.min(Math.max(i + 0.5, 0), count);
}

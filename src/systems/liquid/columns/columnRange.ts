import type { PlacedCollider } from '../../../collision/contactCollider.ts';
import type { ColumnGrid } from '../../../liquids/shallow/ColumnGrid.ts';
import { worldBox } from '../cellRange.ts';

/** Columns whose centres are in the box of a placed shape, and the lowest and highest point of that box, m: of the liquid's box where the shape has no end. */
export interface ColumnRange {
  readonly first: readonly [number, number];
  /** The first column beyond. */
  readonly end: readonly [number, number];
  readonly low: number;
  readonly high: number;
}

/** Returns the columns that a placed shape may be in; `floor` and `top` of the liquid's box, m. */
export function columnRange(
  { counts, origin, h }: ColumnGrid,
  [floor, top]: readonly [number, number],
  placed: PlacedCollider,
): ColumnRange {
  const { bounds } = placed.collider.shape;
  if (!bounds.every(Number.isFinite)) return { first: [0, 0], end: counts, low: floor, high: top };
  const box = worldBox(bounds, placed);
  const along = (n: 0 | 1): [number, number] => {
    const place = (x: number): number => (x - origin[n]) / h - 0.5;
    return [Math.max(0, Math.ceil(place(box[2 * n]))), Math.min(counts[n], Math.floor(place(box[3 + 2 * n])) + 1)];
  };
  const [x, z] = [along(0), along(1)];
  return { first: [x[0], z[0]], end: [x[1], z[1]], low: box[1], high: box[4] };
}

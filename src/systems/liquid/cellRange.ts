import type { PlacedCollider } from '../../collision/contactCollider.ts';
import type { CellGrid } from '../../liquids/CellGrid.ts';

/** Corners of cells, both ends included; none where a low one is above its high one. */
export interface CellRange {
  readonly low: [number, number, number];
  readonly high: [number, number, number];
}

/** The corners within `margin` cells of the box of a placed shape. */
export function cellRange(grid: CellGrid, placed: PlacedCollider, margin: number, out: CellRange): CellRange {
  const { bounds } = placed.collider.shape;
  const unbounded = !bounds.every(Number.isFinite);
  const box = unbounded ? undefined : worldBox(bounds, placed);
  for (let axis = 0; axis < 3; axis++) {
    const place = (x: number) => (x - grid.origin[axis]) / grid.h;
    out.low[axis] = box === undefined ? 0 : Math.max(0, Math.ceil(place(box[axis]) - margin));
    const last = grid.counts[axis];
    out.high[axis] = box === undefined ? last : Math.min(last, Math.floor(place(box[3 + axis]) + margin));
  }
  return out;
}

/** Min xyz, max xyz of a box in a shape's frame as it is placed, m. */
export function worldBox(bounds: Float64Array, placed: PlacedCollider): Float64Array {
  const box = Float64Array.of(Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity);
  const local = new Float64Array(3);
  const world = new Float64Array(3);
  for (let corner = 0; corner < 8; corner++) {
    for (let axis = 0; axis < 3; axis++) local[axis] = bounds[axis + 3 * ((corner >> axis) & 1)];
    placed.toWorld(local, world);
    for (let axis = 0; axis < 3; axis++) {
      box[axis] = Math.min(box[axis], world[axis]);
      box[3 + axis] = Math.max(box[3 + axis], world[axis]);
    }
  }
  return box;
}

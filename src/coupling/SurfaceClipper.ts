import type { CellGrid } from '../liquids/CellGrid.ts';
import type { SolidShares } from './SolidShares.ts';
import type { SurfacePatches } from './SurfacePatches.ts';

/** Numbers of a corner of a polygon: its place in cells, and the barycentric coordinates of the second and third corner of the triangle. */
const CORNER = 5;
/** Most corners of a triangle that six planes cut. */
const MOST = 12;

/** A convex polygon. */
interface Polygon {
  readonly corners: Float64Array;
  count: number;
}

function polygon(): Polygon {
  return { corners: new Float64Array(CORNER * MOST), count: 0 };
}

/**
 * Cuts triangles along the planes of a grid into patches, and computes what the closed surface that they bound covers of faces and cells (Zarifi 2017, 5.1.1
 * and 5.4). A point on a plane counts as behind it. New corners get the plane's own coordinate and come from the two ends of their edge in the order of
 * that coordinate, so that triangles side by side cut their edge at the same point. Allocates nothing but room for more patches.
 */
export class SurfaceClipper {
  private readonly grid: CellGrid;
  /** What is left along each axis, what was left before, and the piece cut off. */
  private readonly rest = [0, 1, 2].map(() => [polygon(), polygon()] as const);
  private readonly piece = [polygon(), polygon(), polygon()];
  /** Ends of the cut that is being split along each axis. */
  private readonly cuts = [0, 1, 2, 3].map(() => new Float64Array(2 * CORNER));
  /** Cell along each axis. */
  private readonly place = [0, 0, 0];
  /** Twice the area vector of the triangle, in squared cells. */
  private readonly normal = [0, 0, 0];
  private triangle = 0;
  private patches!: SurfacePatches;
  private shares!: SolidShares;

  constructor(grid: CellGrid) {
    this.grid = grid;
  }

  /**
   * Adds the patches of outward triangles (three vertex numbers each, `positions` in m, finite) that lie in the grid, and what lies behind the surface;
   * `shares` must be finished afterwards.
   */
  clip(positions: Float64Array, triangles: Uint32Array, patches: SurfacePatches, shares: SolidShares): void {
    const { origin, h } = this.grid;
    this.patches = patches;
    this.shares = shares;
    shares.include(positions);
    const first = this.rest[0][0];
    for (let t = 0; 3 * t < triangles.length; t++) {
      this.triangle = t;
      first.count = 3;
      for (let k = 0; k < 3; k++) {
        const from = 3 * triangles[3 * t + k];
        const to = CORNER * k;
        for (let axis = 0; axis < 3; axis++) first.corners[to + axis] = (positions[from + axis] - origin[axis]) / h;
        first.corners[to + 3] = k === 1 ? 1 : 0;
        first.corners[to + 4] = k === 2 ? 1 : 0;
      }
      this.findNormal(first.corners);
      this.clipAlong(0, first);
    }
  }

  private findNormal(x: Float64Array): void {
    for (let axis = 0; axis < 3; axis++) {
      const u = (axis + 1) % 3;
      const v = (axis + 2) % 3;
      this.normal[axis] =
        (x[CORNER + u] - x[u]) * (x[2 * CORNER + v] - x[v]) - (x[CORNER + v] - x[v]) * (x[2 * CORNER + u] - x[u]);
    }
  }

  /** Cuts a polygon at every plane across `axis`, and each piece along the axes that follow. */
  private clipAlong(axis: number, whole: Polygon): void {
    if (axis === 3) {
      this.addPatch(whole);
      return;
    }
    let low = Infinity;
    let high = -Infinity;
    for (let k = 0; k < whole.count; k++) {
      low = Math.min(low, whole.corners[CORNER * k + axis]);
      high = Math.max(high, whole.corners[CORNER * k + axis]);
    }
    const last = this.cellAt(high, axis);
    let left = whole;
    for (let cell = this.cellAt(low, axis); cell < last; cell++) {
      const after = left === this.rest[axis][0] ? this.rest[axis][1] : this.rest[axis][0];
      const below = this.piece[axis];
      cutPolygon(left, axis, cell + 1, below, after, this.cuts[axis]);
      this.place[axis] = cell + 1;
      this.splitCut(axis, axis + 1, this.cuts[axis]);
      this.place[axis] = cell;
      this.clipAlong(axis + 1, below);
      left = after;
    }
    this.place[axis] = last;
    this.clipAlong(axis + 1, left);
  }

  /** Cell of a place along an axis; everything before the grid is -1, and behind it the count. */
  private cellAt(x: number, axis: number): number {
    return Math.min(Math.max(Math.floor(x), -1), this.grid.counts[axis]);
  }

  /** Splits a cut in the plane across `plane` along the axes from `axis` on, and adds the pieces to the faces that they lie in. */
  private splitCut(plane: number, axis: number, cut: Float64Array): void {
    if (axis >= 3) {
      this.addCut(plane, cut);
      return;
    }
    const isUp = cut[axis] <= cut[CORNER + axis];
    const low = isUp ? 0 : CORNER;
    const high = CORNER - low;
    const part = this.cuts[axis + 1];
    const last = this.cellAt(cut[high + axis], axis);
    const length = cut[high + axis] - cut[low + axis];
    let from = 0;
    for (let cell = this.cellAt(cut[low + axis], axis); cell <= last; cell++) {
      const to = cell < last ? (cell + 1 - cut[low + axis]) / length : 1;
      for (let k = 0; k < 3; k++) {
        part[k] = cut[low + k] + from * (cut[high + k] - cut[low + k]);
        part[CORNER + k] = cut[low + k] + to * (cut[high + k] - cut[low + k]);
      }
      this.place[axis] = cell;
      this.splitCut(plane, axis + 1, part);
      from = to;
    }
  }

  private addCut(plane: number, cut: Float64Array): void {
    const { place, grid } = this;
    const along = (plane + 1) % 3;
    const across = (plane + 2) % 3;
    if (place[across] < 0 || place[across] >= grid.counts[across]) return;
    const width = Math.abs(cut[across] - cut[CORNER + across]);
    const cell = grid.index(place[0], place[1], place[2]);
    const middle = (cut[along] + cut[CORNER + along]) / 2;
    this.shares.addToFace(plane, cell, place[along], middle, this.normal[along] < 0 ? width : -width);
  }

  /** Adds a polygon that lies in one cell. */
  private addPatch({ corners, count }: Polygon): void {
    const { place, grid } = this;
    let [a, b, c] = [0, 0, 0];
    let x = 0;
    for (let k = 2; k < count; k++) {
      const p = CORNER * (k - 1);
      const q = CORNER * k;
      const twice =
        (corners[p + 3] - corners[3]) * (corners[q + 4] - corners[4]) -
        (corners[p + 4] - corners[4]) * (corners[q + 3] - corners[3]);
      // A convex polygon has none below zero but by rounding.
      const share = Math.max(twice, 0);
      const second = (share * (corners[3] + corners[p + 3] + corners[q + 3])) / 3;
      const third = (share * (corners[4] + corners[p + 4] + corners[q + 4])) / 3;
      a += share - second - third;
      b += second;
      c += third;
      x += (share * (corners[0] + corners[p] + corners[q])) / 3;
    }
    const share = a + b + c;
    if (!(share > 0)) return;
    const [i, j, k] = place;
    const [nx, ny, nz] = grid.counts;
    if (j < 0 || j >= ny || k < 0 || k >= nz) return;
    const cell = grid.index(i, j, k);
    this.shares.addToCell(cell, i, x / share, (-share * this.normal[0]) / 2);
    if (i >= 0 && i < nx) this.patches.add(cell, this.triangle, a, b, c);
  }
}

/** Cuts a convex polygon that has corners on both sides of a plane: what lies before it, what lies behind, and the two points where it is cut. */
function cutPolygon(
  whole: Polygon,
  axis: number,
  plane: number,
  below: Polygon,
  above: Polygon,
  cut: Float64Array,
): void {
  const { corners, count } = whole;
  below.count = 0;
  above.count = 0;
  let met = 0;
  for (let k = 0; k < count; k++) {
    const here = CORNER * k;
    const next = CORNER * ((k + 1) % count);
    const isBelow = corners[here + axis] < plane;
    append(isBelow ? below : above, corners, here);
    if (isBelow === corners[next + axis] < plane) continue;
    const low = isBelow ? here : next;
    const high = isBelow ? next : here;
    const t = (plane - corners[low + axis]) / (corners[high + axis] - corners[low + axis]);
    const at = CORNER * met;
    for (let n = 0; n < CORNER; n++) cut[at + n] = corners[low + n] + t * (corners[high + n] - corners[low + n]);
    cut[at + axis] = plane;
    append(below, cut, at);
    append(above, cut, at);
    met = 1;
  }
}

function append(polygon: Polygon, corners: Float64Array, at: number): void {
  const to = CORNER * polygon.count++;
  for (let n = 0; n < CORNER; n++) polygon.corners[to + n] = corners[at + n];
}

import { closestOnTriangle } from '../geometry/surfaceQuery/closestOnTriangle.ts';
import { CellBox } from '../liquids/CellBox.ts';
import type { CellGrid } from '../liquids/CellGrid.ts';
import type { SolidShares } from './SolidShares.ts';

/** Cells around the box of a triangle that it is measured from. */
const BAND = 1;
/** Cells from a surface within which there are distances; beyond it they say no more than that. */
const REACH = 4;
/** Share by which the box of a triangle is farther away than what was nearest, and cells, squared, that count as nothing beside it, where the triangle is not measured. */
const FARTHER = 1e-6;
const TINY = 1e-9;
/** No triangle. */
const NONE = -1;
/** Share of its length by which a way is off the normal of a triangle at most, squared, where it leads straight to its face. */
const STRAIGHT = 1e-6;
/** Squared distances that differ by less, of their size, belong to triangles that meet at the closest point. */
const SAME = 1e-9;

/**
 * Signed distance to closed surfaces at the corners of a grid's cells, m, positive outside: exact beside a surface; from there on every corner measures the
 * triangles that its neighbours are nearest to, which is exact but where none of them has the right one; constant beyond four cells.
 */
export class SurfaceDistance {
  readonly distance: Float64Array;
  /** Cells at whose corners the distance may be less than the constant, since `finish`. */
  readonly box: CellBox;
  private readonly grid: CellGrid;
  private readonly square: Float64Array;
  /** Cosine between the way to the closest point and the normal there, times the way, m. */
  private readonly height: Float64Array;
  /** Corner of every triangle and two edges from it, as `closestOnTriangle` takes them. */
  private triangles = new Float64Array(0);
  /** Box of every triangle: least coordinates, then largest, m. */
  private boxes = new Float64Array(0);
  private count = 0;
  /** Which triangle each corner is nearest to. */
  private readonly nearest: Int32Array;
  /** First and last corner of each row along x that is measured; the first lies behind the last where none is. */
  private readonly rowFirst: Int32Array;
  private readonly rowLast: Int32Array;
  /** A corner of a cell, m; the closest point of a triangle to it, and the squared distance. */
  private readonly place = new Float64Array(3);
  private readonly closest = new Float64Array(4);
  /** Shares of cells that say what lies inside, of the `finish` at work. */
  private inside: Float64Array = new Float64Array(0);
  /** First and last corners beside the triangle at work, then those of a sweep. */
  private readonly low = new Int32Array(3);
  private readonly high = new Int32Array(3);
  /** First and last corners that were measured. */
  private readonly first = new Int32Array(3);
  private readonly last = new Int32Array(3);

  constructor(grid: CellGrid) {
    this.grid = grid;
    this.distance = new Float64Array(grid.size);
    this.square = new Float64Array(grid.size);
    this.height = new Float64Array(grid.size);
    this.nearest = new Int32Array(grid.size);
    // A layer of rows more than there are: every row has neighbours.
    this.rowFirst = new Int32Array(grid.size / grid.strides[1] + grid.counts[1] + 2);
    this.rowLast = new Int32Array(this.rowFirst.length);
    this.box = new CellBox(grid);
  }

  clear(): void {
    this.count = 0;
    this.rowFirst.fill(this.grid.counts[0] + 1);
    this.rowLast.fill(-1);
    this.box.fill(this.square, (REACH * this.grid.h) ** 2);
    this.box.fill(this.nearest, NONE);
    this.box.fill(this.distance, REACH * this.grid.h);
    this.box.clear();
    for (let axis = 0; axis < 3; axis++) {
      this.first[axis] = this.grid.counts[axis];
      this.last[axis] = 0;
    }
  }

  /** Takes outward triangles into account, three vertex numbers each. */
  add(positions: Float64Array, triangles: Uint32Array): void {
    const { grid, low, high } = this;
    this.makeRoom(triangles.length / 3);
    for (let t = 0; t < triangles.length; t += 3) {
      const at = 9 * this.count;
      for (let axis = 0; axis < 3; axis++) {
        const a = positions[3 * triangles[t] + axis];
        const b = positions[3 * triangles[t + 1] + axis];
        const c = positions[3 * triangles[t + 2] + axis];
        this.triangles[at + axis] = a;
        this.triangles[at + 3 + axis] = b - a;
        this.triangles[at + 6 + axis] = c - a;
        const least = Math.min(a, b, c);
        const largest = Math.max(a, b, c);
        this.boxes[6 * this.count + axis] = least;
        this.boxes[6 * this.count + 3 + axis] = largest;
        const from = (least - grid.origin[axis]) / grid.h - BAND;
        const to = (largest - grid.origin[axis]) / grid.h + BAND;
        low[axis] = Math.max(0, Math.ceil(from));
        high[axis] = Math.min(grid.counts[axis], Math.floor(to));
        this.first[axis] = Math.min(this.first[axis], low[axis]);
        this.last[axis] = Math.max(this.last[axis], high[axis]);
      }
      for (let k = low[2]; k <= high[2]; k++) {
        for (let j = low[1]; j <= high[1]; j++) {
          for (let i = low[0]; i <= high[0]; i++) this.measure(this.count, i, j, k);
        }
      }
      this.count++;
    }
  }

  /** Writes `distance`; `shares` says what lies inside where no triangle is near. */
  finish(shares: SolidShares): void {
    const { box } = this;
    box.includeCorners(this.first, this.last);
    box.grow(REACH);
    box.include(shares.cellBox);
    this.spread(true);
    this.spread(false);
    this.inside = shares.cells;
    box.forEachRow(this.writeRow);
  }

  /** One row of `finish`; made once, since V8 compiles a closure that is made anew at every call only at the next one. */
  private readonly writeRow = (begin: number, end: number): void => {
    const { distance, square, height, inside, nearest } = this;
    const far = REACH * this.grid.h;
    for (let c = begin; c < end; c++) {
      const size = nearest[c] === NONE ? far : Math.sqrt(square[c]);
      if (size < far) distance[c] = height[c] < 0 ? -size : size;
      else distance[c] = inside[c] > 0.5 ? -far : far;
    }
  };

  private makeRoom(more: number): void {
    if (this.triangles.length >= 9 * (this.count + more)) return;
    const before = this.triangles;
    this.triangles = new Float64Array(9 * (this.count + more));
    this.triangles.set(before.subarray(0, 9 * this.count));
    const boxes = this.boxes;
    this.boxes = new Float64Array(6 * (this.count + more));
    this.boxes.set(boxes.subarray(0, 6 * this.count));
  }

  /** Measures the triangles that neighbours are nearest to, corner by corner, forwards or backwards: a sweep reads what it has just found. */
  private spread(forwards: boolean): void {
    const { grid, low, high, rowFirst, rowLast } = this;
    // Corners farther away have no neighbour within reach.
    for (let axis = 0; axis < 3; axis++) {
      low[axis] = Math.max(0, this.first[axis] - REACH);
      high[axis] = Math.min(grid.counts[axis], this.last[axis] + REACH);
    }
    const way = forwards ? 1 : -1;
    const from = forwards ? low : high;
    for (let n = low[2], k = from[2]; n <= high[2]; n++, k += way) {
      for (let m = low[1], j = from[1]; m <= high[1]; m++, j += way) {
        const row = this.rowOf(j, k);
        // Corners beside no measured one learn nothing; what this row measures reaches on.
        const first = Math.max(low[0], this.leastOf(row));
        const last = Math.min(high[0], this.mostOf(row));
        for (let i = forwards ? first : last; i >= low[0] && i <= high[0]; i += way) {
          if (forwards ? i > last && i > rowLast[row] + 1 : i < first && i < rowFirst[row] - 1) break;
          this.askNeighbours(i, j, k);
        }
      }
    }
  }

  /** Number of the row of corners along x. */
  private rowOf(j: number, k: number): number {
    return j + 1 + (k + 1) * (this.grid.counts[1] + 2);
  }

  /** The first corner of a row that may have a measured neighbour before the row is swept. */
  private leastOf(row: number): number {
    const { rowFirst, grid } = this;
    const layer = grid.counts[1] + 2;
    return Math.min(
      rowFirst[row] - 1,
      rowFirst[row - 1],
      rowFirst[row + 1],
      rowFirst[row - layer],
      rowFirst[row + layer],
    );
  }

  /** The last corner of a row that may have a measured neighbour before the row is swept. */
  private mostOf(row: number): number {
    const { rowLast, grid } = this;
    const layer = grid.counts[1] + 2;
    return Math.max(rowLast[row] + 1, rowLast[row - 1], rowLast[row + 1], rowLast[row - layer], rowLast[row + layer]);
  }

  private askNeighbours(i: number, j: number, k: number): void {
    const { grid, nearest, square, low, high } = this;
    const c = grid.index(i, j, k);
    // So near a surface its own triangles have been measured.
    if (square[c] < (BAND * grid.h) ** 2) return;
    let last = nearest[c];
    for (let axis = 0; axis < 3; axis++) {
      const stride = grid.strides[axis];
      const along = axis === 0 ? i : axis === 1 ? j : k;
      for (let side = -1; side <= 1; side += 2) {
        // Nothing was measured outside the box of the sweep.
        if (along + side < low[axis] || along + side > high[axis]) continue;
        const there = c + side * stride;
        // Ways from a surface lead through corners that are nearer to it.
        if (square[there] >= square[c] || nearest[there] === last || nearest[there] === nearest[c]) continue;
        last = nearest[there];
        this.measure(last, i, j, k);
      }
    }
  }

  /** Takes a triangle for a corner of a cell where it is nearer than what it had. */
  private measure(triangle: number, i: number, j: number, k: number): void {
    const { triangles: e, grid, place, closest, square, height } = this;
    const at = 9 * triangle;
    const c = grid.index(i, j, k);
    const x = grid.origin[0] + i * grid.h;
    const y = grid.origin[1] + j * grid.h;
    const z = grid.origin[2] + k * grid.h;
    if (this.squareToBox(6 * triangle, x, y, z) > square[c] * (1 + FARTHER) + TINY * grid.h * grid.h) return;
    place[0] = x;
    place[1] = y;
    place[2] = z;
    closestOnTriangle(e, at, place, closest);
    const d = closest[3];
    if (d > square[c] * (1 + SAME)) return;
    const nx = e[at + 4] * e[at + 8] - e[at + 5] * e[at + 7];
    const ny = e[at + 5] * e[at + 6] - e[at + 3] * e[at + 8];
    const nz = e[at + 3] * e[at + 7] - e[at + 4] * e[at + 6];
    const length = Math.sqrt(nx * nx + ny * ny + nz * nz);
    if (!(length > 0)) return;
    const rise = ((x - closest[0]) * nx + (y - closest[1]) * ny + (z - closest[2]) * nz) / length;
    if (d >= square[c] * (1 - SAME)) {
      const before = height[c];
      // The two faces of a closed crack lie on each other, and one of them is seen from behind: the point is in that piece.
      const isBetweenFaces = rise * before < 0 && Math.min(rise * rise, before * before) > d * (1 - STRAIGHT);
      if (isBetweenFaces && rise > 0) return;
      // Where triangles meet at the closest point, the one seen most from the front tells the side.
      if (!isBetweenFaces && Math.abs(rise) <= Math.abs(before)) return;
    }
    square[c] = Math.min(d, square[c]);
    height[c] = rise;
    this.nearest[c] = triangle;
    const row = this.rowOf(j, k);
    if (i < this.rowFirst[row]) this.rowFirst[row] = i;
    if (i > this.rowLast[row]) this.rowLast[row] = i;
  }

  /** Squared distance of a point to the box of a triangle, which begins at `at`, m2: no more than that to the triangle. */
  private squareToBox(at: number, x: number, y: number, z: number): number {
    const { boxes } = this;
    const dx = Math.max(boxes[at] - x, x - boxes[at + 3], 0);
    const dy = Math.max(boxes[at + 1] - y, y - boxes[at + 4], 0);
    const dz = Math.max(boxes[at + 2] - z, z - boxes[at + 5], 0);
    return dx * dx + dy * dy + dz * dz;
  }
}

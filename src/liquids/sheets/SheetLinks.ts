import { type CellGrid, type FaceArrays } from '../CellGrid.ts';

/** Crossings that there is room for at first. */
const ROOM = 256;
/** No crossing. */
const NONE = -1;
/** Corners of a triangle. */
const CORNERS = 3;

/** Side of a face: the cell before it along its axis, and that behind it. */
export const LOW = 0;
export const HIGH = 1;

/**
 * Which cells thin surfaces part: the way between the centres of two neighbours is closed where a triangle crosses it (Robinson-Mosher et al. 2008, 4.1). Triangles side by side are told from their common edge by the same numbers,
 * so that nothing leads through between them. Of several triangles on a way, each cell sees the nearest.
 */
export class SheetLinks {
  count = 0;
  /** Axis across which the face of each crossing lies, and its cell, in whose numbering faces are. */
  axes = new Uint8Array(ROOM);
  faces = new Uint32Array(ROOM);
  /** Two to a crossing, seen from `LOW` and from `HIGH`: number of the sheet, its triangle, and the place on the axis, in cells. */
  sheets = new Uint32Array(2 * ROOM);
  triangles = new Uint32Array(2 * ROOM);
  places = new Float64Array(2 * ROOM);
  /** Barycentric coordinates there, three to each of the two. */
  weights = new Float64Array(2 * CORNERS * ROOM);
  private readonly grid: CellGrid;
  /** Crossing of each face; `NONE` without. */
  private readonly crossing: readonly Int32Array[];
  /** Corners in cells, from the centre of the first one. */
  private readonly x = new Float64Array(9);
  private readonly sides = new Float64Array(CORNERS);

  constructor(grid: CellGrid) {
    this.grid = grid;
    this.crossing = [0, 1, 2].map(() => new Int32Array(grid.size).fill(NONE));
  }

  clear(): void {
    for (let n = 0; n < this.count; n++) this.crossing[this.axes[n]][this.faces[n]] = NONE;
    this.count = 0;
  }

  /** Whether a face, of a cell, across an axis is closed. */
  isClosed(axis: number, face: number): boolean {
    return this.crossing[axis][face] !== NONE;
  }

  /** Returns the crossing of a face; -1 where there is none. */
  at(axis: number, face: number): number {
    return this.crossing[axis][face];
  }

  /** Returns the cell that sees half of a crossing, 2 n + side. */
  cellOf(half: number): number {
    const face = this.faces[half >> 1];
    return (half & 1) === HIGH ? face : face - this.grid.strides[this.axes[half >> 1]];
  }

  /** Returns the way from the centre of that cell to the crossing, in cells, 0 to 1. */
  depthOf(half: number): number {
    const beyond = this.places[half] - this.placeBefore(half >> 1);
    return (half & 1) === HIGH ? 1 - beyond : beyond;
  }

  /** Place on its axis of the centre before a crossing, in cells from the first one. */
  private placeBefore(n: number): number {
    const { grid, axes, faces } = this;
    const axis = axes[n];
    const place = Math.floor(faces[n] / grid.strides[axis]);
    // Faces are numbered from the layer around the grid.
    return (axis === 2 ? place : place % (grid.counts[axis] + 2)) - 2;
  }

  /** Adds the triangles of a sheet; positions in m, xyz. */
  add(sheet: number, positions: Float64Array, triangles: Uint32Array): void {
    for (let t = 0; t < triangles.length; t += CORNERS) {
      for (let axis = 0; axis < 3; axis++) this.cross(sheet, positions, triangles, t, axis);
    }
  }

  /** Closes the faces: nothing of them is open. */
  close(open: FaceArrays): void {
    for (let n = 0; n < this.count; n++) open[this.axes[n]][this.faces[n]] = 0;
  }

  /** Finds what a triangle closes of the ways along an axis. */
  private cross(sheet: number, positions: Float64Array, triangles: Uint32Array, t: number, axis: number): void {
    const { grid, x } = this;
    for (let k = 0; k < CORNERS; k++) {
      for (let d = 0; d < 3; d++) x[3 * k + d] = (positions[3 * triangles[t + k] + d] - grid.origin[d]) / grid.h - 0.5;
    }
    const u = (axis + 1) % 3;
    const v = (axis + 2) % 3;
    const counts = grid.counts;
    const [firstU, lastU] = [this.first(u), Math.min(counts[u] - 1, this.last(u))];
    const [firstV, lastV] = [this.first(v), Math.min(counts[v] - 1, this.last(v))];
    for (let j = firstV; j <= lastV; j++) {
      for (let i = firstU; i <= lastU; i++) {
        if (!this.covers(triangles, t, u, v, i, j)) continue;
        const { sides } = this;
        const area = sides[0] + sides[1] + sides[2];
        let place = 0;
        for (let k = 0; k < CORNERS; k++) place += (sides[k] / area) * x[3 * k + axis];
        const before = Math.floor(place);
        // Between the centres of two cells of the grid.
        if (before < 0 || before >= counts[axis] - 1) continue;
        const { strides } = grid;
        const face = (before + 2) * strides[axis] + (i + 1) * strides[u] + (j + 1) * strides[v];
        this.take(sheet, t / CORNERS, axis, face, place, area);
      }
    }
  }

  private first(axis: number): number {
    const { x } = this;
    return Math.max(0, Math.ceil(Math.min(x[axis], x[3 + axis], x[6 + axis])));
  }

  private last(axis: number): number {
    const { x } = this;
    return Math.floor(Math.max(x[axis], x[3 + axis], x[6 + axis]));
  }

  /** Whether a triangle seen along an axis covers the place (i, j), its edges included; then `sides` are twice the areas opposite to its corners. */
  private covers(triangles: Uint32Array, t: number, u: number, v: number, i: number, j: number): boolean {
    const { x, sides } = this;
    for (let k = 0; k < CORNERS; k++) {
      const a = (k + 1) % CORNERS;
      const b = (k + 2) % CORNERS;
      // An edge gives both of its triangles the same number.
      const swapped = triangles[t + a] > triangles[t + b];
      const p = 3 * (swapped ? b : a);
      const q = 3 * (swapped ? a : b);
      const side = (x[p + u] - i) * (x[q + v] - j) - (x[p + v] - j) * (x[q + u] - i);
      sides[k] = swapped ? -side : side;
    }
    const isInside =
      (sides[0] >= 0 && sides[1] >= 0 && sides[2] >= 0) || (sides[0] <= 0 && sides[1] <= 0 && sides[2] <= 0);
    return isInside && sides[0] + sides[1] + sides[2] !== 0;
  }

  private take(sheet: number, triangle: number, axis: number, face: number, place: number, area: number): void {
    const known = this.crossing[axis][face];
    const n = known === NONE ? this.begin(axis, face) : known;
    if (known === NONE || place < this.places[2 * n + LOW]) this.write(2 * n + LOW, sheet, triangle, place, area);
    if (known === NONE || place > this.places[2 * n + HIGH]) this.write(2 * n + HIGH, sheet, triangle, place, area);
  }

  private begin(axis: number, face: number): number {
    if (this.count === this.faces.length) this.grow();
    const n = this.count++;
    this.axes[n] = axis;
    this.faces[n] = face;
    this.crossing[axis][face] = n;
    return n;
  }

  private write(at: number, sheet: number, triangle: number, place: number, area: number): void {
    this.sheets[at] = sheet;
    this.triangles[at] = triangle;
    this.places[at] = place;
    for (let k = 0; k < CORNERS; k++) this.weights[CORNERS * at + k] = this.sides[k] / area;
  }

  private grow(): void {
    const { axes, faces, sheets, triangles, places, weights } = this;
    const most = 2 * faces.length;
    this.axes = new Uint8Array(most);
    this.faces = new Uint32Array(most);
    this.sheets = new Uint32Array(2 * most);
    this.triangles = new Uint32Array(2 * most);
    this.places = new Float64Array(2 * most);
    this.weights = new Float64Array(2 * CORNERS * most);
    this.axes.set(axes);
    this.faces.set(faces);
    this.sheets.set(sheets);
    this.triangles.set(triangles);
    this.places.set(places);
    this.weights.set(weights);
  }
}

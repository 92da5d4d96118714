/** Most cells along an axis. */
const MOST_CELLS = 64;
/** Vertices per cell that are aimed at. */
const PER_CELL = 6;

/** Points (xyz each) sorted into a grid of cubes: which lie near a place is found without looking at all. */
export class VertexGrid {
  private readonly points: Float32Array;
  private readonly low = [Infinity, Infinity, Infinity];
  private readonly cells = [1, 1, 1];
  private readonly width: number;
  /** First entry of each cell in `sorted`; one more at the end. */
  private readonly starts: Uint32Array;
  private readonly sorted: Uint32Array;

  constructor(points: Float32Array) {
    this.points = points;
    const count = points.length / 3;
    const high = [-Infinity, -Infinity, -Infinity];
    for (let i = 0; i < points.length; i++) {
      this.low[i % 3] = Math.min(this.low[i % 3], points[i]);
      high[i % 3] = Math.max(high[i % 3], points[i]);
    }
    const extent = high.map((value, axis) => Math.max(0, value - this.low[axis]));
    const longest = Math.max(...extent, 1e-9);
    // The points lie on a surface: their number grows with the square of the cells along an axis.
    const along = Math.min(MOST_CELLS, Math.max(1, Math.ceil(Math.sqrt(count / PER_CELL))));
    this.width = longest / along;
    this.cells = extent.map((value) => Math.min(along, Math.floor(value / this.width) + 1));
    this.starts = new Uint32Array(this.cells[0] * this.cells[1] * this.cells[2] + 1);
    this.sorted = new Uint32Array(count);
    this.sort(count);
  }

  private sort(count: number): void {
    const { starts, sorted } = this;
    const cellOf = (vertex: number): number =>
      this.cell(0, this.points[3 * vertex]) +
      this.cells[0] *
        (this.cell(1, this.points[3 * vertex + 1]) + this.cells[1] * this.cell(2, this.points[3 * vertex + 2]));
    for (let vertex = 0; vertex < count; vertex++) starts[cellOf(vertex) + 1]++;
    for (let cell = 1; cell < starts.length; cell++) starts[cell] += starts[cell - 1];
    const next = starts.slice();
    for (let vertex = 0; vertex < count; vertex++) sorted[next[cellOf(vertex)]++] = vertex;
  }

  private cell(axis: number, coordinate: number): number {
    const cell = Math.floor((coordinate - this.low[axis]) / this.width);
    return Math.min(this.cells[axis] - 1, Math.max(0, cell));
  }

  /** Calls back for every point nearer than `reach` to a place, with its squared distance. */
  visit(x: number, y: number, z: number, reach: number, visitor: (vertex: number, squared: number) => void): void {
    const { points, cells, starts, sorted } = this;
    const square = reach * reach;
    const [x0, x1] = [this.cell(0, x - reach), this.cell(0, x + reach)];
    const [y0, y1] = [this.cell(1, y - reach), this.cell(1, y + reach)];
    const [z0, z1] = [this.cell(2, z - reach), this.cell(2, z + reach)];
    for (let k = z0; k <= z1; k++) {
      for (let j = y0; j <= y1; j++) {
        const row = cells[0] * (j + cells[1] * k);
        // Cells of a row follow one another.
        for (let at = starts[row + x0]; at < starts[row + x1 + 1]; at++) {
          const vertex = sorted[at];
          const dx = points[3 * vertex] - x;
          const dy = points[3 * vertex + 1] - y;
          const dz = points[3 * vertex + 2] - z;
          const squared = dx * dx + dy * dy + dz * dz;
          if (squared < square) visitor(vertex, squared);
        }
      }
    }
  }
}

/** Directions read from a file. */
export interface FibreSamples {
  /** Points at which the directions are given, xyz each, m; left out, they are those of the elements in their order. */
  readonly points?: Float64Array;
  /** xyz each, of any length; zero: no fibre. */
  readonly directions: Float64Array;
  /** 'mesh': in the unit and axes of the solid's mesh file; left out, in the solid's own frame. */
  readonly frame?: 'mesh';
}

/** Mean samples in one cell of the search grid. */
const PER_CELL = 4;

/** The direction of the nearest sample for every query point (xyz each); of several equally near ones the first counts. */
export function nearestSamples(points: Float64Array, directions: Float64Array, queries: Float64Array): Float64Array {
  const found = new Float64Array(queries.length);
  nearestPoints(points, queries).forEach((sample, k) => {
    found.set(directions.subarray(3 * sample, 3 * sample + 3), 3 * k);
  });
  return found;
}

/** Number of the point that is nearest to each query (xyz each); of several equally near ones the first. */
export function nearestPoints(points: Float64Array, queries: Float64Array): Uint32Array {
  const grid = new PointGrid(points);
  return Uint32Array.from({ length: queries.length / 3 }, (_, k) =>
    grid.nearest(queries[3 * k], queries[3 * k + 1], queries[3 * k + 2]),
  );
}

/** Points sorted into cubes, searched in growing rings of them. */
class PointGrid {
  private readonly points: Float64Array;
  private readonly low = [0, 0, 0];
  private readonly size: number;
  private readonly cells = [1, 1, 1];
  private readonly start: Uint32Array;
  private readonly order: Uint32Array;

  constructor(points: Float64Array) {
    this.points = points;
    const extent = [0, 0, 0];
    for (let axis = 0; axis < 3; axis++) {
      let [low, high] = [Infinity, -Infinity];
      for (let k = axis; k < points.length; k += 3) [low, high] = [Math.min(low, points[k]), Math.max(high, points[k])];
      this.low[axis] = low;
      extent[axis] = high - low;
    }
    const longest = Math.max(...extent, Number.MIN_VALUE);
    const across = Math.ceil(Math.cbrt(points.length / 3 / PER_CELL));
    this.size = longest / across;
    for (let axis = 0; axis < 3; axis++) this.cells[axis] = Math.min(across, Math.floor(extent[axis] / this.size) + 1);
    const cellOf = Array.from({ length: points.length / 3 }, (_, p) => this.cellIndex(p));
    this.start = new Uint32Array(this.cells[0] * this.cells[1] * this.cells[2] + 1);
    for (const cell of cellOf) this.start[cell + 1]++;
    for (let c = 1; c < this.start.length; c++) this.start[c] += this.start[c - 1];
    const next = this.start.slice();
    this.order = new Uint32Array(points.length / 3);
    cellOf.forEach((cell, p) => (this.order[next[cell]++] = p));
  }

  private cellAlong(value: number, axis: number): number {
    const cell = Math.floor((value - this.low[axis]) / this.size);
    return Math.min(Math.max(cell, 0), this.cells[axis] - 1);
  }

  private cellIndex(p: number): number {
    const [i, j, k] = [0, 1, 2].map((axis) => this.cellAlong(this.points[3 * p + axis], axis));
    return i + this.cells[0] * (j + this.cells[1] * k);
  }

  nearest(x: number, y: number, z: number): number {
    const at = [x, y, z];
    const middle = at.map((value, axis) => this.cellAlong(value, axis));
    let best = 0;
    let bestSquare = Infinity;
    const last = Math.max(...this.cells);
    for (let ring = 0; ring <= last; ring++) {
      // What lies in this ring is at least that far, also for points outside the grid.
      const least = (ring - 1) * this.size;
      if (least > 0 && least * least > bestSquare) break;
      this.visitRing(middle, ring, (p) => {
        const square = [0, 1, 2].reduce((sum, axis) => sum + (this.points[3 * p + axis] - at[axis]) ** 2, 0);
        if (square < bestSquare || (square === bestSquare && p < best)) [best, bestSquare] = [p, square];
      });
    }
    return best;
  }

  private visitRing(middle: readonly number[], ring: number, visit: (point: number) => void): void {
    const range = [0, 1, 2].map((axis) => [
      Math.max(middle[axis] - ring, 0),
      Math.min(middle[axis] + ring, this.cells[axis] - 1),
    ]);
    for (let k = range[2][0]; k <= range[2][1]; k++) {
      for (let j = range[1][0]; j <= range[1][1]; j++) {
        for (let i = range[0][0]; i <= range[0][1]; i++) {
          if (Math.max(Math.abs(i - middle[0]), Math.abs(j - middle[1]), Math.abs(k - middle[2])) !== ring) continue;
          const cell = i + this.cells[0] * (j + this.cells[1] * k);
          for (let n = this.start[cell]; n < this.start[cell + 1]; n++) visit(this.order[n]);
        }
      }
    }
  }
}

/**
 * A vertex carries a point where its weight is at least this share of the largest: what touches at the point then stops the vertex. With less of
 * them, a point near the middle of an element is left to vertices that nothing stops; with all, elements are stiff that a point only grazes.
 */
const CARRYING_SHARE = 0.25;

/** Points of a body, each a weighted sum of the positions of its vertices. */
export interface WeightedPoints {
  readonly size: number;
  /** `size` per point. */
  readonly vertices: ArrayLike<number>;
  /** Add up to 1; those of 0 count for nothing. */
  readonly weights: ArrayLike<number>;
}

/**
 * Where a body is touched: vertices that lie on or in what is drawn, and points of the drawn surface that ride on the vertices around
 * them. Point i is the sum over k from starts[i] to starts[i + 1] of weights[k] times the position of vertices[k].
 */
export class ContactPoints {
  readonly starts: Uint32Array;
  readonly vertices: Uint32Array;
  readonly weights: Float64Array;
  /** Not 0 for the terms whose vertices stop where the point touches. */
  readonly carries: Uint8Array;
  /** Sums of the weights, and of their squares, of the carrying terms of each point. */
  readonly sums: Float64Array;
  readonly squares: Float64Array;

  /** `own`: vertices that are points themselves; they come first. */
  constructor(own: readonly number[], points: readonly WeightedPoints[]) {
    const starts = [0];
    const vertices: number[] = [];
    const weights: number[] = [];
    const carries: number[] = [];
    const sums: number[] = [];
    const squares: number[] = [];
    for (const vertex of own) {
      vertices.push(vertex);
      weights.push(1);
      carries.push(1);
      sums.push(1);
      squares.push(1);
      starts.push(vertices.length);
    }
    for (const { size, vertices: around, weights: by } of points) {
      for (let first = 0; first < by.length; first += size) {
        let largest = 0;
        for (let k = first; k < first + size; k++) largest = Math.max(largest, by[k]);
        let sum = 0;
        let square = 0;
        for (let k = first; k < first + size; k++) {
          if (by[k] === 0) continue;
          const carrying = by[k] >= CARRYING_SHARE * largest;
          vertices.push(around[k]);
          weights.push(by[k]);
          carries.push(carrying ? 1 : 0);
          if (!carrying) continue;
          sum += by[k];
          square += by[k] * by[k];
        }
        sums.push(sum);
        squares.push(square);
        starts.push(vertices.length);
      }
    }
    this.starts = Uint32Array.from(starts);
    this.vertices = Uint32Array.from(vertices);
    this.weights = Float64Array.from(weights);
    this.carries = Uint8Array.from(carries);
    this.sums = Float64Array.from(sums);
    this.squares = Float64Array.from(squares);
  }

  get count(): number {
    return this.squares.length;
  }

  /** Writes where a point is for vertices at `x`, m, xyz at `at`. */
  place(point: number, x: Float64Array, out: Float64Array, at: number): void {
    const { starts, vertices, weights } = this;
    let px = 0;
    let py = 0;
    let pz = 0;
    for (let k = starts[point]; k < starts[point + 1]; k++) {
      const w = weights[k];
      const v = 3 * vertices[k];
      px += w * x[v];
      py += w * x[v + 1];
      pz += w * x[v + 2];
    }
    out[at] = px;
    out[at + 1] = py;
    out[at + 2] = pz;
  }

  /** The same for all points, m, xyz per point. */
  placeAll(x: Float64Array, out: Float64Array): void {
    for (let point = 0; point < this.count; point++) this.place(point, x, out, 3 * point);
  }

  /** Moves a point by `way` times the unit vector in `direction`, m, with the least motion of the vertices that carry it, in `x`; those with a non-zero `held` entry stay. */
  push(point: number, x: Float64Array, held: Uint8Array, direction: Float64Array, way: Float64Array): void {
    const { starts, vertices, weights, carries } = this;
    let square = this.squares[point];
    for (let k = starts[point]; k < starts[point + 1]; k++) {
      if (carries[k] !== 0 && held[vertices[k]] !== 0) square -= weights[k] * weights[k];
    }
    if (!(square > 1e-6)) return;
    const scale = way[0] / square;
    for (let k = starts[point]; k < starts[point + 1]; k++) {
      const vertex = vertices[k];
      if (carries[k] === 0 || held[vertex] !== 0) continue;
      const step = scale * weights[k];
      for (let axis = 0; axis < 3; axis++) x[3 * vertex + axis] += step * direction[axis];
    }
  }
}

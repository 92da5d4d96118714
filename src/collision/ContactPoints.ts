/** Weights that differ by less than this are equal: the first of these vertices carries the point. */
const TIE = 1e-9;
/** A vertex of less weight does not carry the point: it would have to move too far. */
const LEAST_WEIGHT = 0.1;

/** Points of a body, each a weighted sum of the positions of its vertices. */
export interface WeightedPoints {
  readonly size: number;
  /** Vertices, `size` per point. */
  readonly vertices: ArrayLike<number>;
  /** Weights, which add up to 1 per point; vertices of weight 0 are ignored. */
  readonly weights: ArrayLike<number>;
}

/**
 * Contact points of a body: vertices on or inside the rendered surface, and points of that surface that are embedded in the elements.
 * Point i is the sum over k from starts[i] to starts[i + 1] of weights[k] times the position of vertices[k], the heaviest first. One vertex carries each point and stops when the
 * point touches: with two vertices stopped, their share of the force would depend on the order of events, and light contact would be stiff.
 */
export class ContactPoints {
  readonly starts: Uint32Array;
  readonly vertices: Uint32Array;
  readonly weights: Float64Array;

  /** `own`: vertices that are contact points themselves; they come first. */
  constructor(own: readonly number[], points: readonly WeightedPoints[]) {
    const starts = [0];
    const vertices: number[] = [];
    const weights: number[] = [];
    for (const vertex of own) {
      vertices.push(vertex);
      weights.push(1);
      starts.push(vertices.length);
    }
    for (const { size, vertices: around, weights: by } of points) {
      for (let first = 0; first < by.length; first += size) {
        for (const k of heaviestFirst(by, first, size)) {
          vertices.push(around[k]);
          weights.push(by[k]);
        }
        starts.push(vertices.length);
      }
    }
    this.starts = Uint32Array.from(starts);
    this.vertices = Uint32Array.from(vertices);
    this.weights = Float64Array.from(weights);
  }

  get count(): number {
    return this.starts.length - 1;
  }

  /** The most that a point moves where no vertex moves by more than 1 m, m: the largest sum of absolute weights. */
  get reach(): number {
    const { starts, weights } = this;
    let largest = 0;
    for (let point = 0; point < this.count; point++) {
      let sum = 0;
      for (let k = starts[point]; k < starts[point + 1]; k++) sum += Math.abs(weights[k]);
      largest = Math.max(largest, sum);
    }
    return largest;
  }

  /** Returns 1 for every vertex, of `vertexCount`, that carries a point while none is constrained. */
  carriers(vertexCount: number): Uint8Array {
    const { starts, vertices } = this;
    const marks = new Uint8Array(vertexCount);
    for (let point = 0; point < this.count; point++) marks[vertices[starts[point]]] = 1;
    return marks;
  }

  /** Returns the term of the vertex that carries a point: the heaviest without a `constrained` entry; -1 where no vertex has enough weight. */
  carrier(point: number, constrained: Uint8Array): number {
    const { starts, vertices, weights } = this;
    for (let k = starts[point]; k < starts[point + 1] && weights[k] >= LEAST_WEIGHT; k++) {
      if (constrained[vertices[k]] === 0) return k;
    }
    return -1;
  }

  /** Writes the position of a point, m, to `out[at ..]` for vertices at `x`, m. */
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

  /** Writes the positions of all points, m, xyz per point. */
  placeAll(x: Float64Array, out: Float64Array): void {
    for (let point = 0; point < this.count; point++) this.place(point, x, out, 3 * point);
  }

  /** Moves a point by `way[0]` metres along the unit vector `direction` by moving the vertex that carries it, in `x`; does nothing where no unconstrained vertex carries it. */
  push(point: number, x: Float64Array, constrained: Uint8Array, direction: Float64Array, way: Float64Array): void {
    const k = this.carrier(point, constrained);
    if (k < 0) return;
    const step = way[0] / this.weights[k];
    const at = 3 * this.vertices[k];
    for (let axis = 0; axis < 3; axis++) x[at + axis] += step * direction[axis];
  }
}

/** Returns the indices of the non-zero weights among the `size` from `first` on, the largest first; weights equal up to rounding keep their order. */
function heaviestFirst(weights: ArrayLike<number>, first: number, size: number): number[] {
  const terms: number[] = [];
  for (let k = first; k < first + size; k++) if (weights[k] !== 0) terms.push(k);
  return terms.sort((a, b) => (Math.abs(weights[a] - weights[b]) <= TIE ? a - b : weights[b] - weights[a]));
}

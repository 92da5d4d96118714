/** Of vertices whose weights are this close together the first carries the point. */
const TIE = 1e-9;
/** A vertex of less weight carries no point: it would be pushed too far for it. */
const LEAST_WEIGHT = 0.1;

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
 * them. Point i is the sum over k from starts[i] to starts[i + 1] of weights[k] times the position of vertices[k], the heaviest first. Each is carried by one vertex, which stops where the
 * point touches: were two stopped, how they share the force would depend on how they got there, and what touches lightly would be stiff.
 */
export class ContactPoints {
  readonly starts: Uint32Array;
  readonly vertices: Uint32Array;
  readonly weights: Float64Array;

  /** `own`: vertices that are points themselves; they come first. */
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

  /** 1 for the vertices, of `vertexCount`, that carry points where none is held. */
  carriers(vertexCount: number): Uint8Array {
    const { starts, vertices } = this;
    const marks = new Uint8Array(vertexCount);
    for (let point = 0; point < this.count; point++) marks[vertices[starts[point]]] = 1;
    return marks;
  }

  /** The term of the vertex that carries a point: the heaviest without a `constrained` entry. -1 where none of weight is left. */
  carrier(point: number, constrained: Uint8Array): number {
    const { starts, vertices, weights } = this;
    for (let k = starts[point]; k < starts[point + 1] && weights[k] >= LEAST_WEIGHT; k++) {
      if (constrained[vertices[k]] === 0) return k;
    }
    return -1;
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

  /** Moves a point by `way` times the unit vector in `direction`, m, with the vertex that carries it, in `x`; nothing where those with a non-zero `constrained` entry leave none. */
  push(point: number, x: Float64Array, constrained: Uint8Array, direction: Float64Array, way: Float64Array): void {
    const k = this.carrier(point, constrained);
    if (k < 0) return;
    const step = way[0] / this.weights[k];
    const at = 3 * this.vertices[k];
    for (let axis = 0; axis < 3; axis++) x[at + axis] += step * direction[axis];
  }
}

/** Where `size` weights that begin at `first` are other than 0, the largest first; such as differ by rounding as they come. */
function heaviestFirst(weights: ArrayLike<number>, first: number, size: number): number[] {
  const terms: number[] = [];
  for (let k = first; k < first + size; k++) if (weights[k] !== 0) terms.push(k);
  return terms.sort((a, b) => (Math.abs(weights[a] - weights[b]) <= TIE ? a - b : weights[b] - weights[a]));
}

/** Vertices of a constraint: a point and a triangle, or two edges. */
const CORNERS = 4;

/**
 * Linear constraints c^T dv = 0 between vertices that touch each other, each with c = weight_j direction at up to four vertices
 * (Irving 2007, 4.4): a point on a triangle has the weights 1, -w1, -w2, -w3 and the triangle's normal; two edges 1 - a1, a1,
 * -(1 - a2), -a2 and the vector between their nearest points. The first ones are satisfied best: put points on triangles before edges.
 */
export class PairConstraints {
  count = 0;
  readonly vertices: Uint32Array;
  readonly weights: Float64Array;
  /** Directions of any length but zero. */
  readonly directions: Float64Array;

  constructor(capacity: number) {
    this.vertices = new Uint32Array(CORNERS * capacity);
    this.weights = new Float64Array(CORNERS * capacity);
    this.directions = new Float64Array(3 * capacity);
  }

  /** v = P1 .. Pn .. P1 v, symmetric in the sense that P M^-1 is; `inverseMasses` 1/kg. */
  sweep(inverseMasses: Float64Array, v: Float64Array): void {
    for (let i = 0; i < this.count; i++) this.project(i, inverseMasses, v);
    for (let i = this.count - 2; i >= 0; i--) this.project(i, inverseMasses, v);
  }

  /** v -= M^-1 c (c^T M^-1 c)^-1 c^T v. */
  private project(i: number, inverseMasses: Float64Array, v: Float64Array): void {
    const { vertices, weights, directions } = this;
    const x = directions[3 * i];
    const y = directions[3 * i + 1];
    const z = directions[3 * i + 2];
    let rate = 0;
    let response = 0;
    for (let j = CORNERS * i; j < CORNERS * (i + 1); j++) {
      const k = 3 * vertices[j];
      rate += weights[j] * (x * v[k] + y * v[k + 1] + z * v[k + 2]);
      response += weights[j] * weights[j] * inverseMasses[vertices[j]];
    }
    response *= x * x + y * y + z * z;
    if (!(response > 0)) return;
    for (let j = CORNERS * i; j < CORNERS * (i + 1); j++) {
      const k = 3 * vertices[j];
      const scale = (weights[j] * inverseMasses[vertices[j]] * rate) / response;
      v[k] -= scale * x;
      v[k + 1] -= scale * y;
      v[k + 2] -= scale * z;
    }
  }
}

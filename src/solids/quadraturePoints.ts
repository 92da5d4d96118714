/**
 * Elements of any kind as quadrature points (Irving 2007, 2.10): point q of element e = floor(q / pointsPerElement) sees
 * F = sum_a x_a (dN_a/dX)^T over the element's vertices a, and weighs `weights[q]` m3 of rest volume. Of corners that are one vertex (`collapsedHex`)
 * the first has their sums, the others 0.
 */
export interface ElementQuadrature {
  readonly verticesPerElement: number;
  readonly pointsPerElement: number;
  /** dN_a/dX, 1/m: `gradients[3 * (verticesPerElement * q + a) + axis]`. */
  readonly gradients: Float64Array;
  /** Rest volume of each point, m3, positive; of the material that is there. */
  readonly weights: Float64Array;
  /** Volume whose mass each vertex of an element has, m3: `lumps[verticesPerElement * e + a]`; 0 at corners that are the vertex of another one. */
  readonly lumps: Float64Array;
}

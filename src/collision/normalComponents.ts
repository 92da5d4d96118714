/** Gram determinant below which a third normal counts as lying in the plane of the first two, and a second on the line of the first. */
export const DEPENDENT = 1e-4;

/**
 * Computes the vector of span(N_0 .. N_{count-1}) whose projections on the unit normals are `rates`, as a sum of c_k N_k, by solving the
 * Gram system (N_j . N_k) c = rates. Normals at `normals[at + 3 k]`; `count` <= 3. A third normal that depends on the others
 * gets the coefficient 0.
 */
export function normalComponents(
  normals: Float64Array,
  at: number,
  count: number,
  rates: Float64Array,
  out: Float64Array,
): void {
  out[0] = count > 0 ? rates[0] : 0;
  out[1] = 0;
  out[2] = 0;
  if (count < 2) return;
  const a = pairDot(normals, at, at + 3);
  if (count === 3) {
    const b = pairDot(normals, at, at + 6);
    const c = pairDot(normals, at + 3, at + 6);
    const determinant = 1 + 2 * a * b * c - a * a - b * b - c * c;
    if (determinant > DEPENDENT) {
      const r0 = rates[0];
      const r1 = rates[1];
      const r2 = rates[2];
      out[0] = ((1 - c * c) * r0 + (b * c - a) * r1 + (a * c - b) * r2) / determinant;
      out[1] = ((b * c - a) * r0 + (1 - b * b) * r1 + (a * b - c) * r2) / determinant;
      out[2] = ((a * c - b) * r0 + (a * b - c) * r1 + (1 - a * a) * r2) / determinant;
      return;
    }
  }
  const determinant = 1 - a * a;
  if (determinant < DEPENDENT) return;
  out[0] = (rates[0] - a * rates[1]) / determinant;
  out[1] = (rates[1] - a * rates[0]) / determinant;
}

function pairDot(normals: Float64Array, p: number, q: number): number {
  return normals[p] * normals[q] + normals[p + 1] * normals[q + 1] + normals[p + 2] * normals[q + 2];
}

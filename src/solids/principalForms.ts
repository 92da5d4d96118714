/** Pair of two axes in the numbering of `PrincipalTangent`: their sum less one. */
const PAIR_OFFSET = -1;

/**
 * out = T of `PrincipalTangent` (`tangent`) between the vectors at `a` and at `b` of `m`: T_ii = H_ii a_i b_i + sum alpha_ik a_k b_k and
 * T_ij = H_ij a_i b_j + beta_ij a_j b_i (Teran et al. 2005).
 */
export function tangentBlock(tangent: Float64Array, m: Float64Array, a: number, b: number, out: Float64Array): void {
  for (let i = 0; i < 3; i++) {
    out[4 * i] = tangent[i] * m[a + i] * m[b + i];
    for (let j = 0; j < 3; j++) {
      if (j === i) continue;
      const pair = i + j + PAIR_OFFSET;
      out[4 * i] += tangent[6 + pair] * m[a + j] * m[b + j];
      out[3 * i + j] = tangent[3 + pair] * m[a + i] * m[b + j] + tangent[9 + pair] * m[a + j] * m[b + i];
    }
  }
}

/** out[offset ..] = U diag(d0, d1, d2) V^T, row-major. */
export function diagonalProduct(
  u: Float64Array,
  d0: number,
  d1: number,
  d2: number,
  v: Float64Array,
  out: Float64Array,
  offset: number,
): void {
  for (let i = 0; i < 3; i++) {
    const a = u[3 * i] * d0;
    const b = u[3 * i + 1] * d1;
    const c = u[3 * i + 2] * d2;
    for (let j = 0; j < 3; j++) out[offset + 3 * i + j] = a * v[3 * j] + b * v[3 * j + 1] + c * v[3 * j + 2];
  }
}

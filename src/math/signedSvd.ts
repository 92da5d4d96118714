/** Upper bound of one-sided Jacobi sweeps; 3x3 matrices converge to rounding in four or five. */
const MAX_SWEEPS = 8;
/** Two columns count as orthogonal when |bp . bq| is below this times |bp| |bq|: about the rounding of a dot product of three terms. */
const ORTHOGONAL = 4e-16;
/** A second column shorter than this times the first has no significant direction. */
const NEGLIGIBLE_COLUMN = 1e-14;
/** Matrices whose largest entry is below this are not rescaled (the reciprocal would lose digits or overflow). */
const SMALLEST_SIZE = 1e-280;

/** Columns of B = F V during the Jacobi rotations: b[3 * column + row]. */
const b = new Float64Array(9);
/** Columns of V: w[3 * column + row]. */
const w = new Float64Array(9);

/**
 * Signed singular value decomposition F = U diag(s) V^T of a 3x3 matrix, det U = det V = 1, s[0] >= s[1] >= |s[2]|: the
 * smallest value has the sign of det F (Irving 2007, 2.5). Rank-deficient matrices are decomposed exactly, too: missing columns
 * of U are completed so that U V^T is as near the identity as V allows, and F = 0 gives U = V = I.
 *
 * One-sided Jacobi on the columns of F (the condition number is not squared), U by Gram-Schmidt. `f`, `u`, `v`: 9 numbers,
 * row-major; `s`: 3. F is reproduced to about 1e-15 |F|. Non-finite input gives non-finite output.
 */
export function signedSvd(f: Float64Array, u: Float64Array, s: Float64Array, v: Float64Array): void {
  // Scaled to unit size so that squares neither overflow nor underflow.
  let size = 0;
  for (let k = 0; k < 9; k++) size = Math.max(size, Math.abs(f[k]));
  const scale = size > SMALLEST_SIZE ? size : 1;
  for (let row = 0; row < 3; row++) {
    for (let column = 0; column < 3; column++) {
      b[3 * column + row] = f[3 * row + column] / scale;
      w[3 * column + row] = row === column ? 1 : 0;
    }
  }
  for (let sweep = 0; sweep < MAX_SWEEPS; sweep++) {
    const first = orthogonalize(0, 3);
    const second = orthogonalize(0, 6);
    const third = orthogonalize(3, 6);
    if (!first && !second && !third) break;
  }
  orderColumns(0, 3);
  orderColumns(0, 6);
  orderColumns(3, 6);
  completeLeftRotation(u, s);
  for (let k = 0; k < 3; k++) s[k] *= scale;
  for (let row = 0; row < 3; row++) {
    v[3 * row] = w[row];
    v[3 * row + 1] = w[3 + row];
    v[3 * row + 2] = w[6 + row];
  }
}

/** Rotates columns p and q of B and V so that those of B become orthogonal; returns false where they already are. */
function orthogonalize(p: number, q: number): boolean {
  const alpha = b[p] * b[p] + b[p + 1] * b[p + 1] + b[p + 2] * b[p + 2];
  const beta = b[q] * b[q] + b[q + 1] * b[q + 1] + b[q + 2] * b[q + 2];
  const gamma = b[p] * b[q] + b[p + 1] * b[q + 1] + b[p + 2] * b[q + 2];
  if (!(gamma * gamma > ORTHOGONAL * ORTHOGONAL * alpha * beta)) return false;
  const zeta = (beta - alpha) / (2 * gamma);
  const t = (zeta >= 0 ? 1 : -1) / (Math.abs(zeta) + Math.sqrt(1 + zeta * zeta));
  const c = 1 / Math.sqrt(1 + t * t);
  const sine = c * t;
  for (let row = 0; row < 3; row++) {
    const bp = b[p + row];
    const bq = b[q + row];
    b[p + row] = c * bp - sine * bq;
    b[q + row] = sine * bp + c * bq;
    const wp = w[p + row];
    const wq = w[q + row];
    w[p + row] = c * wp - sine * wq;
    w[q + row] = sine * wp + c * wq;
  }
  return true;
}

/** Swaps (p, q) -> (q, -p), a rotation, when column q of B is the longer. */
function orderColumns(p: number, q: number): void {
  const alpha = b[p] * b[p] + b[p + 1] * b[p + 1] + b[p + 2] * b[p + 2];
  const beta = b[q] * b[q] + b[q + 1] * b[q + 1] + b[q + 2] * b[q + 2];
  if (alpha >= beta) return;
  for (let row = 0; row < 3; row++) {
    const bp = b[p + row];
    b[p + row] = b[q + row];
    b[q + row] = -bp;
    const wp = w[p + row];
    w[p + row] = w[q + row];
    w[q + row] = -wp;
  }
}

/** Computes U from the ordered orthogonal columns of B, and the singular values s_i = u_i . b_i. */
function completeLeftRotation(u: Float64Array, s: Float64Array): void {
  const length1 = Math.sqrt(b[0] * b[0] + b[1] * b[1] + b[2] * b[2]);
  const from1 = length1 === 0 ? w : b;
  const scale1 = length1 === 0 ? 1 : 1 / length1;
  const x1 = from1[0] * scale1;
  const y1 = from1[1] * scale1;
  const z1 = from1[2] * scale1;

  let along = x1 * b[3] + y1 * b[4] + z1 * b[5];
  let x2 = b[3] - along * x1;
  let y2 = b[4] - along * y1;
  let z2 = b[5] - along * z1;
  let length2 = Math.sqrt(x2 * x2 + y2 * y2 + z2 * z2);
  if (length2 <= NEGLIGIBLE_COLUMN * length1) {
    // Use V's own column, or its third where that one is (anti)parallel to u1.
    const column = Math.abs(x1 * w[3] + y1 * w[4] + z1 * w[5]) < 0.9 ? 3 : 6;
    along = x1 * w[column] + y1 * w[column + 1] + z1 * w[column + 2];
    x2 = w[column] - along * x1;
    y2 = w[column + 1] - along * y1;
    z2 = w[column + 2] - along * z1;
    length2 = Math.sqrt(x2 * x2 + y2 * y2 + z2 * z2);
  }
  x2 /= length2;
  y2 /= length2;
  z2 /= length2;
  const x3 = y1 * z2 - z1 * y2;
  const y3 = z1 * x2 - x1 * z2;
  const z3 = x1 * y2 - y1 * x2;

  s[0] = length1;
  s[1] = x2 * b[3] + y2 * b[4] + z2 * b[5];
  s[2] = x3 * b[6] + y3 * b[7] + z3 * b[8];
  u[0] = x1;
  u[1] = x2;
  u[2] = x3;
  u[3] = y1;
  u[4] = y2;
  u[5] = y3;
  u[6] = z1;
  u[7] = z2;
  u[8] = z3;
}

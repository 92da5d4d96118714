/** Upper bound of cyclic Jacobi sweeps; 3x3 matrices converge to rounding in four or five. */
const MAX_SWEEPS = 10;
/** An off-diagonal entry below this times the geometric mean of its diagonal entries is rounding. */
const NEGLIGIBLE = 1e-17;

/** Indices of the packed entries xx, xy, xz, yy, yz, zz. */
const XX = 0;
const XY = 1;
const XZ = 2;
const YY = 3;
const YZ = 4;
const ZZ = 5;

const a = new Float64Array(6);

/**
 * Eigenvalues and eigenvectors A = W diag(values) W^T of a symmetric 3x3 matrix, unordered, by cyclic Jacobi rotations (Golub and Van Loan
 * 2013, 8.5). `matrix`: xx, xy, xz, yy, yz, zz; `vectors`: 9 numbers, row-major, eigenvectors in columns, det 1. A is reproduced to about
 * 1e-15 |A|; equal input gives equal bits. Non-finite input gives non-finite output.
 */
export function symmetricEigen(matrix: Float64Array, values: Float64Array, vectors: Float64Array): void {
  for (let k = 0; k < 6; k++) a[k] = matrix[k];
  for (let k = 0; k < 9; k++) vectors[k] = k % 4 === 0 ? 1 : 0;
  for (let sweep = 0; sweep < MAX_SWEEPS; sweep++) {
    const first = rotate(XX, YY, XY, XZ, YZ, 0, 1, vectors);
    const second = rotate(XX, ZZ, XZ, XY, YZ, 0, 2, vectors);
    const third = rotate(YY, ZZ, YZ, XY, XZ, 1, 2, vectors);
    if (!first && !second && !third) break;
  }
  values[0] = a[XX];
  values[1] = a[YY];
  values[2] = a[ZZ];
}

/**
 * Rotates `column` and `other` so that the entry `pq` becomes zero; `kp` and `kq` are the entries that couple both to the third axis. Returns
 * false where the entry is negligible already.
 */
function rotate(
  pp: number,
  qq: number,
  pq: number,
  kp: number,
  kq: number,
  column: number,
  other: number,
  vectors: Float64Array,
): boolean {
  const offDiagonal = a[pq];
  const size = Math.abs(a[pp]) + Math.abs(a[qq]);
  if (!(Math.abs(offDiagonal) > NEGLIGIBLE * size)) return false;
  const theta = (a[qq] - a[pp]) / (2 * offDiagonal);
  const t = (theta >= 0 ? 1 : -1) / (Math.abs(theta) + Math.sqrt(1 + theta * theta));
  const c = 1 / Math.sqrt(1 + t * t);
  const s = t * c;
  a[pp] -= t * offDiagonal;
  a[qq] += t * offDiagonal;
  a[pq] = 0;
  const p = a[kp];
  const q = a[kq];
  a[kp] = c * p - s * q;
  a[kq] = s * p + c * q;
  for (let row = 0; row < 9; row += 3) {
    const vp = vectors[row + column];
    const vq = vectors[row + other];
    vectors[row + column] = c * vp - s * vq;
    vectors[row + other] = s * vp + c * vq;
  }
  return true;
}

/**
 * Size of a packed symmetric 3x3 matrix, xx, xy, xz, yy, yz, zz; arrays store several in sequence. With the weights 1, 2, 2, 1, 2, 1 the products
 * of their numbers add up to the Frobenius product.
 */
export const PACKED = 6;

/** Writes out[at ..] = W diag(values) W^T for a rotation W (row-major). */
export function composeSymmetric(vectors: Float64Array, values: Float64Array, out: Float64Array, at: number): void {
  let k = at;
  for (let i = 0; i < 9; i += 3) {
    const a = vectors[i] * values[0];
    const b = vectors[i + 1] * values[1];
    const c = vectors[i + 2] * values[2];
    for (let j = i; j < 9; j += 3) out[k++] = a * vectors[j] + b * vectors[j + 1] + c * vectors[j + 2];
  }
}

/** Writes out = A (row-major) times the packed matrix at `at`. */
export function multiplyPacked(a: Float64Array, packed: Float64Array, at: number, out: Float64Array): void {
  const xx = packed[at];
  const xy = packed[at + 1];
  const xz = packed[at + 2];
  const yy = packed[at + 3];
  const yz = packed[at + 4];
  const zz = packed[at + 5];
  for (let i = 0; i < 9; i += 3) {
    const x = a[i];
    const y = a[i + 1];
    const z = a[i + 2];
    out[i] = x * xx + y * xy + z * xz;
    out[i + 1] = x * xy + y * yy + z * yz;
    out[i + 2] = x * xz + y * yz + z * zz;
  }
}

/** Writes out = A^T A, packed: the square of the right stretch. `a` is row-major. */
export function packedGram(a: Float64Array, out: Float64Array): void {
  out[0] = a[0] * a[0] + a[3] * a[3] + a[6] * a[6];
  out[1] = a[0] * a[1] + a[3] * a[4] + a[6] * a[7];
  out[2] = a[0] * a[2] + a[3] * a[5] + a[6] * a[8];
  out[3] = a[1] * a[1] + a[4] * a[4] + a[7] * a[7];
  out[4] = a[1] * a[2] + a[4] * a[5] + a[7] * a[8];
  out[5] = a[2] * a[2] + a[5] * a[5] + a[8] * a[8];
}

/** Subtracts tr/3 I from the packed matrix at `at`. */
export function removeTrace(packed: Float64Array, at: number): void {
  const mean = (packed[at] + packed[at + 3] + packed[at + 5]) / 3;
  packed[at] -= mean;
  packed[at + 3] -= mean;
  packed[at + 5] -= mean;
}

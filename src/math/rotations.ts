/** Writes R v, for the rotation R by rows and the vector at `from`[at ...], to `out`[to ...]; both may be the same vector. */
export function rotateVector(r: Float64Array, from: Float64Array, at: number, out: Float64Array, to: number): void {
  const x = from[at];
  const y = from[at + 1];
  const z = from[at + 2];
  out[to] = r[0] * x + r[1] * y + r[2] * z;
  out[to + 1] = r[3] * x + r[4] * y + r[5] * z;
  out[to + 2] = r[6] * x + r[7] * y + r[8] * z;
}

/** Writes R^T v, for the rotation R by rows and the vector at `from`[at ...], to `out`[to ...]; both may be the same vector. */
export function rotateVectorBack(r: Float64Array, from: Float64Array, at: number, out: Float64Array, to: number): void {
  const x = from[at];
  const y = from[at + 1];
  const z = from[at + 2];
  out[to] = r[0] * x + r[3] * y + r[6] * z;
  out[to + 1] = r[1] * x + r[4] * y + r[7] * z;
  out[to + 2] = r[2] * x + r[5] * y + r[8] * z;
}

/** Writes R v for every vector (xyz each) of `from` to `out`, which may be `from`. Ends with its loop, so that the compiler keeps it whole. */
export function rotateVectors(r: Float64Array, from: Float64Array, out: Float64Array): void {
  for (let k = 0; k < from.length; k += 3) rotateVector(r, from, k, out, k);
}

/** Writes R^T v for every vector (xyz each) of `from` to `out`, which may be `from`. Ends with its loop, so that the compiler keeps it whole. */
export function rotateVectorsBack(r: Float64Array, from: Float64Array, out: Float64Array): void {
  for (let k = 0; k < from.length; k += 3) rotateVectorBack(r, from, k, out, k);
}

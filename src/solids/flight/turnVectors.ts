/** Replaces vectors (xyz each) by q times these; q: rotation by rows. Ends with its loop, like `vectorSums`. */
export function turnVectors(q: Float64Array, vectors: Float64Array): void {
  for (let k = 0; k < vectors.length; k += 3) {
    const x = vectors[k];
    const y = vectors[k + 1];
    const z = vectors[k + 2];
    for (let i = 0; i < 3; i++) vectors[k + i] = q[3 * i] * x + q[3 * i + 1] * y + q[3 * i + 2] * z;
  }
}

/** Replaces vectors (xyz each) by q^-1 times these; q: rotation by rows. Ends with its loop, like `vectorSums`. */
export function turnVectorsBack(q: Float64Array, vectors: Float64Array): void {
  for (let k = 0; k < vectors.length; k += 3) {
    const x = vectors[k];
    const y = vectors[k + 1];
    const z = vectors[k + 2];
    for (let i = 0; i < 3; i++) vectors[k + i] = q[i] * x + q[3 + i] * y + q[6 + i] * z;
  }
}

/** Returns sum m y^2 over the vectors y. Ends with its loop, like `vectorSums`. */
export function massSquare(vectors: Float64Array, masses: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < vectors.length; k++) sum += masses[Math.floor(k / 3)] * (vectors[k] * vectors[k]);
  return sum;
}

/** out = sum m v / sum m. Ends with its loops, like `vectorSums`. */
export function meanOf(masses: Float64Array, velocity: Float64Array, out: Float64Array): void {
  let total = 0;
  out.fill(0);
  for (let i = 0; i < masses.length; i++) {
    total += masses[i];
    for (let axis = 0; axis < 3; axis++) out[axis] += masses[i] * velocity[3 * i + axis];
  }
  for (let axis = 0; axis < 3; axis++) out[axis] /= total;
}

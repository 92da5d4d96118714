/**
 * out[v] = sum over k < size of weights[size v + k] * values[vertices[size v + k]], for xyz per vertex: where a surface that rides on a
 * volume stands. Allocates nothing.
 */
export function embed(
  size: number,
  vertices: Uint32Array,
  weights: Float32Array,
  positions: ArrayLike<number>,
  out: Float32Array,
): void {
  const count = vertices.length / size;
  for (let v = 0; v < count; v++) {
    let x = 0;
    let y = 0;
    let z = 0;
    for (let k = size * v; k < size * v + size; k++) {
      const weight = weights[k];
      const from = 3 * vertices[k];
      x += weight * positions[from];
      y += weight * positions[from + 1];
      z += weight * positions[from + 2];
    }
    out[3 * v] = x;
    out[3 * v + 1] = y;
    out[3 * v + 2] = z;
  }
}

/** Interpolates one number per vertex as `embed` does vectors, clamped to [low, high]: weights outside of an element extrapolate. */
export function embedNumbers(
  size: number,
  vertices: Uint32Array,
  weights: Float32Array,
  values: ArrayLike<number>,
  [low, high]: readonly [number, number],
  out: Float32Array,
): void {
  for (let v = 0; v < out.length; v++) {
    let sum = 0;
    for (let k = size * v; k < size * v + size; k++) sum += weights[k] * values[vertices[k]];
    out[v] = sum < low ? low : sum > high ? high : sum;
  }
}

/** Steps of the iteration; the direction only needs a few percent. */
const MAX_STEPS = 24;
const RELATIVE_GAP = 1e-3;

/**
 * The point of least norm in the convex hull of `count` vectors (Gilbert 1966 with exact line steps): the direction in which the
 * smallest of several linear functions with these gradients rises fastest. `vectors`: xyz each; writes xyz to `out` and
 * returns its norm.
 */
export function minNormPoint(vectors: Float64Array, count: number, out: Float64Array): number {
  let x = vectors[0];
  let y = vectors[1];
  let z = vectors[2];
  for (let step = 0; step < MAX_STEPS; step++) {
    let least = Infinity;
    let farthest = 0;
    for (let i = 0; i < count; i++) {
      const dot = x * vectors[3 * i] + y * vectors[3 * i + 1] + z * vectors[3 * i + 2];
      if (dot < least) {
        least = dot;
        farthest = i;
      }
    }
    const squared = x * x + y * y + z * z;
    if (squared - least <= RELATIVE_GAP * squared) break;
    const dx = vectors[3 * farthest] - x;
    const dy = vectors[3 * farthest + 1] - y;
    const dz = vectors[3 * farthest + 2] - z;
    const t = Math.min(1, -(x * dx + y * dy + z * dz) / (dx * dx + dy * dy + dz * dz));
    x += t * dx;
    y += t * dy;
    z += t * dz;
  }
  out[0] = x;
  out[1] = y;
  out[2] = z;
  return Math.sqrt(x * x + y * y + z * z);
}

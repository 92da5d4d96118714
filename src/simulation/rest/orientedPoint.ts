/** out[i ..] = the point at `points[i ..]` times `scale`, turned from `upAxis` up to Y up: (x, y, z) -> (x, z, -y) for Z up. */
export function orientedPoint(
  points: Float64Array,
  i: number,
  scale: number,
  upAxis: 'y' | 'z',
  out: Float64Array,
): void {
  const [x, y, z] = [points[i], points[i + 1], points[i + 2]];
  out[i] = scale * x;
  out[i + 1] = scale * (upAxis === 'z' ? z : y);
  out[i + 2] = scale * (upAxis === 'z' ? -y : z);
}

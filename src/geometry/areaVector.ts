/**
 * Writes the area vector of the triangle whose corners start at `triangles[at]` to `out`: its unit normal times twice its area (m2 for positions in
 * metres). Returns its length, twice the area.
 */
export function areaVector(
  positions: Float64Array | Float32Array,
  triangles: Uint32Array,
  at: number,
  out: Float64Array,
): number {
  const a = 3 * triangles[at];
  const b = 3 * triangles[at + 1];
  const c = 3 * triangles[at + 2];
  const ux = positions[b] - positions[a];
  const uy = positions[b + 1] - positions[a + 1];
  const uz = positions[b + 2] - positions[a + 2];
  const vx = positions[c] - positions[a];
  const vy = positions[c + 1] - positions[a + 1];
  const vz = positions[c + 2] - positions[a + 2];
  out[0] = uy * vz - uz * vy;
  out[1] = uz * vx - ux * vz;
  out[2] = ux * vy - uy * vx;
  return Math.sqrt(out[0] * out[0] + out[1] * out[1] + out[2] * out[2]);
}

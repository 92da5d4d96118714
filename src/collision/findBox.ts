/** Writes the bounding box of points (xyz interleaved): min xyz, max xyz. It ends with its loop for the reason given in solids/vectorSums. */
export function findBox(points: Float64Array, out: Float64Array): void {
  out.fill(Infinity, 0, 3);
  out.fill(-Infinity, 3, 6);
  for (let k = 0; k < points.length; k += 3) {
    const x = points[k];
    const y = points[k + 1];
    const z = points[k + 2];
    if (x < out[0]) out[0] = x;
    if (x > out[3]) out[3] = x;
    if (y < out[1]) out[1] = y;
    if (y > out[4]) out[4] = y;
    if (z < out[2]) out[2] = z;
    if (z > out[5]) out[5] = z;
  }
}

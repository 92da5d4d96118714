/** Writes the bounding box of points (xyz interleaved): min xyz, max xyz. It ends with its loop for the reason given in solids/vectorSums. */
export function findBox(points: Float64Array, out: Float64Array): void {
  out.fill(Infinity, 0, 3);
  out.fill(-Infinity, 3, 6);
  for (let k = 0; k < points.length; k += 3) {
    for (let axis = 0; axis < 3; axis++) {
      const value = points[k + axis];
      if (value < out[axis]) out[axis] = value;
      if (value > out[3 + axis]) out[3 + axis] = value;
    }
  }
}

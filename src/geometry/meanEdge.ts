import { hypot3 } from '../math/hypot3.ts';

/** Returns the mean length of the edges of triangles, m; infinite where there are none. */
export function meanEdge(x: Float64Array, triangles: Uint32Array): number {
  let sum = 0;
  for (let corner = 0; corner < triangles.length; corner++) {
    const a = 3 * triangles[corner];
    const b = 3 * triangles[corner % 3 === 2 ? corner - 2 : corner + 1];
    sum += hypot3(x[b] - x[a], x[b + 1] - x[a + 1], x[b + 2] - x[a + 2]);
  }
  return triangles.length === 0 ? Infinity : sum / triangles.length;
}

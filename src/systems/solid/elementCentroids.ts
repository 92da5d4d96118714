/** Means of the vertices of every element, xyz each. `size` vertices per element. */
export function elementCentroids(positions: Float64Array, elements: Uint32Array, size: number): Float64Array {
  const centroids = new Float64Array((3 * elements.length) / size);
  for (let at = 0; at < elements.length; at++) {
    const centroid = 3 * Math.floor(at / size);
    for (let axis = 0; axis < 3; axis++) centroids[centroid + axis] += positions[3 * elements[at] + axis] / size;
  }
  return centroids;
}

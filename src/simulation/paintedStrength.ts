import { paintedValues, type PaintedField } from '../scene/paintedField.ts';

/**
 * Factor of the stress of each element: the painted strength at its centroid. `positions`: vertices at rest in the solid's own frame, m;
 * `size` vertices per element.
 */
export function paintedStrength(
  field: PaintedField,
  positions: Float64Array,
  elements: Uint32Array,
  size: 4 | 8,
): Float64Array {
  const centroids = new Float64Array((3 * elements.length) / size);
  for (let at = 0; at < elements.length; at++) {
    const centroid = 3 * Math.floor(at / size);
    for (let axis = 0; axis < 3; axis++) centroids[centroid + axis] += positions[3 * elements[at] + axis] / size;
  }
  return paintedValues(field, centroids, new Float64Array(elements.length / size));
}

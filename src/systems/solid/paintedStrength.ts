import type { PaintedField } from '../../scene/paintedField.ts';
import { paintedValues } from '../../scene/painting/PaintedPoints.ts';
import { elementCentroids } from './elementCentroids.ts';

/**
 * Factor of the stress of each element: the painted strength at its centroid. `positions`: vertices at rest in the solid's own frame, m;
 * `size` vertices per element.
 */
export function paintedStrength(
  field: PaintedField,
  positions: Float64Array,
  elements: Uint32Array,
  size: number,
): Float64Array {
  const centroids = elementCentroids(positions, elements, size);
  return paintedValues(field, centroids, new Float64Array(elements.length / size));
}

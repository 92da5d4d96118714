import type { ElementMesh } from '../../../src/frames/derived/elementNumbers.ts';
import { cornersOf } from './elementFaces.ts';

/** Elements that share a face (or else an edge) with one element. Tetrahedra: 3 or 2 common corners; hexahedra: 4
 * or 2. Triangles that share an edge count as sharing a face. */
export interface ElementNeighbours {
  readonly face: readonly number[];
  readonly edge: readonly number[];
}

export function elementNeighbours(
  size: ElementMesh['size'],
  elements: Uint32Array,
  element: number,
): ElementNeighbours {
  const corners = cornersOf(size);
  const own = new Set(elements.subarray(size * element, size * element + corners));
  const perFace = size === 8 ? 4 : corners - 1;
  const face: number[] = [];
  const edge: number[] = [];
  for (let other = 0; other < elements.length / size; other++) {
    if (other === element) continue;
    let common = 0;
    for (let k = size * other; k < size * other + corners; k++) if (own.has(elements[k])) common++;
    if (common >= perFace) face.push(other);
    else if (common >= 2) edge.push(other);
  }
  return { face, edge };
}

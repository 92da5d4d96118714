import type { ElementMesh } from '../../../src/frames/derived/elementNumbers.ts';
import { cornersOf } from './elementFaces.ts';

/** Elements that share a face (or else an edge) with one element: 3 or 2 common corners (of hexahedra 3 are those of a triangular face, where corners
 * coincide). Triangles that share an edge count as sharing a face. */
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
  const perFace = Math.min(corners, 4) - 1;
  const face: number[] = [];
  const edge: number[] = [];
  for (let other = 0; other < elements.length / size; other++) {
    if (other === element) continue;
    const others = new Set(elements.subarray(size * other, size * other + corners));
    let common = 0;
    for (const vertex of others) if (own.has(vertex)) common++;
    if (common >= perFace) face.push(other);
    else if (common >= 2) edge.push(other);
  }
  return { face, edge };
}

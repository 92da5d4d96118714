import { triangleEdges } from '../../geometry/surfaceQuery/triangleEdges.ts';
import type { ContactSurface } from './ContactSurface.ts';

/**
 * Shared vertices and edges of the triangles of a surface, by the slots of its trees. Each vertex and each edge is represented by one triangle: primitive pairs
 * are found once, from the pairs of the triangles that represent them.
 */
export interface ContactTopology {
  /** Corners of the triangle in each slot. */
  readonly corners: Int32Array;
  /** Edges of each slot: edge k runs from corner k to corner k + 1. */
  readonly slotEdges: Int32Array;
  /** Bits 0 to 2: the slot represents corner k; bits 3 to 5: it represents edge k. */
  readonly represents: Uint8Array;
  /** Both vertices of each edge. */
  readonly edges: Int32Array;
  /** Vertices of one body with exactly equal rest positions have the same number here. */
  readonly welded: Int32Array;
}

/** Builds the topology. `order`: triangle of each slot. */
export function contactTopology(surface: ContactSurface, order: Int32Array): ContactTopology {
  const { triangles } = surface;
  const vertexCount = surface.rest.length / 3;
  const { edgeOf, edgeCount } = triangleEdges(Uint32Array.from(triangles), vertexCount);
  const corners = new Int32Array(triangles.length);
  const slotEdges = new Int32Array(triangles.length);
  const represents = new Uint8Array(order.length);
  const edges = new Int32Array(2 * edgeCount).fill(-1);
  const vertexSeen = new Uint8Array(vertexCount);
  order.forEach((triangle, slot) => {
    for (let k = 0; k < 3; k++) {
      const vertex = triangles[3 * triangle + k];
      const edge = edgeOf[3 * triangle + k];
      corners[3 * slot + k] = vertex;
      slotEdges[3 * slot + k] = edge;
      if (vertexSeen[vertex] === 0) represents[slot] |= 1 << k;
      vertexSeen[vertex] = 1;
      if (edges[2 * edge] >= 0) continue;
      represents[slot] |= 8 << k;
      edges[2 * edge] = vertex;
      edges[2 * edge + 1] = triangles[3 * triangle + ((k + 1) % 3)];
    }
  });
  return { corners, slotEdges, represents, edges, welded: weldedVertices(surface) };
}

/** Returns the first vertex of the same body at the same rest position, per vertex. */
function weldedVertices({ rest, bodies }: ContactSurface): Int32Array {
  const byPlace = Int32Array.from({ length: rest.length / 3 }, (_, vertex) => vertex);
  const order = (a: number, b: number): number =>
    bodies[a] - bodies[b] ||
    rest[3 * a] - rest[3 * b] ||
    rest[3 * a + 1] - rest[3 * b + 1] ||
    rest[3 * a + 2] - rest[3 * b + 2];
  byPlace.sort((a, b) => order(a, b) || a - b);
  const welded = new Int32Array(byPlace.length);
  byPlace.forEach((vertex, k) => {
    const before = k > 0 ? byPlace[k - 1] : vertex;
    welded[vertex] = order(before, vertex) === 0 ? welded[before] : vertex;
    if (k === 0) welded[vertex] = vertex;
  });
  return welded;
}

import type { CoupledSurface } from './CoupledSolid.ts';

/** Triangles of nodes, three numbers each, with their vertices numbered on their own in the order in which they occur. */
export function compactSurface(triangles: Uint32Array): CoupledSurface {
  const vertexOf = new Map<number, number>();
  const compact = triangles.map((node) => {
    const vertex = vertexOf.get(node) ?? vertexOf.size;
    vertexOf.set(node, vertex);
    return vertex;
  });
  return { triangles: compact, nodes: Uint32Array.from(vertexOf.keys()) };
}

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

/** Writes the positions of a surface's vertices, xyz each, from those of all nodes. */
export function writeVertices({ nodes }: CoupledSurface, positions: Float64Array, out: Float64Array): void {
  for (let k = 0; k < nodes.length; k++) {
    for (let axis = 0; axis < 3; axis++) out[3 * k + axis] = positions[3 * nodes[k] + axis];
  }
}

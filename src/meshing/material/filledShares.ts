import { elementsOfVolume } from '../../geometry/elements/elementTypes.ts';
import type { SurfaceQuery } from '../../geometry/surfaceQuery/SurfaceQuery.ts';
import type { VolumeMesh } from '../../geometry/TetMesh.ts';

/**
 * Returns what share of the material that whole cells give each vertex is within the surface, 0 to 1: the integral of a hat function that is as wide as the edges at the vertex are long, over
 * the half space inside of a plane at the depth of the vertex: 1 - (1 - s)^2 / 2 at a depth of s edges, (1 + s)^2 / 2 where that is negative.
 */
export function filledShares(volume: VolumeMesh, query: SurfaceQuery): Float64Array {
  const { positions } = volume.mesh;
  const reach = edgesAtVertices(volume);
  return reach.map((edge, v) => {
    const depth = -query.signedDistance(positions[3 * v], positions[3 * v + 1], positions[3 * v + 2]) / edge;
    if (depth >= 1) return 1;
    if (depth <= -1) return 0;
    return depth < 0 ? (1 + depth) ** 2 / 2 : 1 - (1 - depth) ** 2 / 2;
  });
}

/** Returns the mean length of the edges at each vertex, m; each counts once for every element that has it. */
function edgesAtVertices(volume: VolumeMesh): Float64Array {
  const { positions } = volume.mesh;
  const { type, vertices } = elementsOfVolume(volume);
  const { size } = type;
  const sums = new Float64Array(positions.length / 3);
  const counts = new Uint32Array(sums.length);
  for (let at = 0; at < vertices.length; at++) {
    const first = at - (at % size);
    for (let corner = 0; corner < size; corner++) {
      if (!isEdge(size, at - first, corner)) continue;
      const [a, b] = [3 * vertices[at], 3 * vertices[first + corner]];
      const [dx, dy, dz] = [0, 1, 2].map((axis) => positions[b + axis] - positions[a + axis]);
      sums[vertices[at]] += Math.hypot(dx, dy, dz);
      counts[vertices[at]]++;
    }
  }
  return sums.map((sum, v) => sum / counts[v]);
}

/** Whether an edge joins two corners: of a hexahedron (corner = i + 2j + 4k) those that differ along one axis, of a tetrahedron any two. */
function isEdge(size: number, a: number, b: number): boolean {
  const differing = a ^ b;
  return size === 8 ? differing === 1 || differing === 2 || differing === 4 : differing !== 0;
}

import type { SurfaceMesh, TriMesh } from '../TriMesh.ts';
import { triangulate } from '../triangulate.ts';
import { weldExact } from '../welding/weldExact.ts';

/**
 * Returns the triangles of a polygon mesh with corners at exactly equal positions merged to one vertex (imported meshes are cut along
 * texture seams); the positions stay unchanged. Triangles with a repeated position or a non-finite coordinate are left out, and so are
 * duplicates of a triangle with the same orientation.
 */
export function weldedTriangles(surface: SurfaceMesh): TriMesh {
  const { positions } = surface;
  const cut = triangulate(surface).mesh.triangles;
  const { place, first } = weldExact(positions);
  const triangles = new Uint32Array(cut.length);
  const seen = new TriangleSet(positions.length / 3, triangles);
  let length = 0;
  for (let t = 0; t < cut.length; t += 3) {
    const a = first[place[cut[t]]];
    const b = first[place[cut[t + 1]]];
    const c = first[place[cut[t + 2]]];
    if (a === b || b === c || c === a || !isFinite(positions, a, b, c)) continue;
    // The smallest vertex first: rotations of one triangle look alike.
    const turn = a < b ? (a < c ? 0 : 2) : b < c ? 1 : 2;
    triangles[length] = turn === 0 ? a : turn === 1 ? b : c;
    triangles[length + 1] = turn === 0 ? b : turn === 1 ? c : a;
    triangles[length + 2] = turn === 0 ? c : turn === 1 ? a : b;
    if (seen.add(length)) length += 3;
  }
  return { positions, triangles: triangles.slice(0, length) };
}

function isFinite(x: Float64Array, a: number, b: number, c: number): boolean {
  let sum = 0;
  for (let axis = 0; axis < 3; axis++) sum += x[3 * a + axis] + x[3 * b + axis] + x[3 * c + axis];
  return Number.isFinite(sum);
}

/** Triangles already listed, chained by their smallest vertex. */
class TriangleSet {
  private readonly triangles: Uint32Array;
  private readonly head: Int32Array;
  private readonly next: Int32Array;

  constructor(vertexCount: number, triangles: Uint32Array) {
    this.triangles = triangles;
    this.head = new Int32Array(vertexCount).fill(-1);
    this.next = new Int32Array(triangles.length / 3);
  }

  /** False when the triangle written at `at` is already there. */
  add(at: number): boolean {
    const { triangles, head, next } = this;
    const low = triangles[at];
    for (let other = head[low]; other >= 0; other = next[other]) {
      if (triangles[3 * other + 1] === triangles[at + 1] && triangles[3 * other + 2] === triangles[at + 2])
        return false;
    }
    next[at / 3] = head[low];
    head[low] = at / 3;
    return true;
  }
}

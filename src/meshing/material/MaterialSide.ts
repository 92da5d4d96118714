import type { JobContext } from '../../base/job.ts';
import { crossingTriangles } from '../../geometry/preflight/selfIntersections.ts';
import type { SurfaceQuery } from '../../geometry/surfaceQuery/SurfaceQuery.ts';
import { UnionFind } from '../../geometry/UnionFind.ts';

/** Distance to both sides of a triangle at which the winding number is looked at, in diagonals of the surface's box. */
const APART = 1e-7;

/**
 * Which parts of a closed surface bound the material, whose inside is where the winding number is above 1/2 (Jacobson et al. 2013): all of a single shell that does not cross itself; where
 * shells cross or lie in each other, buried parts bound nothing.
 */
export class MaterialSide {
  private readonly query: SurfaceQuery;
  /** Whether all of the surface bounds material. */
  readonly isClean: boolean;
  /** m. */
  private readonly apart: number;

  constructor(query: SurfaceQuery, job: JobContext) {
    this.query = query;
    this.isClean = isOneShell(query.mesh.triangles) && crossingTriangles(query.mesh, job).found.pairs === 0;
    const bounds = query.bounds();
    this.apart = APART * Math.hypot(bounds[3] - bounds[0], bounds[4] - bounds[1], bounds[5] - bounds[2]);
  }

  /** Returns what the surface counts by at a point (m) of it with the outward normal `normal` (any length): 1 where material is behind it only, -1 where it is in front only, else 0. */
  shareAt(x: number, y: number, z: number, normal: ArrayLike<number>): number {
    if (this.isClean) return 1;
    const step = this.apart / Math.hypot(normal[0], normal[1], normal[2]);
    if (!Number.isFinite(step)) return 0;
    const [dx, dy, dz] = [step * normal[0], step * normal[1], step * normal[2]];
    return this.isInside(x - dx, y - dy, z - dz) - this.isInside(x + dx, y + dy, z + dz);
  }

  /** Returns what a triangle counts by at its centroid. */
  shareOf(triangle: number): number {
    if (this.isClean) return 1;
    const { positions, triangles } = this.query.mesh;
    const [a, b, c] = [0, 1, 2].map((k) => 3 * triangles[3 * triangle + k]);
    const [u, v] = [b, c].map((to) => [0, 1, 2].map((axis) => positions[to + axis] - positions[a + axis]));
    const normal = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    const [x, y, z] = [0, 1, 2].map((k) => (positions[a + k] + positions[b + k] + positions[c + k]) / 3);
    return this.shareAt(x, y, z, normal);
  }

  /** Returns 1 for points (m) in the material, else 0. */
  isInside(x: number, y: number, z: number): 0 | 1 {
    return this.query.windingNumber(x, y, z) > 0.5 ? 1 : 0;
  }
}

function isOneShell(triangles: Uint32Array): boolean {
  const joined = new UnionFind(triangles.reduce((most, vertex) => Math.max(most, vertex), 0) + 1);
  for (let at = 0; at < triangles.length; at += 3) {
    joined.join(triangles[at], triangles[at + 1]);
    joined.join(triangles[at], triangles[at + 2]);
  }
  return triangles.every((vertex) => joined.root(vertex) === joined.root(triangles[0]));
}

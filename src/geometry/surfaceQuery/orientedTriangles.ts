import { areaVector } from '../areaVector.ts';
import type { SurfaceMesh, TriMesh } from '../TriMesh.ts';
import { createSurfaceQuery } from './SurfaceQuery.ts';
import { nextInTriangle, triangleEdges, type TriangleEdges } from './triangleEdges.ts';
import { weldedTriangles } from './weldedTriangles.ts';

/**
 * Signed volume over area^1.5 above which an open patch counts as a shell with an inside (a sphere has .094, a flat patch 0).
 */
const BULKY = 0.01;

/** A connected patch of triangles, across edges with exactly two of them. */
interface Patch {
  readonly triangles: number[];
  /** Whether the patch has no open and no non-manifold edge. */
  readonly closed: boolean;
  readonly signedVolume: number;
  readonly area: number;
}

/**
 * Triangulates a surface (see `weldedTriangles`) and orients it outward where that is defined: within each patch the triangles are
 * made consistent with the majority, then closed or bulky patches that are inside out are flipped, except shells inside
 * another one (cavities).
 */
export function orientedTriangles(surface: SurfaceMesh): TriMesh {
  return orientTriangles(weldedTriangles(surface));
}

/** Orients triangles as `orientedTriangles` does, for triangles that share vertices where they touch. The given arrays are not changed. */
export function orientTriangles(mesh: TriMesh): TriMesh {
  const triangles = mesh.triangles.slice();
  const edges = triangleEdges(triangles, mesh.positions.length / 3);
  const patches = consistentPatches(mesh.positions, triangles, edges);
  const inverted = patches.filter(isInsideOut);
  if (inverted.length > 0) {
    const turned = new Set(inverted);
    const upright = patches.filter((patch) => !turned.has(patch) && patch.closed);
    const shells = enclosing(mesh.positions, triangles, upright);
    for (const patch of inverted) {
      const probe = 3 * triangles[3 * patch.triangles[0]];
      const p = mesh.positions;
      const enclosed = shells !== undefined && shells.windingNumber(p[probe], p[probe + 1], p[probe + 2]) > 0.5;
      if (!enclosed) for (const triangle of patch.triangles) turn(triangles, triangle);
    }
  }
  return { positions: mesh.positions, triangles };
}

function isInsideOut(patch: Patch): boolean {
  return patch.closed ? patch.signedVolume < 0 : patch.signedVolume < -BULKY * patch.area ** 1.5;
}

function enclosing(positions: Float64Array, triangles: Uint32Array, patches: Patch[]) {
  if (patches.length === 0) return undefined;
  const kept: number[] = [];
  for (const patch of patches) {
    for (const t of patch.triangles) kept.push(triangles[3 * t], triangles[3 * t + 1], triangles[3 * t + 2]);
  }
  return createSurfaceQuery({ positions, triangles: Uint32Array.from(kept) });
}

function turn(triangles: Uint32Array, triangle: number): void {
  const swap = triangles[3 * triangle + 1];
  triangles[3 * triangle + 1] = triangles[3 * triangle + 2];
  triangles[3 * triangle + 2] = swap;
}

/** Finds the patches and flips the minority of each; `triangles` changes, `edges` still describes the given orientation. */
function consistentPatches(positions: Float64Array, triangles: Uint32Array, edges: TriangleEdges): Patch[] {
  const given = triangles.slice();
  const total = triangles.length / 3;
  // 0 unvisited, 1 as given, 2 to be turned, relative to the seed of the patch.
  const state = new Uint8Array(total);
  const patches: Patch[] = [];
  for (let seed = 0; seed < total; seed++) {
    if (state[seed] !== 0) continue;
    state[seed] = 1;
    const members = [seed];
    let closed = true;
    for (const t of members) {
      for (let h = 3 * t; h < 3 * t + 3; h++) {
        const edge = edges.edgeOf[h];
        if (edges.count[edge] !== 2) {
          closed = false;
          continue;
        }
        const other = edges.halfEdges[2 * edge] === h ? edges.halfEdges[2 * edge + 1] : edges.halfEdges[2 * edge];
        const neighbour = Math.floor(other / 3);
        if (state[neighbour] !== 0) continue;
        const opposite = given[other] === given[nextInTriangle(h)];
        state[neighbour] = opposite ? state[t] : 3 - state[t];
        members.push(neighbour);
      }
    }
    const turned = members.filter((t) => state[t] === 2).length;
    const minority = 2 * turned > members.length ? 1 : 2;
    if (turned > 0) for (const t of members) if (state[t] === minority) turn(triangles, t);
    patches.push({ triangles: members, closed, ...measure(positions, triangles, members) });
  }
  return patches;
}

/** Returns the area and the signed volume about the mean of the triangles' first corners (for a closed patch any point would do). */
function measure(positions: Float64Array, triangles: Uint32Array, members: number[]) {
  const centre = [0, 0, 0];
  for (const t of members) {
    for (let axis = 0; axis < 3; axis++) centre[axis] += positions[3 * triangles[3 * t] + axis] / members.length;
  }
  const [cx, cy, cz] = centre;
  const normal = new Float64Array(3);
  let signedVolume = 0;
  let area = 0;
  for (const t of members) {
    area += areaVector(positions, triangles, 3 * t, normal) / 2;

    const a = 3 * triangles[3 * t];
    signedVolume +=
      (normal[0] * (positions[a] - cx) + normal[1] * (positions[a + 1] - cy) + normal[2] * (positions[a + 2] - cz)) / 6;
  }
  return { signedVolume, area };
}

import type { SurfaceMesh, TriMesh } from './TriMesh.ts';
import { clipEars } from './clipEars.ts';

/** Point tests for all concave faces of a surface together, a few seconds. */
const EAR_TESTS = 1e9;

/** A surface as triangles over the same vertices. */
export interface Triangulation {
  readonly mesh: TriMesh;
  /** The face that each triangle is a part of. */
  readonly faceOfTriangle: Uint32Array;
}

/**
 * Triangulates every face: n corners give n - 2 triangles. Convex faces become fans around their first
 * corner, concave ones are triangulated by ear clipping in the plane of their Newell normal. Vertices keep their numbers; positions
 * are shared with `surface`.
 */
export function triangulate(surface: SurfaceMesh): Triangulation {
  const { positions, faceOffsets, faceVertices } = surface;
  const faceCount = faceOffsets.length - 1;
  const triangleCount = Math.max(0, faceVertices.length - 2 * faceCount);
  const triangles = new Uint32Array(3 * triangleCount);
  const faceOfTriangle = new Uint32Array(triangleCount);
  let next = 0;
  const budget = { left: EAR_TESTS };
  for (let face = 0; face < faceCount; face++) {
    const start = faceOffsets[face];
    const corners = faceOffsets[face + 1] - start;
    const flat = corners > 3 ? flattened(positions, faceVertices, start, corners) : undefined;
    faceOfTriangle.fill(face, next / 3, next / 3 + corners - 2);
    if (flat !== undefined && !isConvex(flat)) {
      for (const corner of clipEars(flat, budget)) triangles[next++] = faceVertices[start + corner];
      continue;
    }
    for (let corner = 2; corner < corners; corner++) {
      triangles[next++] = faceVertices[start];
      triangles[next++] = faceVertices[start + corner - 1];
      triangles[next++] = faceVertices[start + corner];
    }
  }
  return { mesh: { positions, triangles }, faceOfTriangle };
}

/**
 * Projects a face along its Newell normal (the sum of the cross products of successive corners) to xy pairs, counter-clockwise,
 * relative to its first corner: the axis of the normal's largest component is dropped.
 */
function flattened(x: Float64Array, faceVertices: Uint32Array, start: number, corners: number): Float64Array {
  const local = new Float64Array(3 * corners);
  const origin = 3 * faceVertices[start];
  for (let corner = 0; corner < corners; corner++) {
    for (let axis = 0; axis < 3; axis++) {
      local[3 * corner + axis] = x[3 * faceVertices[start + corner] + axis] - x[origin + axis];
    }
  }
  const normal = [0, 0, 0];
  for (let corner = 0; corner < corners; corner++) {
    const a = 3 * corner;
    const b = corner + 1 === corners ? 0 : a + 3;
    for (let axis = 0; axis < 3; axis++) {
      const u = (axis + 1) % 3;
      const v = (axis + 2) % 3;
      normal[axis] += local[a + u] * local[b + v] - local[a + v] * local[b + u];
    }
  }
  const size = normal.map(Math.abs);
  const dropped = size[0] > size[1] ? (size[0] > size[2] ? 0 : 2) : size[1] > size[2] ? 1 : 2;
  const [u, v] = normal[dropped] < 0 ? [(dropped + 2) % 3, (dropped + 1) % 3] : [(dropped + 1) % 3, (dropped + 2) % 3];
  const flat = new Float64Array(2 * corners);
  for (let corner = 0; corner < corners; corner++) {
    flat[2 * corner] = local[3 * corner + u];
    flat[2 * corner + 1] = local[3 * corner + v];
  }
  return flat;
}

/** Returns whether the outline never turns right and has a turning number of one (a star turns left too). */
function isConvex(flat: Float64Array): boolean {
  const count = flat.length / 2;
  let turns = 0;
  let before = edgeDirection(flat, count - 1);
  for (let corner = 0; corner < count; corner++) {
    const a = 2 * ((corner + count - 1) % count);
    const b = 2 * corner;
    const c = 2 * ((corner + 1) % count);
    const turn = (flat[b] - flat[a]) * (flat[c + 1] - flat[b + 1]) - (flat[b + 1] - flat[a + 1]) * (flat[c] - flat[b]);
    if (turn < 0) return false;
    const direction = edgeDirection(flat, corner);
    if (direction < before) turns++;
    before = direction;
  }
  return turns <= 1;
}

/** Angle of the edge that leaves `corner`, in (-pi, pi]. */
function edgeDirection(flat: Float64Array, corner: number): number {
  const next = 2 * ((corner + 1) % (flat.length / 2));
  return Math.atan2(flat[next + 1] - flat[2 * corner + 1], flat[next] - flat[2 * corner]);
}

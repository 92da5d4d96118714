import type { TriMesh } from '../geometry/TriMesh.ts';
import { boundaryLoops, closeHoles } from '../meshing/closeHoles.ts';

/** Enclosed volume over area^1.5 below which a closed-up surface counts as a sheet: a sphere has .094, a flat patch 0. */
const SHEET_VOLUME = 0.005;
/** Length of the mean unit normal below which a sheet faces nowhere in particular. */
const LEAST_FACING = 0.3;
/** Thickness given to a sheet, over its longest side. */
const DEPTH = 0.25;

/**
 * An oriented surface as the boundary of a solid: holes are closed; an open sheet with next to no volume behind it (ground, a
 * wall) becomes the front of a slab, a quarter of its size deep and away from its mean normal, so that it holds what lands
 * on it. Metres; the given arrays are not changed.
 */
export function solidBoundary(mesh: TriMesh): TriMesh {
  const closed = closeHoles(mesh);
  if (closed === mesh) return mesh;
  const { area, volume } = areaAndVolume(closed);
  if (Math.abs(volume) > SHEET_VOLUME * area ** 1.5) return closed;
  const facing = areaNormal(mesh);
  const length = Math.hypot(...facing);
  if (!(length > LEAST_FACING * areaAndVolume(mesh).area)) return closed;
  return backedSheet(
    mesh,
    facing.map((component) => (-DEPTH * longestSide(mesh) * component) / length),
  );
}

/** The sheet, its copy moved by `offset` with its triangles turned over, and walls between their boundaries. */
function backedSheet(mesh: TriMesh, offset: readonly number[]): TriMesh {
  const count = mesh.positions.length / 3;
  const positions = new Float64Array(6 * count);
  positions.set(mesh.positions);
  for (let k = 0; k < 3 * count; k++) positions[3 * count + k] = mesh.positions[k] + offset[k % 3];
  const back = mesh.triangles.map((vertex) => vertex + count).reverse();
  const walls: number[] = [];
  for (const loop of boundaryLoops(mesh)) {
    for (let k = 0; k < loop.length; k++) {
      const a = loop[k];
      const b = loop[(k + 1) % loop.length];
      walls.push(b, a, a + count, b, a + count, b + count);
    }
  }
  const triangles = new Uint32Array(2 * back.length + walls.length);
  triangles.set(mesh.triangles);
  triangles.set(back, back.length);
  triangles.set(walls, 2 * back.length);
  return { positions, triangles };
}

/** Integral of the unit normal over the surface, m2. */
function areaNormal(mesh: TriMesh): number[] {
  const sum = [0, 0, 0];
  eachTriangle(mesh, (_corner, cross) => {
    for (let k = 0; k < 3; k++) sum[k] += 0.5 * cross[k];
  });
  return sum;
}

/** m2, and the signed volume (m3) of the cones from the first vertex over all triangles. */
function areaAndVolume(mesh: TriMesh): { area: number; volume: number } {
  let area = 0;
  let volume = 0;
  const apex = mesh.positions.subarray(0, 3);
  eachTriangle(mesh, (corner, cross) => {
    area += 0.5 * Math.hypot(cross[0], cross[1], cross[2]);
    for (let k = 0; k < 3; k++) volume += (cross[k] * (mesh.positions[corner + k] - apex[k])) / 6;
  });
  return { area, volume };
}

/** Visits the triangles with the offset of their first corner and the cross product of their edges (m2). */
function eachTriangle(
  { positions: p, triangles }: TriMesh,
  visit: (corner: number, cross: Float64Array) => void,
): void {
  const cross = new Float64Array(3);
  for (let at = 0; at < triangles.length; at += 3) {
    const [a, b, c] = [3 * triangles[at], 3 * triangles[at + 1], 3 * triangles[at + 2]];
    for (let k = 0; k < 3; k++) {
      const [u, v] = [(k + 1) % 3, (k + 2) % 3];
      cross[k] = (p[b + u] - p[a + u]) * (p[c + v] - p[a + v]) - (p[b + v] - p[a + v]) * (p[c + u] - p[a + u]);
    }
    visit(a, cross);
  }
}

function longestSide({ positions }: TriMesh): number {
  let longest = 0;
  for (let axis = 0; axis < 3; axis++) {
    let [low, high] = [Infinity, -Infinity];
    for (let at = axis; at < positions.length; at += 3) {
      low = Math.min(low, positions[at]);
      high = Math.max(high, positions[at]);
    }
    longest = Math.max(longest, high - low);
  }
  return longest;
}

import type { TriMesh } from '../geometry/TriMesh.ts';
import { boundaryLoops, closeHoles } from '../meshing/closeHoles.ts';

/** Length of the mean unit normal above which an open surface counts as a sheet: 1 for a flat one, 1/2 for a hemisphere, 0 for a scan with holes. */
const SHEET_FACING = 0.7;
/** Thickness given to a sheet, over its longest side. */
const DEPTH = 0.25;

/**
 * Returns an oriented surface as the boundary of a solid: holes are closed; an open surface that mostly faces one way (ground, a wall) becomes
 * the front of a slab that extends a quarter of its size against its mean normal, so that it supports bodies on it. Metres;
 * the given arrays are not changed.
 */
export function solidBoundary(mesh: TriMesh): TriMesh {
  const loops = boundaryLoops(mesh);
  if (loops.length === 0) return mesh;
  const { area, normal } = vectorArea(mesh);
  const length = Math.hypot(...normal);
  if (!(length > SHEET_FACING * area)) return closeHoles(mesh);
  const depth = DEPTH * longestSide(mesh);
  return backedSheet(
    mesh,
    loops,
    normal.map((component) => (-depth * component) / length),
  );
}

/** Returns the sheet, its copy translated by `offset` with flipped triangles, and walls between their boundaries. */
function backedSheet(mesh: TriMesh, loops: readonly Uint32Array[], offset: readonly number[]): TriMesh {
  const count = mesh.positions.length / 3;
  const positions = new Float64Array(6 * count);
  positions.set(mesh.positions);
  for (let k = 0; k < 3 * count; k++) positions[3 * count + k] = mesh.positions[k] + offset[k % 3];
  const back = mesh.triangles.map((vertex) => vertex + count).reverse();
  const walls: number[] = [];
  for (const loop of loops) {
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

/** Returns the area and the integral of the unit normal over it, m2. */
function vectorArea({ positions: p, triangles }: TriMesh): { area: number; normal: number[] } {
  const normal = [0, 0, 0];
  let area = 0;
  for (let at = 0; at < triangles.length; at += 3) {
    const a = 3 * triangles[at];
    const b = 3 * triangles[at + 1];
    const c = 3 * triangles[at + 2];
    let squared = 0;
    for (let k = 0; k < 3; k++) {
      const u = (k + 1) % 3;
      const v = (k + 2) % 3;
      const cross = (p[b + u] - p[a + u]) * (p[c + v] - p[a + v]) - (p[b + v] - p[a + v]) * (p[c + u] - p[a + u]);
      normal[k] += 0.5 * cross;
      squared += cross * cross;
    }
    area += 0.5 * Math.sqrt(squared);
  }
  return { area, normal };
}

/** Returns the longest side of the bounding box of the triangles, m. */
function longestSide({ positions, triangles }: TriMesh): number {
  let longest = 0;
  for (let axis = 0; axis < 3; axis++) {
    let low = Infinity;
    let high = -Infinity;
    for (const vertex of triangles) {
      low = Math.min(low, positions[3 * vertex + axis]);
      high = Math.max(high, positions[3 * vertex + axis]);
    }
    longest = Math.max(longest, high - low);
  }
  return longest;
}

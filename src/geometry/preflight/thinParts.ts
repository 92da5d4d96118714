import { areaVector } from '../areaVector.ts';
import { buildTriangleTree, type TriangleTree } from '../surfaceQuery/TriangleTree.ts';
import type { TriMesh } from '../TriMesh.ts';

/** Parts thinner than this many lattice edges are lost by meshers that follow the surface. */
export const lostBelowEdges = 1.5;

/** Number of triangles from which rays are sent: enough to find a part with a few percent of the surface. */
const sampleCount = 2000;

export interface ThinParts {
  /** Fraction of the surface (by area of the sampled triangles) that is thinner than the limit. */
  readonly share: number;
  /** Smallest thickness found, in the mesh's unit; Infinity where no ray hit the other side. */
  readonly thinnest: number;
}

/** Measures which part of a surface is thinner than `limit`, in the mesh's unit. The surface must be oriented outwards. */
export function thinParts(mesh: TriMesh, limit: number): ThinParts {
  let area = 0;
  let thinArea = 0;
  let thinnest = Infinity;
  for (const { size, thickness } of thicknesses(mesh)) {
    area += size;
    if (thickness < limit) thinArea += size;
    thinnest = Math.min(thinnest, thickness);
  }
  return { share: area === 0 ? 0 : thinArea / area, thinnest };
}

/** The thickness below which a `share` of the surface lies, by area, in the mesh's unit; Infinity without a surface that has another side. */
export function thicknessOf(mesh: TriMesh, share: number): number {
  const samples = thicknesses(mesh).sort((a, b) => a.thickness - b.thickness);
  const area = samples.reduce((sum, { size }) => sum + size, 0);
  let covered = 0;
  for (const { size, thickness } of samples) {
    covered += size;
    if (covered >= share * area) return thickness;
  }
  return Infinity;
}

/** How thick a surface that is oriented outwards is at its triangles. */
export class ThicknessProbe {
  private readonly mesh: TriMesh;
  private readonly tree: TriangleTree;

  constructor(mesh: TriMesh) {
    this.mesh = mesh;
    this.tree = buildTriangleTree(mesh);
  }

  /** Returns how far it is from the centroid of a triangle, against its normal, to the other side, in the mesh's unit; Infinity where there is none, or no area. */
  thicknessAt(triangle: number): number {
    const { origin, direction, size } = inwardRay(this.mesh, triangle);
    return size > 0 ? firstExit(this.tree, triangle, origin, direction) : Infinity;
  }
}

/** Areas of evenly chosen triangles, and their thicknesses. */
function thicknesses(mesh: TriMesh): { readonly size: number; readonly thickness: number }[] {
  const probe = new ThicknessProbe(mesh);
  const triangleCount = mesh.triangles.length / 3;
  const step = Math.max(1, Math.floor(triangleCount / sampleCount));
  const samples: { size: number; thickness: number }[] = [];
  for (let triangle = 0; triangle < triangleCount; triangle += step) {
    const { size } = inwardRay(mesh, triangle);
    if (size > 0) samples.push({ size, thickness: probe.thicknessAt(triangle) });
  }
  return samples;
}

function inwardRay({ positions, triangles }: TriMesh, triangle: number) {
  const [a, b, c] = [0, 1, 2].map((k) => 3 * triangles[3 * triangle + k]);
  const normal = new Float64Array(3);
  const size = areaVector(positions, triangles, 3 * triangle, normal);
  const origin = [0, 1, 2].map((axis) => (positions[a + axis] + positions[b + axis] + positions[c + axis]) / 3);
  return { origin, direction: Array.from(normal, (component) => (size === 0 ? 0 : -component / size)), size };
}

/** Returns the distance along the ray to the first triangle through which it exits (normal along the ray); Infinity where there is none. */
function firstExit(tree: TriangleTree, from: number, origin: readonly number[], direction: readonly number[]): number {
  const stack = [0];
  const own = tree.slotOfTriangle[from];
  let nearest = Infinity;
  while (stack.length > 0) {
    const node = stack.pop()!;
    if (boxDistance(tree.bounds, 6 * node, origin, direction) > nearest) continue;
    if (tree.count[node] === 0) {
      stack.push(tree.link[node], node + 1);
      continue;
    }
    for (let slot = tree.link[node]; slot < tree.link[node] + tree.count[node]; slot++) {
      if (slot !== own) nearest = Math.min(nearest, exitDistance(tree.corners, 9 * slot, origin, direction));
    }
  }
  return nearest;
}

/** Returns the distance at which the ray enters the box; Infinity where it misses it. */
function boxDistance(bounds: Float64Array, b: number, origin: readonly number[], direction: readonly number[]): number {
  let enter = 0;
  let leave = Infinity;
  for (let axis = 0; axis < 3; axis++) {
    const near = (bounds[b + axis] - origin[axis]) / direction[axis];
    const far = (bounds[b + 3 + axis] - origin[axis]) / direction[axis];
    // 0 / 0 (a ray in the box's own face) is NaN: it then neither enters nor exits through this pair of faces.
    if (near < far || near > far) {
      enter = Math.max(enter, Math.min(near, far));
      leave = Math.min(leave, Math.max(near, far));
    }
  }
  return enter <= leave ? enter : Infinity;
}

/** Moeller and Trumbore (1997), for triangles whose normal points along the ray. */
function exitDistance(
  corners: Float64Array,
  at: number,
  origin: readonly number[],
  direction: readonly number[],
): number {
  const [dx, dy, dz] = direction;
  const ux = corners[at + 3];
  const uy = corners[at + 4];
  const uz = corners[at + 5];
  const vx = corners[at + 6];
  const vy = corners[at + 7];
  const vz = corners[at + 8];
  const px = dy * vz - dz * vy;
  const py = dz * vx - dx * vz;
  const pz = dx * vy - dy * vx;
  // The determinant is -direction . cross(u, v): negative where the ray leaves.
  const determinant = ux * px + uy * py + uz * pz;
  if (!(determinant < 0)) return Infinity;
  const tx = origin[0] - corners[at];
  const ty = origin[1] - corners[at + 1];
  const tz = origin[2] - corners[at + 2];
  const s = (tx * px + ty * py + tz * pz) / determinant;
  const qx = ty * uz - tz * uy;
  const qy = tz * ux - tx * uz;
  const qz = tx * uy - ty * ux;
  const t = (dx * qx + dy * qy + dz * qz) / determinant;
  if (s < 0 || t < 0 || s + t > 1) return Infinity;
  const distance = (vx * qx + vy * qy + vz * qz) / determinant;
  return distance > 0 ? distance : Infinity;
}

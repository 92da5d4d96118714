import type { SurfaceMesh } from '../TriMesh.ts';

/** A face is flat when its area is below this share of its longest extent squared (rounding of coordinates). */
const flatShare = 1e-9;

export interface FaceFaults {
  /** Flag per face: fewer than three different places. */
  readonly collapsed: Uint8Array;
  /** Flag per face: no area to speak of, or collapsed. */
  readonly flat: Uint8Array;
  /** Flag per face: an earlier face has the same places (in any order). */
  readonly repeated: Uint8Array;
}

/** Faces that bound nothing. `places`: place of each corner. */
export function faceFaults(surface: SurfaceMesh, places: Uint32Array): FaceFaults {
  const faceCount = surface.faceOffsets.length - 1;
  const collapsed = new Uint8Array(faceCount);
  const flat = new Uint8Array(faceCount);
  for (let face = 0; face < faceCount; face++) {
    const corners = places.subarray(surface.faceOffsets[face], surface.faceOffsets[face + 1]);
    collapsed[face] = hasThreePlaces(corners) ? 0 : 1;
    flat[face] = collapsed[face] === 1 || isFlat(surface, face) ? 1 : 0;
  }
  return { collapsed, flat, repeated: repeatedFaces(surface, places) };
}

function hasThreePlaces(corners: Uint32Array): boolean {
  const first = corners[0];
  const second = corners.find((place) => place !== first);
  return second !== undefined && corners.some((place) => place !== first && place !== second);
}

/** Twice the area is the length of the sum of the cross products of successive corners, taken from the first one. */
function isFlat({ positions, faceOffsets, faceVertices }: SurfaceMesh, face: number): boolean {
  const start = faceOffsets[face];
  const end = faceOffsets[face + 1];
  const origin = 3 * faceVertices[start];
  const normal = [0, 0, 0];
  let extent = 0;
  for (let corner = start + 1; corner < end; corner++) {
    const b = 3 * faceVertices[corner];
    const c = 3 * faceVertices[corner + 1 < end ? corner + 1 : start];
    const ux = positions[b] - positions[origin];
    const uy = positions[b + 1] - positions[origin + 1];
    const uz = positions[b + 2] - positions[origin + 2];
    const vx = positions[c] - positions[origin];
    const vy = positions[c + 1] - positions[origin + 1];
    const vz = positions[c + 2] - positions[origin + 2];
    normal[0] += uy * vz - uz * vy;
    normal[1] += uz * vx - ux * vz;
    normal[2] += ux * vy - uy * vx;
    extent = Math.max(extent, ux * ux + uy * uy + uz * uz);
  }
  return Math.hypot(normal[0], normal[1], normal[2]) <= flatShare * extent;
}

/** Hashes the sorted places of each face; only faces with equal hashes are compared. */
function repeatedFaces({ faceOffsets }: SurfaceMesh, places: Uint32Array): Uint8Array {
  const faceCount = faceOffsets.length - 1;
  const sorted = places.slice();
  const repeated = new Uint8Array(faceCount);
  let capacity = 16;
  while (capacity < 2 * faceCount) capacity *= 2;
  const slots = new Int32Array(capacity).fill(-1);
  for (let face = 0; face < faceCount; face++) {
    const key = sorted.subarray(faceOffsets[face], faceOffsets[face + 1]).sort();
    let slot = hashPlaces(key) & (capacity - 1);
    for (; slots[slot] >= 0; slot = (slot + 1) & (capacity - 1)) {
      const other = sorted.subarray(faceOffsets[slots[slot]], faceOffsets[slots[slot] + 1]);
      if (other.length === key.length && key.every((place, at) => place === other[at])) break;
    }
    if (slots[slot] >= 0) repeated[face] = 1;
    else slots[slot] = face;
  }
  return repeated;
}

function hashPlaces(key: Uint32Array): number {
  let hash = key.length;
  for (const place of key) {
    hash = Math.imul(hash ^ place, 0xcc9e2d51);
    hash = (hash << 15) | (hash >>> 17);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}

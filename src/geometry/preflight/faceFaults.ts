import type { SurfaceMesh } from '../TriMesh.ts';

/** A face is flat when its area is below this fraction of its longest extent squared (rounding of coordinates). */
const flatShare = 1e-9;

export interface FaceFaults {
  /** Flag per face: fewer than three different positions. */
  readonly collapsed: Uint8Array;
  /** Flag per face: no significant area, or collapsed. */
  readonly flat: Uint8Array;
  /** First face with the same outline as each face (the same positions in sequence, in either direction); usually the face itself. */
  readonly original: Uint32Array;
}

/** Finds degenerate and duplicate faces. `places`: position number of each corner. */
export function faceFaults(surface: SurfaceMesh, places: Uint32Array): FaceFaults {
  const faceCount = surface.faceOffsets.length - 1;
  const collapsed = new Uint8Array(faceCount);
  const flat = new Uint8Array(faceCount);
  for (let face = 0; face < faceCount; face++) {
    const corners = places.subarray(surface.faceOffsets[face], surface.faceOffsets[face + 1]);
    collapsed[face] = hasThreePlaces(corners) ? 0 : 1;
    flat[face] = collapsed[face] === 1 || isFlat(surface, face) ? 1 : 0;
  }
  return { collapsed, flat, original: originalFaces(surface, places) };
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

/**
 * Compares two outlines (sequences of position numbers): returns 1 for the same direction, -1 for the opposite one, 0 where they differ. Outlines
 * that pass the position of `a`'s first corner more than once may be taken for different ones.
 */
export function compareOutlines(a: Uint32Array, b: Uint32Array): 1 | 0 | -1 {
  const count = a.length;
  const start = b.length === count ? b.indexOf(a[0]) : -1;
  if (start < 0) return 0;
  if (a.every((place, at) => place === b[(start + at) % count])) return 1;
  return a.every((place, at) => place === b[(start + count - at) % count]) ? -1 : 0;
}

/** Hashes the sorted places of each face; only faces with equal hashes are compared. */
function originalFaces({ faceOffsets }: SurfaceMesh, places: Uint32Array): Uint32Array {
  const faceCount = faceOffsets.length - 1;
  const original = Uint32Array.from({ length: faceCount }, (_, face) => face);
  const outline = (face: number): Uint32Array => places.subarray(faceOffsets[face], faceOffsets[face + 1]);
  let capacity = 16;
  while (capacity < 2 * faceCount) capacity *= 2;
  const slots = new Int32Array(capacity).fill(-1);
  for (let face = 0; face < faceCount; face++) {
    let slot = hashPlaces(outline(face).slice().sort()) & (capacity - 1);
    while (slots[slot] >= 0 && compareOutlines(outline(slots[slot]), outline(face)) === 0) {
      slot = (slot + 1) & (capacity - 1);
    }
    if (slots[slot] >= 0) original[face] = slots[slot];
    else slots[slot] = face;
  }
  return original;
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

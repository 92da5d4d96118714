import type { SurfaceMesh } from '../TriMesh.ts';

/**
 * The edges of a polygon mesh whose corners have been given places (vertices at one point share a place). Half-edge `h`
 * runs from corner `h` to the next corner of its face. Edges whose ends are one place do not count.
 */
export interface EdgeTable {
  readonly edgeCount: number;
  /** Edge of each half-edge; -1 for one without length. */
  readonly edgeOf: Int32Array;
  /** The two places of edge `e`, the smaller first: `ends[2e]`, `ends[2e + 1]`. */
  readonly ends: Uint32Array;
  /** Half-edges that run from the smaller to the larger place, and the other way round. */
  readonly forward: Uint32Array;
  readonly backward: Uint32Array;
  /** The half-edges of edge `e`: `halfEdges[first[e] .. first[e + 1])`, ascending. */
  readonly first: Uint32Array;
  readonly halfEdges: Uint32Array;
  /** Next corner of the same face. */
  readonly nextCorner: Uint32Array;
  readonly faceOfCorner: Uint32Array;
}

/** Builds the table in linear time. `places`: place of each corner; faces in `skipped` (flag 1) take no part. */
export function buildEdgeTable(surface: SurfaceMesh, places: Uint32Array, skipped: Uint8Array): EdgeTable {
  const { faceOffsets } = surface;
  const cornerCount = places.length;
  const nextCorner = new Uint32Array(cornerCount);
  const faceOfCorner = new Uint32Array(cornerCount);
  const edgeOf = new Int32Array(cornerCount).fill(-1);
  const ends = new Uint32Array(2 * cornerCount);
  const forward = new Uint32Array(cornerCount);
  const backward = new Uint32Array(cornerCount);
  let capacity = 16;
  while (capacity < 2 * cornerCount) capacity *= 2;
  const slots = new Int32Array(capacity).fill(-1);
  let edgeCount = 0;
  for (let face = 0; face + 1 < faceOffsets.length; face++) {
    for (let corner = faceOffsets[face]; corner < faceOffsets[face + 1]; corner++) {
      const next = corner + 1 === faceOffsets[face + 1] ? faceOffsets[face] : corner + 1;
      nextCorner[corner] = next;
      faceOfCorner[corner] = face;
      const from = places[corner];
      const to = places[next];
      if (from === to || skipped[face] === 1) continue;
      const low = Math.min(from, to);
      const high = Math.max(from, to);
      let slot = hashPair(low, high) & (capacity - 1);
      while (slots[slot] >= 0 && (ends[2 * slots[slot]] !== low || ends[2 * slots[slot] + 1] !== high)) {
        slot = (slot + 1) & (capacity - 1);
      }
      if (slots[slot] < 0) {
        slots[slot] = edgeCount;
        ends[2 * edgeCount] = low;
        ends[2 * edgeCount + 1] = high;
        edgeCount++;
      }
      edgeOf[corner] = slots[slot];
      if (from < to) forward[slots[slot]]++;
      else backward[slots[slot]]++;
    }
  }
  const first = new Uint32Array(edgeCount + 1);
  for (let edge = 0; edge < edgeCount; edge++) first[edge + 1] = first[edge] + forward[edge] + backward[edge];
  const halfEdges = new Uint32Array(first[edgeCount]);
  const fill = first.slice();
  for (let corner = 0; corner < cornerCount; corner++) {
    if (edgeOf[corner] >= 0) halfEdges[fill[edgeOf[corner]]++] = corner;
  }
  return { edgeCount, edgeOf, ends, forward, backward, first, halfEdges, nextCorner, faceOfCorner };
}

function hashPair(low: number, high: number): number {
  let hash = Math.imul(low, 0xcc9e2d51) ^ Math.imul((high << 15) | (high >>> 17), 0x1b873593);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

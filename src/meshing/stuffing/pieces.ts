import { manifoldReport } from '../../geometry/manifoldReport.ts';
import { boundaryFaces } from '../../geometry/tetBoundary.ts';

/**
 * Gives every face-connected group of tets at a boundary vertex its own copy of the vertex, where several groups meet only in
 * that vertex or in edges. `tets` is changed in place; returns the source of each added vertex.
 */
export function splitTouchingVertices(tets: Uint32Array, vertexCount: number): number[] {
  const added: number[] = [];
  const boundary = boundaryFaces(tets, vertexCount);
  const { badVertexFlags } = manifoldReport(boundary, vertexCount);
  const tetsAt = new Map<number, number[]>();
  for (let i = 0; i < tets.length; i++) {
    if (badVertexFlags[tets[i]] === 0) continue;
    const list = tetsAt.get(tets[i]) ?? [];
    list.push(i >> 2);
    tetsAt.set(tets[i], list);
  }
  for (const [vertex, star] of tetsAt) {
    const groups = faceConnectedGroups(tets, star);
    for (let group = 1; group < groups.length; group++) {
      const copy = vertexCount + added.length;
      added.push(vertex);
      for (const tet of groups[group]) {
        for (let k = 0; k < 4; k++) if (tets[4 * tet + k] === vertex) tets[4 * tet + k] = copy;
      }
    }
  }
  return added;
}

/** Splits the tets of one star into groups connected through shared faces, in the order of their first tets. */
function faceConnectedGroups(tets: Uint32Array, star: number[]): number[][] {
  const groups: number[][] = [];
  const waiting = new Set(star);
  for (const seed of star) {
    if (!waiting.delete(seed)) continue;
    const group = [seed];
    for (const tet of group) {
      for (const other of [...waiting]) {
        if (sharedCorners(tets, tet, other) < 3) continue;
        waiting.delete(other);
        group.push(other);
      }
    }
    groups.push(group);
  }
  return groups;
}

function sharedCorners(tets: Uint32Array, a: number, b: number): number {
  let shared = 0;
  for (let i = 0; i < 4; i++) {
    for (let j = 0; j < 4; j++) if (tets[4 * a + i] === tets[4 * b + j]) shared++;
  }
  return shared;
}

/** Piece number of each tet (tets that share a vertex are in one piece) and the tets of each piece. */
export function tetPieces(tets: Uint32Array, vertexCount: number): { piece: Int32Array; sizes: number[] } {
  const parent = Int32Array.from({ length: vertexCount }, (_, v) => v);
  const root = (v: number): number => {
    while (parent[v] !== v) {
      parent[v] = parent[parent[v]];
      v = parent[v];
    }
    return v;
  };
  for (let t = 0; t < tets.length; t += 4) {
    const a = root(tets[t]);
    for (let k = 1; k < 4; k++) {
      const b = root(tets[t + k]);
      if (a !== b) parent[b] = a;
    }
  }
  const numbers = new Int32Array(vertexCount).fill(-1);
  const piece = new Int32Array(tets.length / 4);
  const sizes: number[] = [];
  for (let t = 0; t < piece.length; t++) {
    const r = root(tets[4 * t]);
    if (numbers[r] < 0) numbers[r] = sizes.push(0) - 1;
    piece[t] = numbers[r];
    sizes[piece[t]]++;
  }
  return { piece, sizes };
}

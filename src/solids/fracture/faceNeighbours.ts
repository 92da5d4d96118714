/** Corners of the face opposite corner k. */
export const FACE_CORNERS = [
  [1, 2, 3],
  [0, 3, 2],
  [0, 1, 3],
  [0, 2, 1],
] as const;

/** The tet across the face opposite corner k of tet t, at `4t + k`; -1 at the boundary. Faces of more than two tets join the first two. */
export function faceNeighbours(tets: Uint32Array, vertexCount: number): Int32Array {
  const neighbours = new Int32Array(tets.length).fill(-1);
  const head = new Int32Array(vertexCount).fill(-1);
  const next = new Int32Array(tets.length).fill(-1);
  const key = new Uint32Array(3);
  const other = new Uint32Array(3);
  for (let face = 0; face < tets.length; face++) {
    sortedFace(tets, face, key);
    let before = -1;
    let found = head[key[0]];
    for (; found >= 0; before = found, found = next[found]) {
      sortedFace(tets, found, other);
      if (other[1] === key[1] && other[2] === key[2]) break;
    }
    if (found < 0) {
      next[face] = head[key[0]];
      head[key[0]] = face;
      continue;
    }
    if (before < 0) head[key[0]] = next[found];
    else next[before] = next[found];
    neighbours[face] = found >> 2;
    neighbours[found] = face >> 2;
  }
  return neighbours;
}

/** Vertices of the face opposite corner (face & 3) of tet (face >> 2), ascending. */
function sortedFace(tets: Uint32Array, face: number, out: Uint32Array): void {
  const [i, j, k] = FACE_CORNERS[face & 3];
  const tet = face & ~3;
  const a = tets[tet + i];
  const b = tets[tet + j];
  const c = tets[tet + k];
  out[0] = Math.min(a, b, c);
  out[2] = Math.max(a, b, c);
  out[1] = a + b + c - out[0] - out[2];
}

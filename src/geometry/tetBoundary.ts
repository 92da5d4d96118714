/** Corners of the face opposite corner k of a positively oriented tet, counter-clockwise seen from outside. */
export const TET_FACES = [1, 2, 3, 0, 3, 2, 0, 1, 3, 0, 2, 1] as const;

/**
 * Returns boundary triangles (three vertex numbers each), outward, in the order of their tets. A face shared by more than two tets (an
 * invalid mesh) appears once for every unmatched owner. For valid meshes it is a few times as fast as `volumeBoundary`, which stays
 * linear in time for any file, while this is quadratic in the number of tets around one vertex.
 */
export function boundaryFaces(tets: Uint32Array, vertexCount: number): Uint32Array {
  const faceCount = tets.length;
  // Faces wait for their partner in a list per smallest vertex.
  const head = new Int32Array(vertexCount).fill(-1);
  const next = new Int32Array(faceCount);
  const second = new Int32Array(faceCount);
  const third = new Int32Array(faceCount);
  for (let face = 0; face < faceCount; face++) {
    const tet = 4 * (face >> 2);
    const k = 3 * (face & 3);
    const a = tets[tet + TET_FACES[k]];
    const b = tets[tet + TET_FACES[k + 1]];
    const c = tets[tet + TET_FACES[k + 2]];
    const low = a < b ? (a < c ? a : c) : b < c ? b : c;
    const high = a > b ? (a > c ? a : c) : b > c ? b : c;
    const middle = a + b + c - low - high;
    let previous = -1;
    let other = head[low];
    while (other >= 0 && (second[other] !== middle || third[other] !== high)) {
      previous = other;
      other = next[other];
    }
    if (other >= 0) {
      if (previous < 0) head[low] = next[other];
      else next[previous] = next[other];
      second[other] = -1;
      second[face] = -1;
    } else {
      second[face] = middle;
      third[face] = high;
      next[face] = head[low];
      head[low] = face;
    }
  }
  return gatherFaces(tets, second);
}

/** Returns the faces whose mark is not -1. */
function gatherFaces(tets: Uint32Array, marks: Int32Array): Uint32Array {
  let count = 0;
  for (const mark of marks) if (mark >= 0) count++;
  const faces = new Uint32Array(3 * count);
  let at = 0;
  for (let face = 0; face < marks.length; face++) {
    if (marks[face] < 0) continue;
    const tet = 4 * (face >> 2);
    const k = 3 * (face & 3);
    for (let corner = 0; corner < 3; corner++) faces[at++] = tets[tet + TET_FACES[k + corner]];
  }
  return faces;
}

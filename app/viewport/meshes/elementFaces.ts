import type { ElementMesh } from '../../../src/frames/derived/elementNumbers.ts';

/** Corners of the faces of an element, counter-clockwise from outside; a triangle is its own face, tetrahedra as in `TetMesh`, hexahedra as in `HexMesh`. */
const TRIANGLE_FACES = [[0, 1, 2]] as const;
const TET_FACES = [
  [0, 2, 1],
  [0, 1, 3],
  [1, 2, 3],
  [0, 3, 2],
] as const;
const HEX_FACES = [
  [0, 4, 6, 2],
  [1, 3, 7, 5],
  [0, 1, 5, 4],
  [2, 6, 7, 3],
  [0, 2, 3, 1],
  [4, 5, 7, 6],
] as const;

export function facesOf(size: ElementMesh['size']): readonly (readonly number[])[] {
  if (size === 3) return TRIANGLE_FACES;
  return size === 8 ? HEX_FACES : TET_FACES;
}

/** Vertices of an element that are corners: those of a quadratic tetrahedron come first. */
export function cornersOf(size: ElementMesh['size']): number {
  return size === 10 ? 4 : size;
}

/**
 * Neighbour of each face (element number, in the order of `facesOf`), or -1 on the boundary and for faces of a hexahedron that have no area since their
 * corners coincide.
 */
export function faceNeighbours(size: ElementMesh['size'], elements: Uint32Array, vertexCount: number): Int32Array {
  const faces = facesOf(size);
  const corners = faces[0].length;
  const elementCount = elements.length / size;
  const faceCount = elementCount * faces.length;
  const sorted = new Uint32Array(faceCount * corners);
  const offsets = new Uint32Array(vertexCount + 1);
  const names: number[] = [];
  for (let element = 0; element < elementCount; element++) {
    for (let face = 0; face < faces.length; face++) {
      names.length = 0;
      for (const corner of faces[face]) {
        const vertex = elements[size * element + corner];
        if (!names.includes(vertex)) names.push(vertex);
      }
      names.sort((a, b) => a - b);
      // Triangles among quadrilaterals; no face of an element has more corners alike.
      while (names.length < corners) names.push(NO_CORNER);
      sorted.set(names, corners * (element * faces.length + face));
      offsets[names[0] + 1]++;
    }
  }
  for (let vertex = 0; vertex < vertexCount; vertex++) offsets[vertex + 1] += offsets[vertex];
  return matchFaces(sorted, corners, offsets, faces.length);
}

/** Fills the place of a missing corner: no vertex has this number. */
const NO_CORNER = 0xffffffff;

/** Joins faces with equal corners; those with the same least corner stand together. */
function matchFaces(sorted: Uint32Array, corners: number, offsets: Uint32Array, perElement: number): Int32Array {
  const faceCount = sorted.length / corners;
  const byLeast = new Uint32Array(faceCount);
  const next = offsets.slice();
  for (let face = 0; face < faceCount; face++) byLeast[next[sorted[corners * face]]++] = face;
  const neighbours = new Int32Array(faceCount).fill(-1);
  for (let vertex = 0; vertex + 1 < offsets.length; vertex++) {
    for (let a = offsets[vertex]; a < offsets[vertex + 1]; a++) {
      if (neighbours[byLeast[a]] !== -1) continue;
      for (let b = a + 1; b < offsets[vertex + 1]; b++) {
        if (!sameFace(sorted, corners, byLeast[a], byLeast[b])) continue;
        neighbours[byLeast[a]] = Math.floor(byLeast[b] / perElement);
        neighbours[byLeast[b]] = Math.floor(byLeast[a] / perElement);
        break;
      }
    }
  }
  return neighbours;
}

function sameFace(sorted: Uint32Array, corners: number, a: number, b: number): boolean {
  if (sorted[corners * a + 2] === NO_CORNER) return false;
  for (let k = 0; k < corners; k++) if (sorted[corners * a + k] !== sorted[corners * b + k]) return false;
  return true;
}

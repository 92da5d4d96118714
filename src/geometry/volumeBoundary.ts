import { CornerSets } from './CornerSets.ts';
import { TET_FACES } from './tetBoundary.ts';

/** Corners of a hex's faces, counter-clockwise from outside; corner `i + 2j + 4k` at parametric (i, j, k), right-handed. */
const hexFaces = [0, 4, 6, 2, 1, 3, 7, 5, 0, 1, 5, 4, 2, 6, 7, 3, 0, 2, 3, 1, 4, 5, 7, 6];

/** The faces that belong to one cell only. */
export interface VolumeBoundary {
  /** 3 corners per face for tets, 4 for hexes, whose triangular faces (`collapsedHex`) repeat their last one. */
  readonly faceSize: 3 | 4;
  /** Outward, in the order of their cells. */
  readonly faceVertices: Uint32Array;
  /** The cell of each face. */
  readonly faceCells: Uint32Array;
  /** Number of faces that belong to three cells or more: none in a valid mesh. They count as interior. */
  readonly crowdedFaces: number;
}

/** Fills the place of a missing corner: no vertex has this number. */
const NO_CORNER = 0xffffffff;

/** Writes the different vertices of a face, in their order; what is left of `out` is filled up. Returns how many there are. */
export function writeFaceKey(face: ArrayLike<number>, out: Uint32Array): number {
  let count = 0;
  for (let corner = 0; corner < face.length; corner++) {
    let known = 0;
    while (known < count && out[known] !== face[corner]) known++;
    if (known === count) out[count++] = face[corner];
  }
  out.fill(NO_CORNER, count);
  return count;
}

/** Returns the boundary of tetrahedra or hexahedra: `cells` has `cellSize` vertex numbers per cell. Linear time for any mesh. */
export function volumeBoundary(cells: Uint32Array, cellSize: 4 | 8): VolumeBoundary {
  const corners = cellSize === 4 ? TET_FACES : hexFaces;
  const faceSize = cellSize === 4 ? 3 : 4;
  const facesPerCell = corners.length / faceSize;
  const faceCount = (cells.length / cellSize) * facesPerCell;
  const face = new Uint32Array(faceSize);
  const key = new Uint32Array(faceSize);
  const loadFace = (number: number): number => {
    const cell = cellSize * Math.floor(number / facesPerCell);
    const first = faceSize * (number % facesPerCell);
    for (let k = 0; k < faceSize; k++) face[k] = cells[cell + corners[first + k]];
    return writeFaceKey(face, key);
  };
  const sets = new CornerSets(faceSize, faceCount);
  const setOf = new Uint32Array(faceCount).fill(NO_FACE);
  const owners = new Uint32Array(faceCount);
  for (let number = 0; number < faceCount; number++) {
    if (loadFace(number) < 3) continue;
    setOf[number] = sets.add(key);
    owners[setOf[number]]++;
  }
  const isBoundary = (number: number): boolean => setOf[number] !== NO_FACE && owners[setOf[number]] === 1;
  const boundary = setOf.reduce((count, _, number) => count + (isBoundary(number) ? 1 : 0), 0);
  const faceVertices = new Uint32Array(faceSize * boundary);
  const faceCells = new Uint32Array(boundary);
  let next = 0;
  for (let number = 0; number < faceCount; number++) {
    if (!isBoundary(number)) continue;
    const count = loadFace(number);
    for (let k = 0; k < faceSize; k++) faceVertices[faceSize * next + k] = key[Math.min(k, count - 1)];
    faceCells[next++] = Math.floor(number / facesPerCell);
  }
  const crowdedFaces = owners.reduce((count, owner) => count + (owner > 2 ? 1 : 0), 0);
  return { faceSize, faceVertices, faceCells, crowdedFaces };
}

/** A face of a cell that has no area, since its corners are two vertices or one. */
const NO_FACE = 0xffffffff;

/** The faces of a boundary as polygons: `faceVertices[faceOffsets[f] .. faceOffsets[f + 1] - 1]`. */
export function boundaryPolygons({ faceSize, faceVertices }: VolumeBoundary): {
  readonly faceOffsets: Uint32Array;
  readonly faceVertices: Uint32Array;
} {
  const count = faceVertices.length / faceSize;
  const faceOffsets = new Uint32Array(count + 1);
  for (let face = 0; face < count; face++) {
    const last = faceSize * (face + 1) - 1;
    const corners = faceVertices[last] === faceVertices[last - 1] ? faceSize - 1 : faceSize;
    faceOffsets[face + 1] = faceOffsets[face] + corners;
  }
  if (faceOffsets[count] === faceVertices.length) return { faceOffsets, faceVertices };
  const corners = new Uint32Array(faceOffsets[count]);
  for (let face = 0; face < count; face++) {
    const first = faceSize * face;
    corners.set(faceVertices.subarray(first, first + faceOffsets[face + 1] - faceOffsets[face]), faceOffsets[face]);
  }
  return { faceOffsets, faceVertices: corners };
}

/** The faces of a boundary as triangles, three vertices each, outward. */
export function boundaryTriangles({ faceSize, faceVertices }: VolumeBoundary): Uint32Array {
  if (faceSize === 3) return faceVertices;
  const triangles: number[] = [];
  for (let face = 0; face < faceVertices.length; face += 4) {
    const [a, b, c, d] = faceVertices.subarray(face, face + 4);
    triangles.push(a, b, c);
    if (c !== d) triangles.push(a, c, d);
  }
  return Uint32Array.from(triangles);
}

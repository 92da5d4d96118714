import { CornerSets } from './CornerSets.ts';
import { TET_FACES } from './tetBoundary.ts';

/** Corners of a hex's faces, counter-clockwise from outside; corner `i + 2j + 4k` at parametric (i, j, k), right-handed. */
const hexFaces = [0, 4, 6, 2, 1, 3, 7, 5, 0, 1, 5, 4, 2, 6, 7, 3, 0, 2, 3, 1, 4, 5, 7, 6];

/** The faces that belong to one cell only. */
export interface VolumeBoundary {
  /** 3 corners per face for tets, 4 for hexes. */
  readonly faceSize: 3 | 4;
  /** Outward, in the order of their cells. */
  readonly faceVertices: Uint32Array;
  /** The cell of each face. */
  readonly faceCells: Uint32Array;
  /** Number of faces that belong to three cells or more: none in a valid mesh. They count as interior. */
  readonly crowdedFaces: number;
}

/** Returns the boundary of tetrahedra or hexahedra: `cells` has `cellSize` vertex numbers per cell. Linear time for any mesh. */
export function volumeBoundary(cells: Uint32Array, cellSize: 4 | 8): VolumeBoundary {
  const corners = cellSize === 4 ? TET_FACES : hexFaces;
  const faceSize = cellSize === 4 ? 3 : 4;
  const facesPerCell = corners.length / faceSize;
  const faceCount = (cells.length / cellSize) * facesPerCell;
  const face = new Uint32Array(faceSize);
  const loadFace = (number: number): void => {
    const cell = cellSize * Math.floor(number / facesPerCell);
    const first = faceSize * (number % facesPerCell);
    for (let k = 0; k < faceSize; k++) face[k] = cells[cell + corners[first + k]];
  };
  const sets = new CornerSets(faceSize, faceCount);
  const setOf = new Uint32Array(faceCount);
  const owners = new Uint32Array(faceCount);
  for (let number = 0; number < faceCount; number++) {
    loadFace(number);
    setOf[number] = sets.add(face);
    owners[setOf[number]]++;
  }
  const boundary = setOf.reduce((count, set) => count + (owners[set] === 1 ? 1 : 0), 0);
  const faceVertices = new Uint32Array(faceSize * boundary);
  const faceCells = new Uint32Array(boundary);
  let next = 0;
  for (let number = 0; number < faceCount; number++) {
    if (owners[setOf[number]] !== 1) continue;
    loadFace(number);
    faceVertices.set(face, faceSize * next);
    faceCells[next++] = Math.floor(number / facesPerCell);
  }
  const crowdedFaces = owners.reduce((count, owner) => count + (owner > 2 ? 1 : 0), 0);
  return { faceSize, faceVertices, faceCells, crowdedFaces };
}

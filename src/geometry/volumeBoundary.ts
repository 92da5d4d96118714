/** Corners of a tet's faces, counter-clockwise from outside for a positively oriented tet. */
const tetFaces = [1, 2, 3, 0, 3, 2, 0, 1, 3, 0, 2, 1];

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
  /** Faces that belong to three cells or more: none in a sound mesh. They count as interior. */
  readonly crowdedFaces: number;
}

/**
 * Boundary of tetrahedra or hexahedra: `cells` holds `cellSize` vertex numbers per cell. Linear time whatever the mesh looks
 * like (open addressing over sorted corners).
 */
export function volumeBoundary(cells: Uint32Array, cellSize: 4 | 8): VolumeBoundary {
  const corners = cellSize === 4 ? tetFaces : hexFaces;
  const faceSize = cellSize === 4 ? 3 : 4;
  const facesPerCell = corners.length / faceSize;
  const faceCount = (cells.length / cellSize) * facesPerCell;
  const keys = new Uint32Array(faceSize * faceCount);
  const owners = countOwners(cells, cellSize, corners, faceSize, keys);
  let boundaryCount = 0;
  let crowdedFaces = 0;
  for (const owner of owners) {
    if (owner === 1) boundaryCount++;
    else if (owner > 2) crowdedFaces++;
  }
  const faceVertices = new Uint32Array(faceSize * boundaryCount);
  const faceCells = new Uint32Array(boundaryCount);
  let next = 0;
  for (let face = 0; face < faceCount; face++) {
    if (owners[face] !== 1) continue;
    const cell = Math.floor(face / facesPerCell);
    const first = faceSize * (face % facesPerCell);
    for (let k = 0; k < faceSize; k++) faceVertices[faceSize * next + k] = cells[cellSize * cell + corners[first + k]];
    faceCells[next++] = cell;
  }
  return { faceSize, faceVertices, faceCells, crowdedFaces };
}

/** For each face, at its first appearance, how many cells have it; 0 at later appearances. Fills `keys` with sorted corners. */
function countOwners(
  cells: Uint32Array,
  cellSize: number,
  corners: readonly number[],
  faceSize: number,
  keys: Uint32Array,
): Uint32Array {
  const faceCount = keys.length / faceSize;
  const facesPerCell = corners.length / faceSize;
  const owners = new Uint32Array(faceCount);
  let capacity = 16;
  while (capacity < 2 * faceCount) capacity *= 2;
  const slots = new Int32Array(capacity).fill(-1);
  for (let face = 0; face < faceCount; face++) {
    const cell = cellSize * Math.floor(face / facesPerCell);
    const first = faceSize * (face % facesPerCell);
    for (let k = 0; k < faceSize; k++) insertSorted(keys, faceSize * face, k, cells[cell + corners[first + k]]);
    let slot = hashCorners(keys, faceSize * face, faceSize) & (capacity - 1);
    while (slots[slot] >= 0 && !sameCorners(keys, faceSize * slots[slot], faceSize * face, faceSize)) {
      slot = (slot + 1) & (capacity - 1);
    }
    if (slots[slot] < 0) slots[slot] = face;
    owners[slots[slot]]++;
  }
  return owners;
}

function insertSorted(keys: Uint32Array, start: number, count: number, value: number): void {
  let at = start + count;
  while (at > start && keys[at - 1] > value) {
    keys[at] = keys[at - 1];
    at--;
  }
  keys[at] = value;
}

function sameCorners(keys: Uint32Array, a: number, b: number, count: number): boolean {
  for (let k = 0; k < count; k++) if (keys[a + k] !== keys[b + k]) return false;
  return true;
}

function hashCorners(keys: Uint32Array, start: number, count: number): number {
  let hash = 0x9747b28c;
  for (let k = 0; k < count; k++) {
    hash = Math.imul(hash ^ keys[start + k], 0xcc9e2d51);
    hash = (hash << 15) | (hash >>> 17);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}

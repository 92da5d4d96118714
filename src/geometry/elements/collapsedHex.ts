/**
 * Prisms, pyramids and tetrahedra in a mesh of hexahedra are hexahedra with coincident corners: the trilinear map then is that of the other shape
 * (Hughes 2000, section 3.5; a quadrilateral with two corners in one is the linear triangle), and all Gauss points lie inside it. Their corners, of
 * the hexahedron's i + 2j + 4k: a prism has 2 = 3 and 6 = 7, a pyramid 4 = 5 = 6 = 7, a tetrahedron 2 = 3 and 4 = 5 = 6 = 7.
 */
export type CellShape = 'hex' | 'prism' | 'pyramid' | 'tet';

/** The corner in a file's order (base, then top or apex) of each corner of the hexahedron. */
const FILE_CORNERS: Readonly<Record<CellShape, readonly number[]>> = {
  hex: [0, 1, 3, 2, 4, 5, 7, 6],
  prism: [0, 1, 2, 2, 3, 4, 5, 5],
  pyramid: [0, 1, 3, 2, 4, 4, 4, 4],
  tet: [0, 1, 2, 2, 3, 3, 3, 3],
};

/** The corners of the hexahedron in a file's order of the shape's. */
const HEX_CORNERS: Readonly<Record<CellShape, readonly number[]>> = {
  hex: [0, 1, 3, 2, 4, 5, 7, 6],
  prism: [0, 1, 2, 4, 5, 6],
  pyramid: [0, 1, 3, 2, 4],
  tet: [0, 1, 2, 4],
};

/** Returns, for each corner of a hexahedron, which corner of the shape in a file's order it is. */
export function fileCornersOfHex(shape: CellShape): readonly number[] {
  return FILE_CORNERS[shape];
}

/** Returns the corners of a hexahedron of this shape in a file's order: as many as the shape has. */
export function hexCornersOfFile(shape: CellShape): readonly number[] {
  return HEX_CORNERS[shape];
}

/** The first corner of the element that begins at `first` which is the same vertex as corner `corner`. */
export function firstSameCorner(elements: ArrayLike<number>, first: number, corner: number): number {
  let same = 0;
  while (elements[first + same] !== elements[first + corner]) same++;
  return same;
}

/** Whether two corners of the element of `size` vertices that begins at `first` are the same vertex. */
export function hasSameCorners(elements: ArrayLike<number>, first: number, size: number): boolean {
  for (let corner = 1; corner < size; corner++) {
    if (firstSameCorner(elements, first, corner) !== corner) return true;
  }
  return false;
}

/**
 * out = the vertices at the far ends of the three edges of a corner of the hexahedron that begins at `first`, along i, j and k. Where one edge has no
 * length, its ends being one vertex, an edge from its other end takes its place: at the third edge of a prism, whose orientation that keeps. Returns
 * false where more of them have none: the faces that meet at such a corner meet in pairs at others.
 */
export function cornerEnds(hexes: ArrayLike<number>, first: number, corner: number, out: Uint32Array): boolean {
  const own = hexes[first + corner];
  let replaced = 0;
  for (let axis = 0; axis < 3; axis++) {
    const next = corner ^ (1 << axis);
    out[axis] = hexes[first + next];
    if (out[axis] !== own) continue;
    replaced++;
    for (let other = 0; out[axis] === own && other < 3; other++) out[axis] = hexes[first + (next ^ (1 << other))];
  }
  return replaced < 2;
}

/** Returns the shape of the hexahedron that begins at `first`; undefined where other corners coincide than in any of them. */
export function cellShapeOf(hexes: ArrayLike<number>, first: number): CellShape | undefined {
  return shapes.find((shape) => {
    const own = FILE_CORNERS[shape];
    for (let corner = 0; corner < 8; corner++) {
      if (firstSameCorner(hexes, first, corner) !== own.indexOf(own[corner])) return false;
    }
    return true;
  });
}

const shapes: readonly CellShape[] = ['hex', 'prism', 'pyramid', 'tet'];

/** Returns how many hexahedra of each shape there are, where there are any; those of no shape count as hexahedra. */
export function countShapes(hexes: Uint32Array): readonly (readonly [CellShape, number])[] {
  const counts = new Map<CellShape, number>();
  for (let first = 0; first < hexes.length; first += 8) {
    const shape = cellShapeOf(hexes, first) ?? 'hex';
    counts.set(shape, (counts.get(shape) ?? 0) + 1);
  }
  return shapes.filter((shape) => counts.has(shape)).map((shape) => [shape, counts.get(shape) ?? 0]);
}

/** Each way to number the corners of a hexahedron: the axes in another order, and some of them reversed. */
const NUMBERINGS: readonly (readonly number[])[] = [
  [0, 1, 2],
  [1, 2, 0],
  [2, 0, 1],
  [0, 2, 1],
  [2, 1, 0],
  [1, 0, 2],
].flatMap((axes) =>
  [0, 1, 2, 3, 4, 5, 6, 7].map((flip) =>
    [0, 1, 2, 3, 4, 5, 6, 7].map(
      (corner) => flip ^ axes.reduce((bits, axis, k) => bits | (((corner >> k) & 1) << axis), 0),
    ),
  ),
);

/**
 * Numbers the corners of the hexahedron that begins at `first` so that its coincident corners are those of a shape; its orientation may change.
 * Returns false, and leaves it, where there is no such numbering: its coincident corners are no edges or faces of it.
 */
export function numberCorners(hexes: Uint32Array, first: number): boolean {
  const own = hexes.slice(first, first + 8);
  const numbered = new Uint32Array(8);
  for (const numbering of NUMBERINGS) {
    numbering.forEach((from, to) => (numbered[to] = own[from]));
    if (cellShapeOf(numbered, 0) === undefined) continue;
    hexes.set(numbered, first);
    return true;
  }
  return false;
}

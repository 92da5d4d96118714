// Prisms, pyramids and tetrahedra in a mesh of hexahedra are hexahedra with coincident corners: the trilinear map then is that of the other shape
// (Hughes 2000, section 3.5; a quadrilateral with two corners in one is the linear triangle), and all Gauss points lie inside it. Their corners, of
// the hexahedron's i + 2j + 4k: a prism has 2 = 3 and 6 = 7, a pyramid 4 = 5 = 6 = 7, a tetrahedron 2 = 3 and 4 = 5 = 6 = 7.

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

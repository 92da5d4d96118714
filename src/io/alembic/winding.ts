/**
 * Returns per-corner values (or `size` of them) with the corners of each face in reverse order: converts counter-clockwise faces to
 * Alembic's clockwise ones and back. Face `f` has the corners `faceOffsets[f] .. faceOffsets[f + 1]`.
 */
export function reversedCorners<T extends Int32Array | Uint32Array | Float32Array>(
  faceOffsets: ArrayLike<number>,
  corners: T,
  size = 1,
): T {
  const reversed = corners.slice() as T;
  for (let face = 0; face + 1 < faceOffsets.length; face++) {
    const first = faceOffsets[face];
    const last = faceOffsets[face + 1] - 1;
    for (let corner = first; corner <= last; corner++) {
      const mirrored = first + last - corner;
      for (let k = 0; k < size; k++) reversed[size * corner + k] = corners[size * mirrored + k];
    }
  }
  return reversed;
}

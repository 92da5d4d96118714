import { CoreError } from '../../base/errors.ts';

/**
 * What one file may decode to. A mesh of this size takes about a gigabyte while it is read; the largest files that are opened (256 MiB) hold about as
 * much where they are written without waste.
 */
export const MOST_VERTICES = 2 ** 23;
export const MOST_FACES = 2 ** 24;
/** Most corners of one polygon: caps of cylinders have hundreds. */
const MOST_CORNERS_OF_FACE = 2 ** 14;
/** Groups, materials and regions with a name, and in how many of them all faces together may be. */
export const MOST_GROUPS = 2 ** 16;
export const MOST_MEMBERSHIPS = 2 ** 26;
/** Characters of a name. */
export const MOST_NAME_LENGTH = 200;

/** Throws `limit-exceeded`, saying how many of what there are. */
export function requireBudget(count: number, most: number, what: string, file?: string, place?: string): void {
  if (count <= most) return;
  throw new CoreError('limit-exceeded', `${count} ${what} are more than the limit of ${most}`, {
    file,
    place,
    remedy: 'Reduce the mesh before importing it, or divide it.',
  });
}

/** Throws `limit-exceeded` for more vertices, faces or corners of a face than are read. `placeOfFace`: where a face stands in the file. */
export function requireSurfaceBudget(
  vertexCount: number,
  faceOffsets: Uint32Array,
  file: string,
  placeOfFace: (face: number) => string,
): void {
  requireBudget(vertexCount, MOST_VERTICES, 'vertices', file);
  requireBudget(faceOffsets.length - 1, MOST_FACES, 'faces', file);
  for (let face = 0; face + 1 < faceOffsets.length; face++) {
    const corners = faceOffsets[face + 1] - faceOffsets[face];
    if (corners > MOST_CORNERS_OF_FACE) {
      requireBudget(corners, MOST_CORNERS_OF_FACE, 'corners of one face', file, placeOfFace(face));
    }
  }
}

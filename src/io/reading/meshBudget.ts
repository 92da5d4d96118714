import { CoreError } from '../../base/errors.ts';

/**
 * Limits of the decoded size of a file. A mesh of this size takes about a gigabyte while it is read; the largest files that are opened (256 MiB) have about as
 * much in an efficient format.
 */
export const MOST_VERTICES = 2 ** 23;
export const MOST_FACES = 2 ** 24;
/** Largest number of corners of one polygon: caps of cylinders have hundreds. */
const MOST_CORNERS_OF_FACE = 2 ** 14;
/** Largest number of named groups, materials and regions, and of memberships of all faces together. */
export const MOST_GROUPS = 2 ** 16;
export const MOST_MEMBERSHIPS = 2 ** 26;
/** Largest length of a name, characters. */
export const MOST_NAME_LENGTH = 200;

/** Throws `limit-exceeded`, with the number and the name of the items. */
export function requireBudget(count: number, most: number, what: string, file?: string, place?: string): void {
  if (count <= most) return;
  throw new CoreError('limit-exceeded', `${count} ${what} are more than the limit of ${most}`, {
    file,
    place,
    remedy: 'Reduce the mesh before importing it, or divide it.',
  });
}

/** Throws `limit-exceeded` for too many vertices, faces or corners of a face. `placeOfFace`: position of a face in the file. */
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

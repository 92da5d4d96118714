import { CoreError } from '../../base/errors.ts';

/** Pairs of triangles whose boxes overlap, pairs of primitives whose paths may meet, and contacts: lists of these lengths take half a gigabyte each. */
export const MOST_TRIANGLE_PAIRS = 2 ** 26;
export const MOST_CANDIDATES = 2 ** 25;
export const MOST_CONTACTS = 2 ** 22;

/** The error for surfaces of which more than `most` pairs are near each other: folds that have collapsed, or motion without bounds. */
export function tooCrowded(most: number): CoreError {
  return new CoreError(
    'simulation-failed',
    `surfaces are crowded: more than ${most.toLocaleString('en')} pairs of their triangles, edges and points are near each other`,
    {
      place: 'contact between bodies',
      remedy:
        'Make the surfaces coarser where layers lie on each other, lessen their thickness, or take more substeps.',
    },
  );
}

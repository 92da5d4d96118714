import { CoreError } from '../../base/errors.ts';

/** Limits of the numbers of triangle pairs with overlapping boxes, of primitive pairs with paths that may meet, and of contacts: lists of these lengths take half a gigabyte each. */
export const MOST_TRIANGLE_PAIRS = 2 ** 26;
export const MOST_CANDIDATES = 2 ** 25;
export const MOST_CONTACTS = 2 ** 22;

/** Returns the error for surfaces with more than `most` near pairs: collapsed folds, or diverging motion. */
export function tooCrowded(most: number): CoreError {
  return new CoreError(
    'simulation-failed',
    `surfaces are too dense: more than ${most.toLocaleString('en')} pairs of their triangles, edges and points are near each other`,
    {
      place: 'contact between bodies',
      remedy:
        'Coarsen the surfaces where layers lie on each other, reduce their thickness, or increase the number of substeps.',
    },
  );
}

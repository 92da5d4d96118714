import { quantity } from '../../base/quantities.ts';

/** Parameter: tetrahedra that a separate piece must have to be kept. */
export function smallestPiece(preset: number) {
  return quantity({
    unit: '',
    label: 'Smallest piece',
    help: 'Separate pieces with fewer tetrahedra than this are left out.',
    min: 1,
    max: 1e6,
    softMax: 1000,
    default: preset,
  });
}

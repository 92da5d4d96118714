import { quantity } from '../../base/quantities.ts';

/** Returns the parameter for the smallest number of tetrahedra of a separate piece that is kept. */
export function smallestPiece(preset: number) {
  return quantity({
    unit: '',
    label: 'Minimum piece size',
    help: 'Separate pieces with fewer tetrahedra than this are left out.',
    min: 1,
    max: 1e6,
    softMax: 1000,
    default: preset,
  });
}

import type { StateColumn } from '../base/state/stateFields.ts';
import { PACKED } from './packedSymmetric.ts';

/** Indices of the diagonal among the packed numbers. */
const DIAGONAL = [0, 3, 5];

/** Plastic state of every quadrature point. */
export interface PlasticArrays {
  /** log F_p, six numbers (`packedSymmetric`). */
  readonly strain: Float64Array;
  /** F_p^-1, six numbers. */
  readonly inverse: Float64Array;
  /** Square of the smallest principal stretch of F_p. */
  readonly leastSquares: Float64Array;
  /** Accumulated plastic strain alpha. */
  readonly hardening: Float64Array;
  /** 1 for points whose gradients differ from those at rest. */
  readonly flowed: Uint8Array;
}

export function createPlasticArrays(points: number): PlasticArrays {
  return {
    strain: new Float64Array(PACKED * points),
    inverse: new Float64Array(PACKED * points),
    leastSquares: new Float64Array(points),
    hardening: new Float64Array(points),
    flowed: new Uint8Array(points),
  };
}

/** Resets all points to the unflowed state. */
export function resetPlasticArrays({ strain, inverse, leastSquares, hardening, flowed }: PlasticArrays): void {
  strain.fill(0);
  inverse.fill(0);
  for (let k = 0; k < inverse.length; k += PACKED) for (const diagonal of DIAGONAL) inverse[k + diagonal] = 1;
  leastSquares.fill(1);
  hardening.fill(0);
  flowed.fill(0);
}

/** Returns the columns that a checkpoint saves of points that have flowed. The inverse could be recomputed from the logarithm, but not to the last bit. */
export function plasticColumns(arrays: PlasticArrays): StateColumn[] {
  const { strain, inverse, leastSquares, hardening, flowed } = arrays;
  return [
    { name: 'strain', width: PACKED, array: () => strain },
    { name: 'inverse', width: PACKED, array: () => inverse },
    { name: 'leastSquares', width: 1, array: () => leastSquares },
    { name: 'hardening', width: 1, array: () => hardening },
    { name: 'flowed', width: 1, array: () => flowed },
  ];
}

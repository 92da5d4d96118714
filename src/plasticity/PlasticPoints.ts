import { PACKED } from './packedSymmetric.ts';

/** Where the diagonal is among the packed numbers. */
const DIAGONAL = [0, 3, 5];

/** What flow has made of every quadrature point. */
export interface PlasticArrays {
  /** log F_p, six numbers (`packedSymmetric`). */
  readonly strain: Float64Array;
  /** F_p^-1 likewise. */
  readonly inverse: Float64Array;
  /** Square of the smallest stretch of F_p. */
  readonly leastSquares: Float64Array;
  /** alpha. */
  readonly hardening: Float64Array;
  /** 1 for points whose gradients are not those at rest. */
  readonly flowed: Uint8Array;
}

/** What a checkpoint keeps: rows of the points that have flowed. */
export interface PlasticState {
  /** Ascending. */
  readonly points: Uint32Array;
  /** log F_p, six per row (`packedSymmetric`). */
  readonly strain: Float64Array;
  /** F_p^-1 likewise: it follows from log F_p, but not to the last bit. */
  readonly inverse: Float64Array;
  /** Square of the smallest plastic stretch. */
  readonly leastSquares: Float64Array;
  /** alpha. */
  readonly hardening: Float64Array;
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

/** Nothing has flowed. */
export function resetPlasticArrays({ strain, inverse, leastSquares, hardening, flowed }: PlasticArrays): void {
  strain.fill(0);
  inverse.fill(0);
  for (let k = 0; k < inverse.length; k += PACKED) for (const diagonal of DIAGONAL) inverse[k + diagonal] = 1;
  leastSquares.fill(1);
  hardening.fill(0);
  flowed.fill(0);
}

/** A copy of everything that the future depends on. */
export function savePlasticState(arrays: PlasticArrays): PlasticState {
  const { strain, inverse } = arrays;
  const flowed: number[] = [];
  for (let q = 0; q < arrays.flowed.length; q++) if (arrays.flowed[q] !== 0) flowed.push(q);
  const state: PlasticState = {
    points: Uint32Array.from(flowed),
    strain: new Float64Array(PACKED * flowed.length),
    inverse: new Float64Array(PACKED * flowed.length),
    leastSquares: Float64Array.from(flowed, (q) => arrays.leastSquares[q]),
    hardening: Float64Array.from(flowed, (q) => arrays.hardening[q]),
  };
  flowed.forEach((q, row) => {
    state.strain.set(strain.subarray(PACKED * q, PACKED * (q + 1)), PACKED * row);
    state.inverse.set(inverse.subarray(PACKED * q, PACKED * (q + 1)), PACKED * row);
  });
  return state;
}

/** True where the state may be one of a body of so many points. */
export function fitsPlasticState(state: PlasticState, count: number): boolean {
  const { points, strain, inverse, leastSquares, hardening } = state;
  return (
    hardening.length === points.length &&
    leastSquares.length === points.length &&
    strain.length === PACKED * points.length &&
    inverse.length === PACKED * points.length &&
    points.every((q, row) => q < count && (row === 0 || q > points[row - 1]))
  );
}

/** Writes the rows of a state that fits into arrays of which nothing has flowed. */
export function writePlasticState(state: PlasticState, arrays: PlasticArrays): void {
  const { points, strain, inverse, leastSquares, hardening } = state;
  points.forEach((q, row) => {
    arrays.strain.set(strain.subarray(PACKED * row, PACKED * (row + 1)), PACKED * q);
    arrays.inverse.set(inverse.subarray(PACKED * row, PACKED * (row + 1)), PACKED * q);
    arrays.leastSquares[q] = leastSquares[row];
    arrays.hardening[q] = hardening[row];
    arrays.flowed[q] = 1;
  });
}

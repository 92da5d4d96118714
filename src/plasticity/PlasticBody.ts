import type { PlasticKernel } from '../kernels/solid/PlasticKernel.ts';

/** A body at rest, as quadrature points. */
export interface PlasticBody {
  readonly elements: Uint32Array;
  readonly verticesPerElement: number;
  readonly pointsPerElement: number;
  /** dN_a/dX, 1/m: three numbers per vertex of the element, for every point. */
  readonly gradients: Float64Array;
  /** Square of the elastic frequency bound of each point at rest, 1/s2. */
  readonly frequencySquares: Float64Array;
}

/** The operators that measure the elastic part of the deformation from positions and gradients. */
export interface ElasticOperators {
  /** Signed principal stretches of F_e, three per point. */
  readonly singularValues: ArrayLike<number>;
  /** Replaces dN_a/dX of a point, 1/m: three numbers per vertex of its element. */
  setGradients(point: number, gradients: Float64Array): void;
  /** Kernel that runs the whole pass; without one, points flow one by one. */
  readonly flowKernel?: PlasticKernel;
}

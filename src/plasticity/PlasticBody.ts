import type { PlasticKernel } from '../kernels/solid/PlasticKernel.ts';

/** A body as quadrature points, at rest. */
export interface PlasticBody {
  readonly elements: Uint32Array;
  readonly verticesPerElement: 4 | 8;
  readonly pointsPerElement: 1 | 8;
  /** dN_a/dX, 1/m: three per vertex of the element, for every point. */
  readonly gradients: Float64Array;
  /** Square of the elastic frequency bound of each point at rest, 1/s2. */
  readonly frequencySquares: Float64Array;
}

/** Where the elastic part of the deformation is measured: positions against gradients. */
export interface ElasticOperators {
  /** Signed singular values of F_e, three per point. */
  readonly singularValues: ArrayLike<number>;
  /** Replaces dN_a/dX of a point, 1/m: three per vertex of its element. */
  setGradients(point: number, gradients: Float64Array): void;
  /** Does the whole pass where there is one; else points flow one by one. */
  readonly flowKernel?: PlasticKernel;
}

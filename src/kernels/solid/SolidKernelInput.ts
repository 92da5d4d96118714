import type { KernelStageId } from '../modelParams.ts';

/** A model stage with its packed parameters, or `undefined` where the stress is computed outside the kernel. */
export interface KernelMaterial {
  readonly id: KernelStageId;
  readonly params: ArrayLike<number>;
}

/** A body of tetrahedra (one quadrature point) or hexahedra (eight) as the kernels need it. */
export interface SolidKernelInput {
  readonly vertexCount: number;
  readonly verticesPerElement: 4 | 8;
  readonly elements: Uint32Array;
  /** dN_a/dX, 1/m: three per vertex of the element, for every quadrature point. */
  readonly gradients: Float64Array;
  /** Rest volume of every quadrature point, m3. */
  readonly volumes: Float64Array;
  /** kg. */
  readonly masses: Float64Array;
  readonly materials: readonly (KernelMaterial | undefined)[];
  readonly elementMaterial?: Uint8Array;
  /** Rotated damping coefficients, Pa s. */
  readonly dampingBeta: number;
  readonly dampingAlpha: number;
  /** The conserving damping form instead of the robust one. */
  readonly conserving: boolean;
}

import type { KernelMaterial } from '../solid/SolidKernelInput.ts';

/** A shell or a piece of cloth, as input of the kernels. SI. */
export interface ClothKernelInput {
  readonly vertexCount: number;
  /** Three vertices per triangle. */
  readonly triangles: Uint32Array;
  /** Rest areas, m2. */
  readonly areas: Float64Array;
  /** Four vertices per hinge: those of the edge, then those opposite to it. */
  readonly hinges: Uint32Array;
  /** k_b k0 of each hinge, N m, and the least areas of its wings, two per hinge, m2. */
  readonly hingeStiffness: Float64Array;
  readonly leastAreas: Float64Array;
  /** Mass per vertex, kg. */
  readonly masses: Float64Array;
  /** Kernel of its constitutive model in the plane, whose parameters are N/m where a solid's are Pa; left out, rotated linear elasticity with the next two. */
  readonly model?: KernelMaterial;
  /** Lame constants of plane stress, N/m. */
  readonly mu: number;
  readonly lambda: number;
  /** Additional stiffness of the threads beyond the sheet's, N/m. */
  readonly warpExcess: number;
  readonly weftExcess: number;
  /** Damping time, s. */
  readonly dampingTime: number;
  /** Whether triangles may be inverted: `ClothKernel.setSides`. */
  readonly liesOnSurface: boolean;
}

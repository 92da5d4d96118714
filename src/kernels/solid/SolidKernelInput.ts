import type { BlockPattern } from './blockPattern.ts';

/** The number of a model's kernel with its packed parameters. */
export interface KernelMaterial {
  readonly number: number;
  readonly params: ArrayLike<number>;
}

/** Coefficients of rotated damping, Pa s. */
export interface KernelDamping {
  readonly beta: number;
  readonly alpha: number;
}

/** Aggregates of vertices that move as rigid bodies, and the envelope of the factor of their matrix. */
export interface KernelCoarseSpace {
  /** Number of aggregates, with six unknowns each. */
  readonly count: number;
  readonly aggregates: Uint32Array;
  readonly memberStart: Uint32Array;
  readonly members: Uint32Array;
  readonly factor: {
    readonly rowStart: Uint32Array;
    readonly entries: Float64Array;
    readonly inverseDiagonal: Float64Array;
  };
}

/**
 * A body as input of the kernels: linear tetrahedra (four vertices, one quadrature point), or elements of at most ten vertices whose points, four or
 * eight, are lanes: quadratic tetrahedra (ten, four) and hexahedra (eight, eight).
 */
export interface SolidKernelInput {
  readonly vertexCount: number;
  readonly verticesPerElement: number;
  readonly pointsPerElement: number;
  readonly elements: Uint32Array;
  /** dN_a/dX, 1/m: three per vertex of the element, for every quadrature point; 0 at a corner that is the same vertex as an earlier one of its element. */
  readonly gradients: Float64Array;
  /** Rest volume of every quadrature point, m3. */
  readonly volumes: Float64Array;
  /** Mass per vertex, kg. */
  readonly masses: Float64Array;
  /** The kernel of each material; undefined where the stress is computed outside. */
  readonly materials: readonly (KernelMaterial | undefined)[];
  /** Says of each material whether its principal values are those of (F + F^T) / 2 in place of the stretches. */
  readonly smallStrain: readonly boolean[];
  readonly elementMaterial?: Uint8Array;
  /** Unit directions at rest, three per element, and the packed `fibreParams` of each material, none for those without. */
  readonly fibres?: {
    readonly directions: Float64Array;
    readonly params: readonly (ArrayLike<number> | undefined)[];
  };
  /** Coefficients of rotated damping: one pair for the body, or one for each material. */
  readonly damping: readonly KernelDamping[];
  /** Reserves what `updateStiffness` needs. */
  readonly implicit?: boolean;
  /** Reserves what plastic flow needs (`PlasticKernel`). */
  readonly plastic?: boolean;
  /** Makes the coarse space of the preconditioner for the rows of the system matrix; without it the diagonal alone preconditions. */
  coarseSpace?(rows: BlockPattern): KernelCoarseSpace;
  /** The conserving damping form instead of the robust one. */
  readonly conserving: boolean;
}

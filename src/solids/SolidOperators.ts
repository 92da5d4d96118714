import type { BlockSparseMatrix } from '../math/BlockSparseMatrix.ts';
import type { ElementKind } from '../geometry/elements/ElementType.ts';
import type { SolidMoments } from '../geometry/solidMoments.ts';
import type { PlasticKernel } from '../kernels/solid/PlasticKernel.ts';
import type { KernelQueue } from '../kernels/threads/KernelQueue.ts';
import type { VelocityConstraints } from '../collision/VelocityConstraints.ts';
import type { CreatedModel } from '../materials/ConstitutiveModel.ts';
import type { PressureInput, PressureSystem } from './incompressibility/PressureSystem.ts';

/**
 * What a body is made of. Rest positions in metres, xyz interleaved. Fixed for its life but for `models`, `density` and the damping of a material that is keyed, which
 * change between evaluations of forces: who needs these reads them when they are needed.
 */
export interface SolidBodyInput {
  readonly restPositions: Float64Array;
  /** Which of `elementTypes` the elements are. */
  readonly elementKind: ElementKind;
  readonly elements: Uint32Array;
  /** One model for the body, or several with `elementModel` saying which. */
  readonly models: readonly CreatedModel[];
  readonly elementModel?: Uint8Array;
  /** Density and damping of each model, in the order of `models`, in place of those below; left out, all models have these. */
  readonly modelMatter?: readonly ModelMatter[];
  /** Multiplies elastic stress, damping and strain energy of each element, never its mass; at least 0. Left out, 1. */
  readonly elementWeight?: Float64Array;
  /** Share of each element that is filled with material, in (0, 1]: multiplies mass and stiffness alike. Left out, 1. */
  readonly materialFraction?: Float64Array;
  /**
   * Moments of the body at rest: mass and stiffness of all elements are multiplied so that they stand for its volume, and the masses of the vertices have these moments (`matchMoments`). Left out, the elements are the
   * body.
   */
  readonly materialMoments?: SolidMoments;
  /** Share of the material that whole cells, which reach beyond the body, give each vertex, that is of the body: 0 to 1 (`filledVolumes`). Only with `materialMoments`; left out where elements follow the body. */
  readonly filled?: Float64Array | undefined;
  /** Unit direction of the fibres of each element at rest, xyz; zero where it has none. Only materials with a `fibre` part feel it. */
  readonly fibreDirections?: Float64Array;
  /** kg/m3. */
  readonly density: number;
  /** Rotated damping P = beta (Fdot + Fdot^T) + alpha tr(Fdot), both Pa s (Irving 2007, 2.6.2). */
  readonly dampingBeta: number;
  readonly dampingAlpha: number;
  /**
   * 'robust': as printed, does not vanish when elements flatten, makes angular momentum.
   * 'conserving': P = F S with S symmetric at moderate deformation, robust only for flat or inverted elements.
   */
  readonly dampingForm: 'robust' | 'conserving';
  /** Present: elastic forces may be implicit (`updateStiffness`). */
  readonly implicit?: {
    /** Length of a common step, s, which the preconditioner is made for. */
    readonly typicalStep: number;
  };
  /** Reserves `flowKernel` where the operators have one. */
  readonly plastic?: boolean;
}

/** What the elements of one model of a body have beside the model: density, kg/m3, and the coefficients of rotated damping, Pa s. */
export type ModelMatter = Pick<SolidBodyInput, 'density' | 'dampingBeta' | 'dampingAlpha'>;

/** Returns density and damping of an element. */
export function matterOf(body: SolidBodyInput, element: number): ModelMatter {
  return body.modelMatter?.[body.elementModel?.[element] ?? 0] ?? body;
}

/** How a velocity solve is to be done. One object, so that its numbers are not allocated one by one at every call. */
export interface VelocitySolve {
  /** s. */
  readonly h: number;
  /** Tolerance of the residual, relative to the initial one. */
  readonly tolerance: number;
  readonly maxIterations: number;
}

/** A solve of several that add up, each of which goes on from what the last has left. */
export interface QueuedSolve extends VelocitySolve {
  /** What may be left in any case, as `QueuedReport.initial`; the solve still leaves a small part of what it begins with. */
  readonly least: number;
  /** Whether matrix, h and constraints are those of the queued solve before. */
  readonly keepsSystem: boolean;
}

/** Valid until the next solve, which may write into the same object. */
export interface SolveReport {
  readonly iterations: number;
  /** Norm of the projected residual over its initial norm. */
  readonly relativeResidual: number;
  readonly converged: boolean;
}

/** Valid until the next solve. */
export interface QueuedReport extends SolveReport {
  /** dv, m/s. */
  readonly solution: Float64Array;
  /** Norm of the projected right-hand side, in a norm of the operators' own. */
  readonly initial: number;
}

/**
 * The per-body linear algebra that the integrator stands on: element forces, damping matrix and the implicit velocity solve.
 * Two implementations with one meaning: `ReferenceSolidOperators` (TypeScript, float64) and `KernelSolidOperators`
 * (AssemblyScript SIMD, threads). All vectors are Float64Array, xyz interleaved, one entry per vertex.
 * Nothing allocates after construction.
 */
export interface SolidOperators {
  readonly vertexCount: number;
  readonly elementCount: number;
  /** Lumped vertex masses, kg. */
  readonly masses: Float64Array;
  /** Elastic force of the last `updateElastic`, N. */
  readonly elasticForce: Float64Array;
  /**
   * Signed singular values of F of the last `updateElastic`, three per quadrature point (`ElementType.points`); where the material measures small strain, the principal values of (F + F^T) / 2.
   */
  readonly singularValues: Float32Array | Float64Array;

  /** lambda = |F a| of the last `updateElastic`, one per quadrature point; absent without fibres. */
  readonly fibreStretches?: Float32Array | Float64Array;

  /**
   * F, its signed diagonalisation, the stress and the elastic nodal forces at `positions` (m). Elastic stress and damping
   * are both multiplied by `strength` (0 = limp). Fibres pull by their `activation`, 0 where it is left out, to 1.
   */
  updateElastic(positions: Float64Array, strength: number, activation?: number): void;
  /** Assembles the damping matrix D (N s/m, symmetric positive semidefinite) for the state of the last `updateElastic`. */
  updateDamping(): void;
  /**
   * Assembles D + h K (h in s) in its place: K is the elastic stiffness (N/m) at that state, made positive semidefinite element by
   * element (`PrincipalTangent`). `applyDamping` and `solveVelocity` then use the sum, until either is assembled again. Only for
   * bodies that are `implicit`.
   */
  updateStiffness(h: number): void;
  /**
   * Prepares `solveVelocity` for matrices like M + h (D + h K) of the body at rest, h being its typical step, when the `held` vertices (not 0)
   * do not move. Changes only how fast it converges.
   */
  freezePreconditioner(held: Uint8Array): void;
  /** Copies D, or D + h K, whichever was assembled last, into a matrix of the pattern of the body's elements. */
  copyMatrix(out: BlockSparseMatrix): void;
  /**
   * Writes the mean of the three diagonal entries of D, or of D + h K, whichever was assembled last, of each vertex, kg/s. Where `vertices` are given, the first `count` of these are all that has to
   * be written.
   */
  writeDiagonal(out: Float64Array, vertices?: Uint32Array, count?: number): void;
  /** out = D velocity; the damping force is -D velocity, N. */
  applyDamping(velocity: Float64Array, out: Float64Array): void;
  /**
   * Solves (M + h D) dv = P rhs, dv in the constrained space (P dv = dv), by conjugate gradients from dv = 0, until the
   * residual falls below `tolerance` times the initial one. `rhs` in N s. Deterministic for any thread count.
   */
  solveVelocity(
    solve: VelocitySolve,
    rhs: Float64Array,
    constraints: VelocityConstraints,
    dv: Float64Array,
  ): SolveReport;
  /**
   * Begins to solve for `queuedRhs`, N s, as `solveVelocity` does; when the `queue` has run comes `takeVelocity`, and `queuedRhs` is what the solution leaves of it. Until then nothing else is asked of the operators. All three are left
   * out where solves do not run on kernels.
   */
  askVelocity?(solve: QueuedSolve, constraints: VelocityConstraints, queue: KernelQueue): void;
  takeVelocity?(): QueuedReport;
  /** Valid until the next `solveVelocity`. */
  readonly queuedRhs?: Float64Array;
  /**
   * Replaces dN_a/dX of a quadrature point, 1/m, three per vertex of its element, adding up to zero: the point measures F against them from the
   * next `updateElastic` on. Its weight stays that of the undeformed volume. Plastic flow is this and nothing else.
   */
  setGradients(point: number, gradients: Float64Array): void;
  /** Replaces the gradients of all points that flow in one pass; without it they are replaced point by point. */
  readonly flowKernel?: PlasticKernel;
  /** Replaces M in the matrix of `solveVelocity` by other masses, kg, all above 0; forces and `masses` stay as they are. */
  setInertia(masses: Float64Array): void;
  /** Takes over the models, damping and density that the body has now; `masses` follow in place, and forces at the next `updateElastic`. */
  takeMaterial(): void;
  /** Says what `freezePreconditioner` would be made for, constrained vertices apart: another number, another preconditioner. */
  readonly materialStage: number;
  /** Strain energy at the state of the last `updateElastic`, J. */
  elasticEnergy(): number;
  /** Bound of the elastic angular frequency of the present material at strength 1 (`waveFrequencyBound`), 1/s. */
  readonly waveFrequency: number;
  /** Volumes and pressures of the body's one-rings, to be disposed of by who asked for them; absent where the reference will do. */
  createPressures?(input: PressureInput): PressureSystem;
  /** Copies of everything that must survive in a checkpoint beside x and v; empty when there is nothing. */
  dispose(): void;
}

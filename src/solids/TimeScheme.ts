import type { SystemState } from '../base/state/SystemState.ts';
import { defaultExports, Registry, type Definition } from '../base/registry.ts';
import type { DirectSolve } from './implicit/DirectSolve.ts';
import type { VolumeConservation } from './incompressibility/VolumeConservation.ts';
import type { CarriedForce } from './terms/CarriedForce.ts';
import type { ContactTerm } from './terms/ContactTerm.ts';
import type { ElasticPart } from './terms/ElasticTerm.ts';
import type { TargetTerm } from './terms/TargetTerm.ts';
import type { Substep, Term } from './terms/Term.ts';
import type { WeightTerm } from './terms/WeightTerm.ts';
import type { SolveSettings, VelocityOperators } from './VelocityOperators.ts';
import type { VelocityStep } from './VelocityStep.ts';

/** The body that a time scheme moves. Vectors xyz per vertex, SI. */
export interface SchemeBody {
  /** x^n, m, and v^n, m/s: the live state. */
  readonly positions: Float64Array;
  readonly velocities: Float64Array;
  /** x^{n+1}, m. */
  readonly nextPositions: Float64Array;
  readonly operators: VelocityOperators;
  /** All terms, those named below among them, in the order in which their forces add up. */
  readonly terms: readonly Term[];
  readonly elastic: ElasticPart;
  readonly weight: WeightTerm;
  readonly targets: TargetTerm;
  readonly contact: ContactTerm;
  readonly volume?: VolumeConservation;
  readonly carried?: CarriedForce;
  /** What moving boundaries press with; one of the terms. */
  readonly pressing: CarriedForce;
  readonly settings: SolveSettings;
  /** Largest number of Newton iterations of implicit schemes; left out, what the scheme usually takes. */
  readonly newtonIterations?: number;
  /** Makes a factor of the body's matrix, for schemes that ask for many answers; left out, the body cannot be moved by these. */
  readonly createDirect?: () => DirectSolve;
  /** Whether the velocity keeps what contact with other bodies does to the move of an implicit step: shells, which have one velocity for both. */
  readonly keepsContact?: boolean;
}

/** How a body answers to the pressure of liquids, between `predict` and `endPrediction`. */
export interface LiquidCoupling {
  /** Whether a liquid presses on the body in the running substep, or another solid in the coupled solve. */
  readonly pressed: boolean;
  /** What they press with, N, where the body stands at the start of the substep: after `endPrediction`. */
  readonly pressure: Float64Array;
  /** Whether liquid touches it in the running substep. */
  readonly wet: boolean;
  /** Liquid touches it in the running substep. */
  noteLiquid(): void;
  /** Returns whether the constraints of the body let a vertex move along the direction (xyz) at `at` of an array. */
  isCompliant(vertex: number, direction: Float64Array, at: number): boolean;
  /** Replaces F, N, by the change of `moveVelocity` by it, m/s. */
  applyInverse(force: Float64Array): void;
  /**
   * Applies the pressure of liquids, N, whose change of velocity `moveVelocity` has already. Returns true where contacts change by it, and `mayRevise` says that the liquids can be asked again:
   * `moveVelocity` is then again that without them.
   */
  applyPressure(substep: Substep, pressure: Float64Array, mayRevise: boolean, touched: boolean): boolean;
  /** Adds the pressure of liquids that has changed `moveVelocity` to the forces, N, whatever else is found in the substep. */
  commitPressure(pressure: Float64Array): void;
}

/**
 * How a body moves through a substep, over the terms that act on it: it finds the velocity that moves the positions, and the one that the body has then. Between the two others act on the body:
 * contact with other bodies, and its own volume.
 */
export interface TimeScheme {
  /** The solves that it is made of. */
  readonly step: VelocityStep;
  /** Positions at which its step starts, m: `Substep.from`. */
  readonly from: Float64Array;
  /** v~^{n+1/2}, m/s, which moves the positions: after `endPrediction`. */
  readonly moveVelocity: Float64Array;
  /** v*^n, m/s, which collisions of the move change. */
  readonly startVelocity: Float64Array;
  /** v^{n+1}, m/s: after `integrateVelocities`. May be the same array as the other two. */
  readonly nextVelocity: Float64Array;
  /** Whether the centre of the body moves with the mean of its velocities at both ends of the running substep, on a parabola where its acceleration is constant; else with that at its end. */
  readonly movesByMean: boolean;
  /** What it keeps beside positions and velocities; left out where that is nothing. */
  readonly state?: SystemState;
  /** Linear iterations since `predict` beside those of `step`. */
  readonly iterations: number;
  /** Present where liquids act on the body between `predict` and `endPrediction`. */
  readonly coupling?: LiquidCoupling;
  /** Says how long its step is: writes `substep.h`. */
  begin(substep: Substep): void;
  /** Finds how the body moves; `touched`: whether other bodies touch it. */
  predict(substep: Substep, touched: boolean): void;
  /** Ends the search for `moveVelocity`. */
  endPrediction(substep: Substep): void;
  /** Called when the positions have moved, before collisions change the velocities. */
  endMove?(): void;
  /** Finds `nextVelocity`, but for what conserves volumes. */
  integrateVelocities(substep: Substep, touched: boolean): void;
  /** The substep stands; `smooth`: nothing touched the body in it. Positions and velocities are still those of its start. */
  commit?(substep: Substep, smooth: boolean): void;
}

/** A time scheme. Registered by adding a file to `schemes/` that default-exports one. */
export interface TimeSchemeDefinition extends Pick<Definition, 'type' | 'label' | 'reference'> {
  /** Whether elastic forces are implicit: operators must then be able to assemble the stiffness. */
  readonly implicit: boolean;
  /** Whether its velocity solves include what contact pressed with in the last substep; where not, contact is found together with the velocities. */
  readonly carries: boolean;
  create(body: SchemeBody): TimeScheme;
}

export const timeSchemes = new Registry<TimeSchemeDefinition>(
  'time scheme',
  defaultExports<TimeSchemeDefinition>(import.meta.glob('./schemes/*.ts', { eager: true })),
);

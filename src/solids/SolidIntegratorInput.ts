import type { ContactCollider } from '../collision/contactCollider.ts';
import type { ContactPoints } from '../collision/ContactPoints.ts';
import type { SolveSettings } from './HalfStep.ts';
import type { VolumeSettings } from './incompressibility/VolumeConservation.ts';
import type { NodeTargets } from './NodeTargets.ts';
import type { SolidBodyInput, SolidOperators } from './SolidOperators.ts';

/** What moves a body, as plain data and functions of time. SI. */
export interface SolidIntegratorInput extends SolveSettings {
  readonly operators: SolidOperators;
  /** What the operators were made from. */
  readonly body: SolidBodyInput;
  /** Initial positions, m, and velocities, m/s (at rest when absent), xyz interleaved; copied. */
  readonly positions: Float64Array;
  readonly velocities?: Float64Array;
  /** out = acceleration of gravity at `time`, m/s2. */
  gravityAt(time: number, out: Float64Array): void;
  /** Ambient drag at `time`, 1/s: every vertex feels -drag mass velocity. */
  dragAt(time: number): number;
  /** Factor on elastic and damping forces at `time`, >= 0. */
  strengthAt(time: number): number;
  /** Activation of the fibres at `time`, 0 to 1; left out, they are relaxed. */
  activationAt?(time: number): number;
  readonly targets: readonly NodeTargets[];
  readonly colliders: readonly ContactCollider[];
  /** What touches colliders in place of the vertices, asked once; where it gives nothing, or is left out, the vertices do. */
  contactPoints?(): ContactPoints | undefined;
  /** Flow for good, which changes what the operators measure deformation against. */
  readonly flow?: PlasticPass;
  /** At least this many substeps per frame. */
  readonly minSubsteps: number;
  /** A frame that needs more fails. */
  readonly maxSubsteps?: number;
  /** The body moves with liquids, which ask for its answers to forces: implicit, one iteration, volumes as the material says. */
  readonly inLiquid?: boolean;
  /** Present: the volume of every one-ring is kept. */
  readonly volume?: VolumeSettings;
}

/** What happens for good at the end of a substep. */
export interface PlasticPass {
  /** Factor on the operators' frequency bound, >= 1. */
  readonly frequencyFactor: number;
  /** After a substep of `dt` (s) that ended at `time` (s) and `positions`, where the operators were evaluated. True where forces changed. */
  advance(positions: Float64Array, dt: number, time: number): boolean;
}

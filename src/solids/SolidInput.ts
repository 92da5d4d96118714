import type { ContactCollider } from '../collision/contactCollider.ts';
import type { ContactPoints } from '../collision/ContactPoints.ts';
import type { Term } from './terms/Term.ts';
import type { SolveSettings } from './VelocityOperators.ts';
import type { VolumeSettings } from './incompressibility/VolumeConservation.ts';
import type { ChangingMaterial } from './ChangingMaterial.ts';
import type { EmbeddedVertices } from './EmbeddedVertices.ts';
import type { NodeTargets } from './NodeTargets.ts';
import type { SolidBodyInput, SolidOperators } from './SolidOperators.ts';

/** What moves a body, as plain data and functions of time. SI. */
export interface SolidInput extends SolveSettings {
  readonly operators: SolidOperators;
  /** What the operators were made from. */
  readonly body: SolidBodyInput;
  /** Initial positions, m, and velocities, m/s (at rest when absent), xyz interleaved; copied. */
  readonly positions: Float64Array;
  readonly velocities?: Float64Array;
  /** out = acceleration of gravity at `time`, m/s2. */
  gravityAt(time: number, out: Float64Array): void;
  /** Ambient drag at `time`, 1/s: every vertex has the force -drag mass velocity. */
  dragAt(time: number): number;
  /** Factor on elastic and damping forces at `time`, >= 0. */
  strengthAt(time: number): number;
  /** Activation of the fibres at `time`, 0 to 1; left out, they are relaxed. */
  activationAt?(time: number): number;
  /** Left out, the material stays as it is. */
  readonly material?: ChangingMaterial;
  readonly targets: readonly NodeTargets[];
  /** Vertices that are parts of rigid bodies; left out, none are. */
  readonly embedded?: readonly EmbeddedVertices[];
  /** What else acts on the body. */
  readonly terms?: readonly Term[];
  readonly colliders: readonly ContactCollider[];
  /** What touches colliders in place of the vertices, asked once; where it gives nothing, or is left out, the vertices do. */
  contactPoints?(): ContactPoints | undefined;
  /** Flow for good, which changes what the operators measure deformation against. */
  readonly flow?: PlasticPass;
  /** Least number of substeps per frame. */
  readonly minSubsteps: number;
  /** A frame that needs more fails. */
  readonly maxSubsteps?: number;
  /** Type of the registered time scheme; left out, semi-implicit, or backward Euler of a body that is `implicit`. */
  readonly scheme?: string;
  /** Largest number of Newton iterations of implicit schemes; 1 where left out. */
  readonly newtonIterations?: number;
  /** Present: the volume of every one-ring is kept. */
  readonly volume?: VolumeSettings;
}

/** What happens for good at the end of a substep. */
export interface PlasticPass {
  /** Factor on the operators' frequency bound, >= 1. */
  readonly frequencyFactor: number;
  /** Advances the flow after a substep of `dt` (s) that ended at `time` (s) and `positions`, where the operators were evaluated. Returns true where forces changed. */
  advance(positions: Float64Array, dt: number, time: number): boolean;
}

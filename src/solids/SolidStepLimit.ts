import { ImpactLimit } from '../collision/ImpactLimit.ts';
import type { ContactState } from '../collision/contactState.ts';
import type { ObjectContact } from '../collision/objectContact.ts';
import type { CreatedModel } from '../materials/ConstitutiveModel.ts';
import { hypot3 } from '../math/hypot3.ts';
import type { SolidIntegratorInput } from './SolidIntegratorInput.ts';
import { FibreStep } from './FibreStep.ts';
import { PieceLimit } from './PieceLimit.ts';
import { Stiffening } from './stiffening.ts';
import { meanElementSize, MOTION_LIMIT, stableStep, stiffnessDampingTime } from './timeStep.ts';
import { largestSquare, sumVectors } from './vectorSums.ts';

/** The state that limits a body's substep. */
export interface LimitedState {
  readonly positions: Float64Array;
  readonly velocities: Float64Array;
  readonly contacts: ContactState;
  readonly constrained: Uint8Array;
}

/** How long a substep of a solid may be: the shortest of the stability, target spring, motion, collider and impact limits. */
export class SolidStepLimit {
  /** Mean motion of the body at the last `longestStep`, m/s. */
  readonly meanVelocity = new Float64Array(3);
  private readonly input: SolidIntegratorInput;
  private readonly state: LimitedState;
  private readonly objectContact: ObjectContact;
  private readonly impactLimit: ImpactLimit;
  /** Backward Euler is stable at any length. */
  private readonly implicit: boolean;
  /** Longest stable step of target springs with the masses that the body was made with, s. */
  private readonly springStep: number;
  private readonly stiffening: Stiffening;
  /** Tables of materials that a keyed one comes to be like. */
  private readonly ofModels = new Map<CreatedModel, Stiffening>();
  private readonly fibres: FibreStep;
  /** Ratio of damping to stiffness, s. */
  private readonly dampingTime: number;
  private readonly pointsPerElement: number;
  /** m. */
  private readonly elementSize: number;
  private readonly pieces: PieceLimit;

  constructor(input: SolidIntegratorInput, state: LimitedState, objectContact: ObjectContact, springStep: number) {
    const { body } = input;
    this.input = input;
    this.state = state;
    this.objectContact = objectContact;
    this.springStep = springStep;
    this.implicit = body.implicit !== undefined;
    this.stiffening = new Stiffening(body);
    this.fibres = new FibreStep(body);
    this.dampingTime = stiffnessDampingTime(body);
    this.elementSize = meanElementSize(body);
    this.pieces = new PieceLimit(body, input.operators.masses);
    this.impactLimit = new ImpactLimit(input.colliders, this.elementSize);
    this.pointsPerElement = body.elementKind === 'tet' ? 1 : 8;
  }

  /** Returns the longest step at the present state, where the operators were evaluated, for what is left of a frame, s. */
  longestStep(start: number, end: number): number {
    const { meanVelocity } = this;
    const { positions, velocities } = this.state;
    sumVectors(velocities, meanVelocity);
    for (let axis = 0; axis < 3; axis++) meanVelocity[axis] /= velocities.length / 3;
    const fastest = largestSquare(velocities, meanVelocity);
    const motion = fastest > 0 ? (MOTION_LIMIT * this.elementSize) / Math.sqrt(fastest) : Infinity;
    const speed = Math.sqrt(fastest) + hypot3(meanVelocity[0], meanVelocity[1], meanVelocity[2]);
    const passing = this.objectContact.tunnelling.longestStep(start, end, positions, speed);
    const stable = this.implicit ? Infinity : this.stableStep(start, end);
    const spring = this.springStep * Math.sqrt(this.input.material?.densityRatio ?? 1);
    const turning = this.implicit ? Infinity : this.pieces.longestStep(velocities, end - start);
    const longest = Math.min(stable, spring, motion, passing, turning, end - start);
    return this.impactLimit.longestStep(start, end, longest, this.state, speed, this.objectContact.colliding());
  }

  private stableStep(start: number, end: number): number {
    const { input } = this;
    const { operators, material } = input;
    const strength = Math.max(input.strengthAt(start), input.strengthAt((start + end) / 2), input.strengthAt(end));
    const present = operators.waveFrequency * Math.sqrt(strength) * (input.flow?.frequencyFactor ?? 1);
    const frequency = present * (material?.frequencyFactor ?? 1);
    const dampingTime = material?.dampingTime ?? this.dampingTime;
    const stiffening = this.largestStiffening(material?.stiffening ?? []);
    const isotropic = stableStep(frequency, dampingTime, stiffening);
    const { fibreStretches } = operators;
    if (fibreStretches === undefined) return isotropic;
    const activationAt = (time: number) => input.activationAt?.(time) ?? 0;
    const activation = Math.max(activationAt(start), activationAt((start + end) / 2), activationAt(end));
    return Math.min(isotropic, this.fibres.longest(fibreStretches, activation, frequency, dampingTime, stiffening));
  }

  /** Returns the largest stiffening of the body as it was made where no models are given, else of all of these. */
  private largestStiffening(models: readonly CreatedModel[]): number {
    const { singularValues } = this.input.operators;
    if (models.length === 0) return this.stiffening.largest(singularValues, this.pointsPerElement);
    let largest = 1;
    for (const model of models) {
      let own = this.ofModels.get(model);
      if (own === undefined) this.ofModels.set(model, (own = new Stiffening({ models: [model] })));
      largest = Math.max(largest, own.largest(singularValues, this.pointsPerElement));
    }
    return largest;
  }
}

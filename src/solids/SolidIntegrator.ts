import { CoreError } from '../base/errors.ts';
import type { ContactCollider } from '../collision/contactCollider.ts';
import { ContactSolve, type ContactStage } from '../collision/contactSolve.ts';
import { ContactState } from '../collision/contactState.ts';
import { ObjectContact } from '../collision/objectContact.ts';
import { gravitationalEnergy, kineticEnergy } from './energies.ts';
import { HalfStep, type SolveSettings } from './HalfStep.ts';
import { MomentumCorrection } from './MomentumCorrection.ts';
import { type NodeTargets, TargetSet } from './NodeTargets.ts';
import { Constraint, type SolidBodyInput, type SolidOperators } from './SolidOperators.ts';
import { loadMotionState, type MotionState, saveMotionState } from './MotionState.ts';
import { describeFailure, StepFailure, worstElement } from './StepFailure.ts';
import { Stiffening } from './stiffening.ts';
import { meanElementSize, MOTION_LIMIT, stableStep, stiffnessDampingTime } from './timeStep.ts';

/** A substep in which a vertex moves this many motion limits has exploded: it is tried again, shorter. */
const EXPLOSION = 8;
/** Halvings of a failing substep before the frame fails. */
const MAX_RETRIES = 8;
/** Substeps of one frame above which the shot is not worth waiting for, unless told otherwise. */
const MAX_SUBSTEPS = 20_000;
/** A crushed body may need substeps this many times shorter than the frame's average, for a moment. */
const TRANSIENT = 4;
/** Rounding of time, in substeps, that must not ask for one more. */
const TIME_ROUNDING = 1e-9;
/** Kept contacts may leave their surface by this fraction of the element size in one substep before they are lost. */
const KEEP_CONTACT = 0.01;
/** A signed singular value below this is an inverted element; rounding of flat ones stays above. */
const INVERTED = -1e-6;

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
  readonly targets: readonly NodeTargets[];
  readonly colliders: readonly ContactCollider[];
  /** At least this many substeps per frame. */
  readonly minSubsteps: number;
  /** A frame that needs more fails. */
  readonly maxSubsteps?: number;
}

/** Self-repulsion, steps 2 and 8 of Irving 2007, 3.1, and cancellation. */
export interface FrameHooks {
  cancelled?(): boolean;
  /** Step 2: may change the velocity that moves the body. */
  repelBeforeMove?(positions: Float64Array, velocity: Float64Array, dt: number): void;
  /** Step 8: may change the final velocity. */
  repelAfterMove?(positions: Float64Array, velocity: Float64Array, dt: number): void;
}

export interface SubstepReport {
  readonly start: number;
  /** s. */
  readonly dt: number;
  /** Conjugate gradient iterations of all solves together. */
  readonly iterations: number;
  /** Largest relative residual of the solves. */
  readonly residual: number;
  readonly converged: boolean;
  /** Quadrature points with a negative signed singular value at the middle of the substep. */
  readonly inverted: number;
  readonly contacts: number;
}

export interface FrameReport {
  readonly substeps: readonly SubstepReport[];
  readonly iterations: number;
  readonly retries: number;
  /** Largest count over the substeps. */
  readonly inverted: number;
}

/** J. */
export interface Energies {
  readonly kinetic: number;
  readonly elastic: number;
  readonly gravitational: number;
}

/**
 * Moves one deformable body through time: the semi-implicit Newmark scheme of Irving 2007, 3.1, elastic forces explicit,
 * damping implicit, contact with kinematic colliders by 3.2. State is positions, velocities and contacts; the rest is
 * scratch, so that a loaded state continues with the same bytes.
 */
export class SolidIntegrator {
  readonly positions: Float64Array;
  readonly velocities: Float64Array;
  readonly contacts: ContactState;

  private readonly input: SolidIntegratorInput;
  private readonly operators: SolidOperators;
  private readonly targets: TargetSet;
  private readonly objectContact: ObjectContact;
  private readonly contactSolve: ContactSolve;
  private readonly momentum = new MomentumCorrection();
  /** Contacts at the start of the running substep; none without colliders. */
  private readonly backup: ContactState | undefined;
  private readonly springStep: number;
  private readonly stiffening: Stiffening;
  /** Ratio of damping to stiffness, s. */
  private readonly dampingTime: number;
  /** m. */
  private readonly elementSize: number;
  private readonly pointsPerElement: number;
  /** Strength of the elastic forces that the operators hold for `positions`; undefined when they hold others. */
  private strengthAtStart: number | undefined;

  private readonly nextPositions: Float64Array;
  private readonly middlePositions: Float64Array;
  private readonly halfStep: HalfStep;
  private readonly gravity = new Float64Array(3);
  private readonly meanVelocity = new Float64Array(3);

  constructor(input: SolidIntegratorInput) {
    const count = input.operators.vertexCount;
    const vectors = () => new Float64Array(3 * count);
    this.input = input;
    this.operators = input.operators;
    this.positions = input.positions.slice();
    this.velocities = input.velocities?.slice() ?? vectors();
    this.stiffening = new Stiffening(input.body);
    this.dampingTime = stiffnessDampingTime(input.body);
    this.elementSize = meanElementSize(input.body);
    this.pointsPerElement = input.body.elementKind === 'tet' ? 1 : 8;
    this.contacts = new ContactState(count);
    this.backup = input.colliders.length === 0 ? undefined : new ContactState(count);
    this.targets = new TargetSet(input.targets, count);
    this.springStep = this.targets.longestStep(input.operators.masses);
    this.objectContact = new ObjectContact(this.contacts, input.colliders, KEEP_CONTACT * this.elementSize);
    this.contactSolve = new ContactSolve(this.contacts, this.objectContact.frictions, Constraint);
    this.nextPositions = vectors();
    this.middlePositions = vectors();
    this.halfStep = new HalfStep(input.operators, this.targets, this.contactSolve, input);
  }

  /**
   * Moves the body from `start` to `end` (s) in substeps that divide the interval. Throws `simulation-failed` naming the
   * element when even very short substeps fail, and `cancelled`; the state is then that of the last whole substep.
   */
  advanceFrame(start: number, end: number, hooks: FrameHooks = {}): FrameReport {
    const substeps: SubstepReport[] = [];
    let time = start;
    let retries = 0;
    const maxSubsteps = this.input.maxSubsteps ?? MAX_SUBSTEPS;
    let shortened = (end - start) / Math.max(1, this.input.minSubsteps);
    while (time < end) {
      if (hooks.cancelled?.() === true) throw new CoreError('cancelled', 'cancelled');
      this.updateElasticAtStart(time);
      const longest = Math.min(shortened, this.longestStep(time, end));
      const remaining = Math.ceil((end - time) / longest - TIME_ROUNDING);
      if (!(substeps.length + remaining / TRANSIENT <= maxSubsteps)) throw describeFailure(time, longest);
      const next = remaining <= 1 ? end : time + (end - time) / remaining;
      this.backup?.copyFrom(this.contacts);
      try {
        substeps.push(this.step(time, next, hooks, retries < MAX_RETRIES));
        time = next;
      } catch (failure) {
        if (!(failure instanceof StepFailure)) throw failure;
        if (this.backup !== undefined) this.contacts.copyFrom(this.backup);
        if (++retries > MAX_RETRIES) throw describeFailure(time, next - time, failure);
        shortened = (next - time) / 2;
      }
    }
    return {
      substeps,
      iterations: substeps.reduce((sum, substep) => sum + substep.iterations, 0),
      retries,
      inverted: substeps.reduce((most, substep) => Math.max(most, substep.inverted), 0),
    };
  }

  /** Elastic forces at the present positions, which the time step and then step 1 use. */
  private updateElasticAtStart(time: number): void {
    this.strengthAtStart = this.input.strengthAt(time);
    this.operators.updateElastic(this.positions, this.strengthAtStart);
  }

  /** Shortest of the stability, target spring, motion and collider limits at the present state for what is left of a frame, s. */
  private longestStep(time: number, end: number): number {
    const { input, velocities, meanVelocity } = this;
    sumVectors(velocities, meanVelocity);
    for (let axis = 0; axis < 3; axis++) meanVelocity[axis] /= velocities.length / 3;
    const fastest = largestSquare(velocities, meanVelocity);
    const motion = fastest > 0 ? (MOTION_LIMIT * this.elementSize) / Math.sqrt(fastest) : Infinity;
    const speed = Math.sqrt(fastest) + Math.hypot(meanVelocity[0], meanVelocity[1], meanVelocity[2]);
    const passing = this.objectContact.longestStep(time, end, this.positions, speed);
    const strength = Math.max(input.strengthAt(time), input.strengthAt((time + end) / 2), input.strengthAt(end));
    const frequency = this.operators.waveFrequency * Math.sqrt(strength);
    const stiffening = this.stiffening.largest(this.operators.singularValues, this.pointsPerElement);
    return Math.min(stableStep(frequency, this.dampingTime, stiffening), this.springStep, motion, passing);
  }

  /** One substep; the numbers are the steps of Irving 2007, 3.1. */
  private step(start: number, end: number, hooks: FrameHooks, mayRetry: boolean): SubstepReport {
    const { positions, velocities, nextPositions } = this;
    // velocity: v~^{n+1/2}, then v^{n+1/2}, then v^{n+1}; startVelocity: v^n, then v*^n.
    const { velocity, startVelocity } = this.halfStep;
    const dt = end - start;
    this.beginStep(start, end);

    // 1: v~^{n+1/2} = v^n + dt/2 a(t^{n+1/2}, x^n, v~^{n+1/2})
    startVelocity.set(velocities);
    this.targets.imposeVelocities(startVelocity);
    const moving: ContactStage = { h: dt / 2, extrapolated: false };
    this.solveHalfStep(moving, (start + end) / 2, positions);
    this.correctMomentum(dt / 2, positions, positions, start, end, 1);
    this.contactSolve.finish(velocity);
    // 2
    hooks.repelBeforeMove?.(positions, velocity, dt);
    // 3: x~^{n+1} = x^n + dt v~^{n+1/2}
    this.move(dt, mayRetry);
    // 4: x^{n+1} and v*^n
    this.objectContact.collide(positions, nextPositions, startVelocity, dt, this.targets.held);
    this.findMiddle();
    // 5: v^{n+1/2} = v*^n + dt/2 a(t^{n+1/2}, x^{n+1/2}, v^{n+1/2})
    const final: ContactStage = { h: dt / 2, extrapolated: true };
    this.solveHalfStep(final, (start + end) / 2, this.middlePositions);
    // 6: v~^{n+1} = 2 v^{n+1/2} - v*^n
    for (let k = 0; k < velocity.length; k++) velocity[k] = 2 * velocity[k] - startVelocity[k];
    this.correctMomentum(dt, this.middlePositions, nextPositions, start, end, 0.5);
    // 7
    this.contactSolve.finish(velocity);
    // 8
    hooks.repelAfterMove?.(nextPositions, velocity, dt);

    this.checkFinite(velocity);
    const report = this.report(start, dt);
    positions.set(nextPositions);
    velocities.set(velocity);
    return report;
  }

  private beginStep(start: number, end: number): void {
    this.halfStep.reset();
    this.targets.beginStep(start, end, this.positions);
    this.objectContact.beginStep(start, end, this.positions, this.targets.held);
    this.input.gravityAt((start + end) / 2, this.gravity);
  }

  /** The implicit half step with the forces at `x`; those at the present positions may be there already. */
  private solveHalfStep(stage: ContactStage, time: number, x: Float64Array): void {
    const strength = this.input.strengthAt(time);
    if (x !== this.positions || strength !== this.strengthAtStart) this.operators.updateElastic(x, strength);
    this.halfStep.solve(stage, x, this.gravity, this.input.dragAt(time));
  }

  /**
   * Takes spurious momentum back: all of it from a free body, only that of damping from one that touches something. A body
   * held by targets is left alone: they carry it. `at`: where the forces of the solve acted; `to`: where the velocity is.
   */
  private correctMomentum(
    duration: number,
    at: Float64Array,
    to: Float64Array,
    start: number,
    end: number,
    dragBlend: number,
  ): void {
    if (this.targets.anyHeld) return;
    const { momentum, operators, input } = this;
    const { velocity, startVelocity, force, damping, constraints } = this.halfStep;
    if (this.contactSolve.activeCount > 0) momentum.measureDamping(duration, at, damping);
    else {
      momentum.measureFree({
        masses: operators.masses,
        from: this.positions,
        to,
        at,
        before: startVelocity,
        after: velocity,
        force,
        duration,
        drag: input.dragAt((start + end) / 2),
        dragBlend,
      });
    }
    momentum.remove(operators.masses, to, velocity, constraints.kinds);
  }

  private move(dt: number, mayRetry: boolean): void {
    const { positions, nextPositions, meanVelocity, targets } = this;
    const { velocity } = this.halfStep;
    const limit = (EXPLOSION * MOTION_LIMIT * this.elementSize) / dt;
    let fastest = 0;
    let culprit = 0;
    for (let v = 0; v < velocity.length / 3; v++) {
      const k = 3 * v;
      let speed = 0;
      for (let axis = 0; axis < 3; axis++) {
        nextPositions[k + axis] = positions[k + axis] + dt * velocity[k + axis];
        const relative = velocity[k + axis] - meanVelocity[axis];
        speed += relative * relative;
      }
      if (speed <= fastest || targets.held[v] !== 0) continue;
      fastest = speed;
      culprit = v;
    }
    targets.imposePositions(nextPositions);
    this.checkFinite(nextPositions);
    if (mayRetry && fastest > limit * limit) {
      throw new StepFailure(
        `vertex ${culprit} moves ${Math.sqrt(fastest) * dt} m in one substep`,
        worstElement(this.operators),
      );
    }
  }

  private findMiddle(): void {
    const { positions, nextPositions, middlePositions } = this;
    for (let k = 0; k < positions.length; k++) middlePositions[k] = 0.5 * (positions[k] + nextPositions[k]);
  }

  private checkFinite(vector: Float64Array): void {
    let sum = 0;
    for (let k = 0; k < vector.length; k++) sum += vector[k];
    if (!Number.isFinite(sum)) throw new StepFailure('a velocity is not finite', worstElement(this.operators));
  }

  private report(start: number, dt: number): SubstepReport {
    const { singularValues } = this.operators;
    let inverted = 0;
    for (let k = 2; k < singularValues.length; k += 3) if (singularValues[k] < INVERTED) inverted++;
    return {
      start,
      dt,
      iterations: this.halfStep.iterations,
      residual: this.halfStep.residual,
      converged: this.halfStep.converged,
      inverted,
      contacts: this.contactSolve.activeCount,
    };
  }

  /** Energies of the present state at `time` (s); the elastic forces are evaluated anew. */
  energies(time: number): Energies {
    const { operators, positions, velocities, input, gravity } = this;
    input.gravityAt(time, gravity);
    operators.updateElastic(positions, input.strengthAt(time));
    return {
      kinetic: kineticEnergy(operators.masses, velocities),
      elastic: operators.elasticEnergy(),
      gravitational: gravitationalEnergy(operators.masses, gravity, positions),
    };
  }

  /** A copy of everything that the future depends on. */
  saveState(): MotionState {
    return saveMotionState(this.positions, this.velocities, this.contacts);
  }

  /** Continues from a saved state of the same body with the same bytes as if never interrupted. */
  loadState(state: MotionState): void {
    loadMotionState(state, this.positions, this.velocities, this.contacts);
  }
}

/** out = sum of the vectors in `field`, xyz interleaved. Ends with its loop, like the sums of `HalfStep`. */
function sumVectors(field: Float64Array, out: Float64Array): void {
  out.fill(0);
  for (let k = 0; k < field.length; k += 3) {
    out[0] += field[k];
    out[1] += field[k + 1];
    out[2] += field[k + 2];
  }
}

/** Largest squared length of the vectors in `field` less `mean`. */
function largestSquare(field: Float64Array, mean: Float64Array): number {
  let largest = 0;
  for (let k = 0; k < field.length; k += 3) {
    const x = field[k] - mean[0];
    const y = field[k + 1] - mean[1];
    const z = field[k + 2] - mean[2];
    largest = Math.max(largest, x * x + y * y + z * z);
  }
  return largest;
}

import { CoreError } from '../base/errors.ts';
import type { ContactCollider } from '../collision/contactCollider.ts';
import { ContactSolve, ContactStage } from '../collision/contactSolve.ts';
import { ContactState } from '../collision/contactState.ts';
import { ObjectContact } from '../collision/objectContact.ts';
import { SqueezeLimit } from '../collision/squeezeLimit.ts';
import { hypot3 } from '../math/hypot3.ts';
import { gravitationalEnergy, kineticEnergy } from './energies.ts';
import { HalfStep, type SolveSettings } from './HalfStep.ts';
import { type MomentumBalance, MomentumCorrection } from './MomentumCorrection.ts';
import { type NodeTargets, TargetSet } from './NodeTargets.ts';
import { Constraint, type SolidBodyInput, type SolidOperators } from './SolidOperators.ts';
import { loadMotionState, type MotionState, saveMotionState } from './MotionState.ts';
import { describeFailure, StepFailure, worstElement } from './StepFailure.ts';
import { Stiffening } from './stiffening.ts';
import { VolumeConservation, type VolumeSettings } from './incompressibility/VolumeConservation.ts';
import { SubstepLog, type SubstepReport } from './SubstepLog.ts';
import { meanElementSize, MOTION_LIMIT, stableStep, stiffnessDampingTime } from './timeStep.ts';
import { allFinite, largestSquare, sumVectors } from './vectorSums.ts';

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
  /** Flow for good, which changes what the operators measure deformation against. */
  readonly flow?: PlasticPass;
  /** At least this many substeps per frame. */
  readonly minSubsteps: number;
  /** A frame that needs more fails. */
  readonly maxSubsteps?: number;
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

/** Self-repulsion, steps 2 and 8 of Irving 2007, 3.1, and cancellation. */
export interface FrameHooks {
  cancelled?(): boolean;
  /** Step 2: may change the velocity that moves the body. */
  repelBeforeMove?(positions: Float64Array, velocity: Float64Array, dt: number): void;
  /** Step 8: may change the final velocity. */
  repelAfterMove?(positions: Float64Array, velocity: Float64Array, dt: number): void;
}

/** Valid until the next frame, which is written into the same objects. */
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
  private readonly balance: MomentumBalance;
  private readonly log = new SubstepLog();
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
  /** True while the operators hold the elastic forces at the start of the next substep. */
  private elasticAtStart = false;
  /** The running substep and its length, s, and the strength of the elastic forces at its middle. */
  private start = 0;
  private end = 0;
  private dt = 0;
  /** What failed substeps and the settings leave as the longest, s. */
  private longest = 0;
  private strength = 1;
  /** Backward Euler with one Newton iteration per substep instead of the semi-implicit scheme. */
  private readonly implicit: boolean;

  /** Held vertices that the preconditioner was frozen for. */
  private frozenHeld: Uint8Array | undefined;

  private readonly nextPositions: Float64Array;
  private readonly middlePositions: Float64Array;
  private readonly halfStep: HalfStep;
  /** Undefined where volumes are not kept. */
  readonly volume: VolumeConservation | undefined;
  /** v*^n before its volume correction, against which momenta are balanced. */
  private readonly collided: Float64Array | undefined;
  private readonly squeeze: SqueezeLimit | undefined;
  private readonly gravity = new Float64Array(3);
  private readonly meanVelocity = new Float64Array(3);
  /** Largest squared speed against the mean motion, m2/s2. */
  private readonly fastest = new Float64Array(1);

  constructor(input: SolidIntegratorInput) {
    const count = input.operators.vertexCount;
    const vectors = () => new Float64Array(3 * count);
    this.input = input;
    this.implicit = input.body.implicit !== undefined;
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
    if (input.volume !== undefined) {
      const { body, operators } = input;
      const { targets, objectContact, contactSolve } = this;
      this.volume = new VolumeConservation(
        { body, masses: operators.masses, targets, objectContact, contactSolve },
        input.volume,
      );
      this.collided = vectors();
      this.squeeze = new SqueezeLimit(this.contacts, input.colliders.length);
      this.halfStep.constraintForce = this.volume.force;
    }
    this.balance = {
      masses: input.operators.masses,
      from: this.positions,
      to: this.positions,
      at: this.positions,
      before: this.collided ?? this.halfStep.startVelocity,
      after: this.halfStep.velocity,
      force: this.halfStep.force,
      duration: 0,
      drag: 0,
      dragBlend: 1,
    };
  }

  /**
   * Moves the body from `start` to `end` (s) in substeps that divide the interval. Throws `simulation-failed` naming the
   * element when even very short substeps fail, and `cancelled`; the state is then that of the last whole substep.
   */
  advanceFrame(start: number, end: number, hooks: FrameHooks = {}): FrameReport {
    const { log } = this;
    log.clear();
    let retries = 0;
    this.start = start;
    this.longest = (end - start) / Math.max(1, this.input.minSubsteps);
    this.elasticAtStart = false;
    while (this.planSubstep(end)) {
      if (hooks.cancelled?.() === true) throw new CoreError('cancelled', 'cancelled');
      this.backup?.copyFrom(this.contacts);
      try {
        if (this.implicit) this.implicitStep(hooks, retries < MAX_RETRIES);
        else this.step(hooks, retries < MAX_RETRIES);
      } catch (failure) {
        if (!(failure instanceof StepFailure)) throw failure;
        if (this.backup !== undefined) this.contacts.copyFrom(this.backup);
        if (++retries > MAX_RETRIES) throw describeFailure(this.start, this.end - this.start, failure);
        this.longest = (this.end - this.start) / 2;
      }
    }
    return {
      substeps: log.substeps,
      iterations: log.substeps.reduce((sum, substep) => sum + substep.iterations, 0),
      retries,
      inverted: log.substeps.reduce((most, substep) => Math.max(most, substep.inverted), 0),
    };
  }

  /**
   * Says when the next substep of a frame that ends at `end` (s) ends; false at the end of the frame. Throws `simulation-failed` when
   * the frame would need too many.
   */
  private planSubstep(end: number): boolean {
    const { start } = this;
    if (!(start < end)) return false;
    if (!this.elasticAtStart) this.updateElasticAtStart();
    this.elasticAtStart = false;
    const longest = Math.min(this.longest, this.longestStep(end));
    const remaining = Math.ceil((end - start) / longest - TIME_ROUNDING);
    const most = this.input.maxSubsteps ?? MAX_SUBSTEPS;
    if (!(this.log.substeps.length + remaining / TRANSIENT <= most)) throw describeFailure(start, longest);
    this.end = remaining <= 1 ? end : start + (end - start) / remaining;
    return true;
  }

  /** Elastic forces at the present positions, which the time step and then step 1 use. */
  private updateElasticAtStart(): void {
    this.strengthAtStart = this.input.strengthAt(this.start);
    this.operators.updateElastic(this.positions, this.strengthAtStart);
  }

  /** Shortest of the stability, target spring, motion and collider limits at the present state for what is left of a frame, s. */
  private longestStep(end: number): number {
    const { input, velocities, meanVelocity, start } = this;
    sumVectors(velocities, meanVelocity);
    for (let axis = 0; axis < 3; axis++) meanVelocity[axis] /= velocities.length / 3;
    const fastest = largestSquare(velocities, meanVelocity);
    const motion = fastest > 0 ? (MOTION_LIMIT * this.elementSize) / Math.sqrt(fastest) : Infinity;
    const speed = Math.sqrt(fastest) + hypot3(meanVelocity[0], meanVelocity[1], meanVelocity[2]);
    const passing = this.objectContact.longestStep(start, end, this.positions, speed);
    const strength = Math.max(input.strengthAt(start), input.strengthAt((start + end) / 2), input.strengthAt(end));
    const frequency = this.operators.waveFrequency * Math.sqrt(strength) * (input.flow?.frequencyFactor ?? 1);
    const squeezed = this.squeeze?.longestStep(this.positions, velocities) ?? Infinity;
    if (this.implicit) return Math.min(this.springStep, motion, passing, squeezed);
    const stiffening = this.stiffening.largest(this.operators.singularValues, this.pointsPerElement);
    return Math.min(stableStep(frequency, this.dampingTime, stiffening), this.springStep, motion, passing, squeezed);
  }

  /** One substep; the numbers are the steps of Irving 2007, 3.1. */
  private step(hooks: FrameHooks, mayRetry: boolean): void {
    const { positions, velocities, nextPositions } = this;
    // velocity: v~^{n+1/2}, then v^{n+1/2}, then v^{n+1}; startVelocity: v^n, then v*^n.
    const { velocity, startVelocity } = this.halfStep;
    this.beginStep();

    // 1: v~^{n+1/2} = v^n + dt/2 a(t^{n+1/2}, x^n, v~^{n+1/2})
    startVelocity.set(velocities);
    this.targets.imposeVelocities(startVelocity);
    this.collided?.set(startVelocity);
    this.volume?.beginStep(positions);
    this.solveHalfStep(ContactStage.direct, positions);
    this.correctMomentum(ContactStage.direct, positions, positions);
    this.contactSolve.finish(velocity);
    this.volume?.correctMove(positions, velocity, this.dt);
    // 2
    hooks.repelBeforeMove?.(positions, velocity, this.dt);
    // 3: x~^{n+1} = x^n + dt v~^{n+1/2}
    this.move(mayRetry);
    // 4: x^{n+1} and v*^n
    this.objectContact.collide(positions, nextPositions, startVelocity, this.targets.held);
    this.findMiddle();
    this.correctVelocity();
    // 5: v^{n+1/2} = v*^n + dt/2 a(t^{n+1/2}, x^{n+1/2}, v^{n+1/2})
    this.solveHalfStep(ContactStage.extrapolated, this.middlePositions);
    // 6: v~^{n+1} = 2 v^{n+1/2} - v*^n
    this.extrapolate();
    this.correctMomentum(ContactStage.extrapolated, this.middlePositions, nextPositions);
    // 7
    this.contactSolve.finish(velocity);
    // 8
    hooks.repelAfterMove?.(nextPositions, velocity, this.dt);

    this.finishStep();
  }

  /**
   * One substep of backward Euler, v^{n+1} = v^n + dt a(x^n + dt v^{n+1}, v^{n+1}), with the elastic forces linearised about x^n and their
   * stiffness made definite (Teran et al. 2005): stable for every dt, and as damped as dt is long.
   */
  private implicitStep(hooks: FrameHooks, mayRetry: boolean): void {
    const { positions, velocities, nextPositions } = this;
    const { velocity, startVelocity } = this.halfStep;
    this.beginStep();
    startVelocity.set(velocities);
    this.targets.imposeVelocities(startVelocity);
    this.collided?.set(startVelocity);
    this.volume?.beginStep(positions);
    this.solveHalfStep(ContactStage.direct, positions);
    this.correctMomentum(ContactStage.direct, positions, positions);
    this.contactSolve.finish(velocity);
    this.collided?.set(velocity);
    this.volume?.correctMove(positions, velocity, this.dt);
    hooks.repelBeforeMove?.(positions, velocity, this.dt);
    this.move(mayRetry);
    // What moved the positions to their volumes must not stay in the velocity.
    if (this.collided !== undefined) velocity.set(this.collided);
    this.objectContact.collide(positions, nextPositions, velocity, this.targets.held);
    this.volume?.correctVelocity(nextPositions, velocity, this.dt);
    hooks.repelAfterMove?.(nextPositions, velocity, this.dt);
    this.finishStep();
  }

  /** Makes the preconditioner for the vertices that are held now. It depends on nothing else, so that a loaded state finds the same. */
  private freezePreconditioner(): void {
    const { frozenHeld, targets, operators } = this;
    if (frozenHeld !== undefined && equalBytes(frozenHeld, targets.held)) return;
    this.frozenHeld = targets.held.slice();
    operators.freezePreconditioner(targets.held);
  }

  private finishStep(): void {
    const { velocity } = this.halfStep;
    this.checkFinite(velocity);
    this.report();
    this.positions.set(this.nextPositions);
    this.velocities.set(velocity);
    this.volume?.endStep(this.dt);
    this.start = this.end;
    this.flow();
  }

  /** Makes v*^n free of divergence where volumes are kept (Irving 2007, 4.2, step 6). */
  private correctVelocity(): void {
    if (this.volume === undefined || this.collided === undefined) return;
    const { startVelocity } = this.halfStep;
    this.collided.set(startVelocity);
    this.volume.correctVelocity(this.nextPositions, startVelocity, this.dt);
  }

  /** Plastic flow at the new positions, whose elastic forces the next substep starts with unless they changed by it. */
  private flow(): void {
    const { flow } = this.input;
    if (flow === undefined) return;
    this.updateElasticAtStart();
    this.elasticAtStart = !flow.advance(this.positions, this.dt, this.end);
  }

  private beginStep(): void {
    const { input, balance, start, end } = this;
    const middle = (start + end) / 2;
    this.dt = end - start;
    this.strength = input.strengthAt(middle);
    balance.drag = input.dragAt(middle);
    input.gravityAt(middle, this.gravity);
    this.halfStep.begin(this.implicit ? this.dt : this.dt / 2, balance.drag, this.implicit);
    this.targets.beginStep(start, end, this.positions);
    this.objectContact.beginStep(start, end, this.positions, this.targets.held);
    if (this.implicit) this.freezePreconditioner();
  }

  /** The implicit half step with the forces at `x`; those at the present positions may be there already. */
  private solveHalfStep(stage: ContactStage, x: Float64Array): void {
    const { strength } = this;
    if (x !== this.positions || strength !== this.strengthAtStart) this.operators.updateElastic(x, strength);
    this.halfStep.solve(stage, x, this.gravity);
  }

  /**
   * Takes spurious momentum back: all of it from a free body, only that of damping from one that touches something. A body
   * held by targets is left alone: they carry it. `at`: where the forces of the solve acted; `to`: where the velocity is.
   */
  private correctMomentum(stage: ContactStage, at: Float64Array, to: Float64Array): void {
    if (this.targets.anyHeld) return;
    const { momentum, balance } = this;
    const { damping, constraints } = this.halfStep;
    balance.at = at;
    balance.to = to;
    const half = stage === ContactStage.direct && !this.implicit;
    balance.duration = half ? this.dt / 2 : this.dt;
    balance.dragBlend = stage === ContactStage.direct ? 1 : 0.5;
    if (this.contactSolve.activeCount > 0) momentum.measureDamping(balance, damping);
    else momentum.measureFree(balance);
    momentum.remove(balance, constraints.kinds);
  }

  private move(mayRetry: boolean): void {
    const { nextPositions, targets, fastest, dt } = this;
    const limit = (EXPLOSION * MOTION_LIMIT * this.elementSize) / dt;
    const culprit = this.moveVertices();
    targets.imposePositions(nextPositions);
    this.checkFinite(nextPositions);
    if (mayRetry && fastest[0] > limit * limit) {
      throw new StepFailure(
        `vertex ${culprit} moves ${Math.sqrt(fastest[0]) * dt} m in one substep`,
        worstElement(this.operators),
      );
    }
  }

  /** Moves all vertices; returns the one that is fastest against the mean motion, with its squared speed in `fastest`. */
  private moveVertices(): number {
    const { positions, nextPositions, meanVelocity, targets, fastest, dt } = this;
    const { velocity } = this.halfStep;
    let culprit = 0;
    fastest[0] = 0;
    for (let v = 0; v < velocity.length / 3; v++) {
      const k = 3 * v;
      let speed = 0;
      for (let axis = 0; axis < 3; axis++) {
        nextPositions[k + axis] = positions[k + axis] + dt * velocity[k + axis];
        const relative = velocity[k + axis] - meanVelocity[axis];
        speed += relative * relative;
      }
      if (speed <= fastest[0] || targets.held[v] !== 0) continue;
      fastest[0] = speed;
      culprit = v;
    }
    return culprit;
  }

  private extrapolate(): void {
    const { velocity, startVelocity } = this.halfStep;
    for (let k = 0; k < velocity.length; k++) velocity[k] = 2 * velocity[k] - startVelocity[k];
  }

  private findMiddle(): void {
    const { positions, nextPositions, middlePositions } = this;
    for (let k = 0; k < positions.length; k++) middlePositions[k] = 0.5 * (positions[k] + nextPositions[k]);
  }

  private checkFinite(vector: Float64Array): void {
    if (allFinite(vector)) return;
    throw new StepFailure('a velocity is not finite', worstElement(this.operators));
  }

  private report(): void {
    const record = this.log.append();
    record.start = this.start;
    record.dt = this.dt;
    record.iterations = this.halfStep.iterations;
    record.pressureIterations = this.volume?.iterations ?? 0;
    record.residual = this.halfStep.residual;
    record.converged = this.halfStep.converged && (this.volume?.converged ?? true);
    record.inverted = countInverted(this.operators.singularValues);
    record.contacts = this.contactSolve.activeCount;
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
    return saveMotionState(this.positions, this.velocities, this.contacts, this.volume?.pressures);
  }

  /** Continues from a saved state of the same body with the same bytes as if never interrupted. */
  loadState(state: MotionState): void {
    loadMotionState(state, this.positions, this.velocities, this.contacts, this.volume?.pressures);
  }
}

function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  for (let k = 0; k < a.length; k++) if (a[k] !== b[k]) return false;
  return true;
}

function countInverted(singularValues: ArrayLike<number>): number {
  let inverted = 0;
  for (let k = 2; k < singularValues.length; k += 3) if (singularValues[k] < INVERTED) inverted++;
  return inverted;
}

import { CoreError } from '../base/errors.ts';
import type { ContactCollider } from '../collision/contactCollider.ts';
import { ContactSolve, type ContactStage } from '../collision/contactSolve.ts';
import { ContactState } from '../collision/contactState.ts';
import { ObjectContact } from '../collision/objectContact.ts';
import { MomentumCorrection } from './MomentumCorrection.ts';
import { type NodeTargets, TargetSet } from './NodeTargets.ts';
import { projectVelocity } from './ReferenceSolidOperators.ts';
import { Constraint, type SolidBodyInput, type SolidOperators, type SolveReport } from './SolidOperators.ts';
import { loadMotionState, type MotionState, saveMotionState } from './MotionState.ts';
import { describeFailure, StepFailure } from './StepFailure.ts';
import { Stiffening } from './stiffening.ts';
import { meanElementSize, MOTION_LIMIT, stableStep, stiffnessDampingTime } from './timeStep.ts';

/** Most re-solves of one implicit solve while contacts let go, slip or stick. */
const CONTACT_ROUNDS = 4;
/** Loosest tolerance of a repeated solve, however small its residual is. */
const LOOSEST = 0.3;
/** A substep in which a vertex moves this many motion limits has exploded: it is tried again, shorter. */
const EXPLOSION = 8;
/** Halvings of a failing substep before the frame fails. */
const MAX_RETRIES = 8;
/** Substeps of one frame above which the shot is not worth waiting for, unless told otherwise. */
const MAX_SUBSTEPS = 20_000;
/** A crushed body may need substeps this many times shorter than the frame's average, for a moment. */
const TRANSIENT = 4;
/** Kept contacts may leave their surface by this fraction of the element size in one substep before they are lost. */
const KEEP_CONTACT = 0.01;
/** A signed singular value below this is an inverted element; rounding of flat ones stays above. */
const INVERTED = -1e-6;

/** What moves a body, as plain data and functions of time. SI. */
export interface SolidIntegratorInput {
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
  /** Relative to the initial residual of each velocity increment. 1e-2 is enough for soft bodies, 1e-7 for friction tests. */
  readonly tolerance: number;
  readonly maxIterations: number;
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
  /** v*, the velocity after collision. */
  private readonly startVelocity: Float64Array;
  /** v^{n+1/2}, and in steps 6 to 8 v^{n+1}. */
  private readonly velocity: Float64Array;
  private readonly base: Float64Array;
  private readonly force: Float64Array;
  private readonly rhs: Float64Array;
  private readonly increment: Float64Array;
  private readonly damping: Float64Array;
  private readonly reaction: Float64Array;
  private readonly constraints: { readonly kinds: Uint8Array; readonly normals: Float64Array };
  private readonly gravity = new Float64Array(3);
  private readonly meanVelocity = new Float64Array(3);
  private iterations = 0;
  private residual = 0;
  private converged = true;

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
    this.startVelocity = vectors();
    this.velocity = vectors();
    this.base = vectors();
    this.force = vectors();
    this.rhs = vectors();
    this.increment = vectors();
    this.damping = vectors();
    this.reaction = vectors();
    this.constraints = { kinds: new Uint8Array(count), normals: vectors() };
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
      const remaining = Math.ceil((end - time) / longest - 1e-9);
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
    const count = velocities.length / 3;
    meanVelocity.fill(0);
    for (let k = 0; k < velocities.length; k += 3) {
      meanVelocity[0] += velocities[k];
      meanVelocity[1] += velocities[k + 1];
      meanVelocity[2] += velocities[k + 2];
    }
    for (let axis = 0; axis < 3; axis++) meanVelocity[axis] /= count;
    let fastest = 0;
    for (let k = 0; k < velocities.length; k += 3) {
      const x = velocities[k] - meanVelocity[0];
      const y = velocities[k + 1] - meanVelocity[1];
      const z = velocities[k + 2] - meanVelocity[2];
      fastest = Math.max(fastest, x * x + y * y + z * z);
    }
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
    const { positions, velocities, nextPositions, velocity, startVelocity } = this;
    const dt = end - start;
    this.beginStep(start, end);

    // 1: v~^{n+1/2} = v^n + dt/2 a(t^{n+1/2}, x^n, v~^{n+1/2})
    startVelocity.set(velocities);
    this.targets.imposeVelocities(startVelocity);
    const moving: ContactStage = { h: dt / 2, extrapolated: false };
    this.solveVelocity(moving, start, end, positions);
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
    this.solveVelocity(final, start, end, this.middlePositions);
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
    this.iterations = 0;
    this.residual = 0;
    this.converged = true;
    this.targets.beginStep(start, end, this.positions);
    this.objectContact.beginStep(start, end, this.positions, this.targets.held);
    this.input.gravityAt((start + end) / 2, this.gravity);
  }

  /** velocity = the implicit half step from `startVelocity` with the forces at `x`, contacts included. */
  private solveVelocity(stage: ContactStage, start: number, end: number, x: Float64Array): void {
    const { operators, contactSolve, velocity, base, increment, damping, input } = this;
    const time = (start + end) / 2;
    const drag = input.dragAt(time);
    this.gatherForces(x, input.strengthAt(time));
    contactSolve.collect();
    base.set(this.startVelocity);
    let firstNorm = 0;
    for (let round = 0; ; round++) {
      this.constrain(stage);
      this.gatherRightHandSide(stage.h, drag);
      const norm = contactSolve.activeCount === 0 ? 1 : this.projectedNorm();
      if (round === 0) firstNorm = norm;
      // Later rounds start from the last solution: they need only reach the residual that the first one had to.
      const tolerance = Math.min(Math.max(input.tolerance, (input.tolerance * firstNorm) / norm), LOOSEST);
      const h = stage.h / (1 + stage.h * drag);
      this.note(
        operators.solveVelocity(h, this.rhs, this.constraints, tolerance, input.maxIterations, increment),
        tolerance / input.tolerance,
      );
      for (let k = 0; k < velocity.length; k++) velocity[k] = base[k] + increment[k];
      if (contactSolve.activeCount === 0) return;
      operators.applyDamping(velocity, damping);
      this.gatherReactions(stage.h, drag);
      contactSolve.measureReactions(this.reaction);
      if (round === CONTACT_ROUNDS) return;
      if (!contactSolve.revise(stage, this.startVelocity, velocity, this.reaction)) return;
      base.set(velocity);
    }
  }

  /** sqrt(sum r^2 / m) of the right-hand side without its constrained components, which it loses here. */
  private projectedNorm(): number {
    const { rhs, constraints } = this;
    projectVelocity(constraints, rhs);
    const { masses } = this.operators;
    let sum = 0;
    for (let v = 0; v < masses.length; v++) {
      const k = 3 * v;
      sum += (rhs[k] * rhs[k] + rhs[k + 1] * rhs[k + 1] + rhs[k + 2] * rhs[k + 2]) / masses[v];
    }
    return Math.sqrt(sum);
  }

  /** Elastic, gravity and target forces at `x`, N; updates the damping matrix. */
  private gatherForces(x: Float64Array, strength: number): void {
    const { operators, force, gravity } = this;
    if (x !== this.positions || strength !== this.strengthAtStart) operators.updateElastic(x, strength);
    operators.updateDamping();
    const { elasticForce, masses } = operators;
    let sum = 0;
    for (let v = 0; v < masses.length; v++) {
      for (let axis = 0; axis < 3; axis++) {
        const k = 3 * v + axis;
        force[k] = elasticForce[k] + masses[v] * gravity[axis];
        sum += elasticForce[k];
      }
    }
    if (!Number.isFinite(sum)) throw new StepFailure('the elastic force is not finite', this.worstElement());
    this.targets.addSpringForces(x, this.startVelocity, masses, force);
  }

  /** Constraints of held and touching vertices, and their constrained velocities in `base`. */
  private constrain(stage: ContactStage): void {
    const { kinds, normals } = this.constraints;
    const { base, startVelocity, targets } = this;
    kinds.fill(Constraint.free);
    if (targets.anyHeld) {
      for (let v = 0; v < kinds.length; v++) if (targets.held[v] !== 0) kinds[v] = Constraint.fixed;
    }
    this.contactSolve.constrain(stage, startVelocity, base, kinds, normals);
  }

  /**
   * rhs = s (h (F - D b - c M b) - M (b - v)), s = 1 / (1 + h c): with drag c and base b the system for dv = u - b,
   * (M + h D + h c M) u = M v + h F, is the operators' (M + s h D) dv = rhs.
   */
  private gatherRightHandSide(h: number, drag: number): void {
    const { operators, base, damping, force, rhs, startVelocity } = this;
    const { masses } = operators;
    operators.applyDamping(base, damping);
    const scale = 1 / (1 + h * drag);
    for (let v = 0; v < masses.length; v++) {
      const m = masses[v];
      for (let k = 3 * v; k < 3 * v + 3; k++) {
        const b = base[k];
        rhs[k] = scale * (h * (force[k] - damping[k] - drag * m * b) - m * (b - startVelocity[k]));
      }
    }
    this.contactSolve.addFriction(rhs, scale * h);
  }

  /** Constraint forces lambda = (A u - b) / h at touching vertices, N; needs D u in `damping`. */
  private gatherReactions(h: number, drag: number): void {
    const { velocity, startVelocity, damping, force, reaction, contactSolve } = this;
    const { masses } = this.operators;
    for (let i = 0; i < contactSolve.activeCount; i++) {
      const v = contactSolve.active[i];
      const inertia = masses[v] / h;
      for (let k = 3 * v; k < 3 * v + 3; k++) {
        reaction[k] =
          inertia * (velocity[k] - startVelocity[k]) + damping[k] + drag * masses[v] * velocity[k] - force[k];
      }
    }
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
    const { momentum, velocity, operators, input } = this;
    if (this.contactSolve.activeCount > 0) momentum.measureDamping(duration, at, this.damping);
    else {
      momentum.measureFree({
        masses: operators.masses,
        from: this.positions,
        to,
        at,
        before: this.startVelocity,
        after: velocity,
        force: this.force,
        duration,
        drag: input.dragAt((start + end) / 2),
        dragBlend,
      });
    }
    momentum.remove(operators.masses, to, velocity, this.constraints.kinds);
  }

  private move(dt: number, mayRetry: boolean): void {
    const { positions, nextPositions, velocity, meanVelocity, targets } = this;
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
      throw new StepFailure(`vertex ${culprit} moves ${Math.sqrt(fastest) * dt} m in one substep`, this.worstElement());
    }
  }

  private findMiddle(): void {
    const { positions, nextPositions, middlePositions } = this;
    for (let k = 0; k < positions.length; k++) middlePositions[k] = 0.5 * (positions[k] + nextPositions[k]);
  }

  /** `looser`: the solve's tolerance over the input's; residuals are reported on the scale of the first round. */
  private note(solved: SolveReport, looser: number): void {
    this.iterations += solved.iterations;
    this.residual = Math.max(this.residual, solved.relativeResidual / looser);
    this.converged &&= solved.converged;
  }

  private checkFinite(vector: Float64Array): void {
    let sum = 0;
    for (let k = 0; k < vector.length; k++) sum += vector[k];
    if (!Number.isFinite(sum)) throw new StepFailure('a velocity is not finite', this.worstElement());
  }

  /** The element with the smallest or a non-finite singular value: where trouble most likely began. */
  private worstElement(): number {
    const { singularValues, elementCount } = this.operators;
    const perElement = Math.max(1, singularValues.length / Math.max(1, elementCount));
    let worst = 0;
    let smallest = Infinity;
    for (let k = 0; k < singularValues.length; k++) {
      if (!Number.isFinite(singularValues[k])) return Math.floor(k / perElement);
      if (singularValues[k] >= smallest) continue;
      smallest = singularValues[k];
      worst = Math.floor(k / perElement);
    }
    return worst;
  }

  private report(start: number, dt: number): SubstepReport {
    const { singularValues } = this.operators;
    let inverted = 0;
    for (let k = 2; k < singularValues.length; k += 3) if (singularValues[k] < INVERTED) inverted++;
    return {
      start,
      dt,
      iterations: this.iterations,
      residual: this.residual,
      converged: this.converged,
      inverted,
      contacts: this.contactSolve.activeCount,
    };
  }

  /** Energies of the present state at `time` (s); the elastic forces are evaluated anew. */
  energies(time: number): Energies {
    const { operators, positions, velocities, input, gravity } = this;
    input.gravityAt(time, gravity);
    operators.updateElastic(positions, input.strengthAt(time));
    let kinetic = 0;
    let gravitational = 0;
    for (let v = 0; v < operators.vertexCount; v++) {
      for (let axis = 0; axis < 3; axis++) {
        const k = 3 * v + axis;
        kinetic += 0.5 * operators.masses[v] * velocities[k] * velocities[k];
        gravitational -= operators.masses[v] * gravity[axis] * positions[k];
      }
    }
    return { kinetic, elastic: operators.elasticEnergy(), gravitational };
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

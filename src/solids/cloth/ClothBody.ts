import type { ContactCollider } from '../../collision/contactCollider.ts';
import { ContactSolve, ContactStage } from '../../collision/contactSolve.ts';
import { ContactState } from '../../collision/contactState.ts';
import { ObjectContact } from '../../collision/objectContact.ts';
import { hypot3 } from '../../math/hypot3.ts';
import { gravitationalEnergy, kineticEnergy } from '../energies.ts';
import { HalfStep, type SolveSettings } from '../HalfStep.ts';
import { type MomentumBalance, MomentumCorrection } from '../MomentumCorrection.ts';
import { loadMotionState, type MotionState, saveMotionState } from '../MotionState.ts';
import { type NodeTargets, TargetSet } from '../NodeTargets.ts';
import { Constraint } from '../SolidOperators.ts';
import { StepFailure, worstElement } from '../StepFailure.ts';
import type { SteppedBody } from '../SteppedBody.ts';
import { SubstepLog, type SubstepReport } from '../SubstepLog.ts';
import { allFinite, largestSquare, sumVectors } from '../vectorSums.ts';
import { ClothOperators } from './ClothOperators.ts';
import type { ShellInput } from './ShellInput.ts';
import type { ShellOperators, ShellOperatorsFactory } from './ShellOperators.ts';
import { ShellPlasticity, type ShellYield } from './ShellPlasticity.ts';

/** A vertex that moves farther than this share of the body's size in one substep, against the mean motion, has exploded. */
const EXPLOSION = 0.5;
/** Most re-solves of a substep: a tube that rolls needs three, and folds on a ball end no different with more. */
const CONTACT_ROUNDS = 3;
/** Kept contacts may leave their surface by this fraction of the edge length in one substep before they are lost. */
const KEEP_CONTACT = 0.01;

/** What moves a shell, as plain data and functions of time. SI. */
export interface ClothBodyInput extends SolveSettings {
  readonly shell: ShellInput;
  /** What forces and solves run on; left out, TypeScript. */
  readonly createOperators?: ShellOperatorsFactory;
  /** Initial positions, m, xyz interleaved; copied. */
  readonly positions: Float64Array;
  /** Initial velocities, m/s, of vertices of these masses, kg; at rest where left out. */
  velocitiesOf?(masses: Float64Array): Float64Array;
  /** out = acceleration of gravity at `time`, m/s2. */
  gravityAt(time: number, out: Float64Array): void;
  /** Ambient drag at `time`, 1/s. */
  dragAt(time: number): number;
  /** Factor on elastic and damping forces at `time`, >= 0. */
  strengthAt(time: number): number;
  /** What holds the vertices, whose masses are kg. */
  targetsOf?(masses: Float64Array): readonly NodeTargets[];
  readonly colliders: readonly ContactCollider[];
  readonly minSubsteps: number;
  readonly maxSubsteps: number;
  /** Left out, the shell always springs back. */
  readonly yields?: ShellYield;
}

/**
 * A shell or a piece of cloth in motion: backward Euler, v^{n+1} = v^n + dt a(x^n + dt v^{n+1}, v^{n+1}), in one Newton step with the stiffness
 * made definite; contact with colliders in the solve, with friction, by Irving 2007, 3.2. State is positions, velocities and contacts.
 */
export class ClothBody implements SteppedBody {
  readonly positions: Float64Array;
  readonly velocities: Float64Array;
  readonly masses: Float64Array;
  readonly held: Uint8Array;
  /** One velocity from `predict` to `commit`: what moves the positions is what stays. */
  readonly moveVelocity: Float64Array;
  readonly startVelocity: Float64Array;
  readonly nextVelocity: Float64Array;
  readonly nextPositions: Float64Array;
  readonly minSubsteps: number;
  readonly maxSubsteps: number;
  readonly operators: ShellOperators;
  readonly contacts: ContactState;
  readonly plasticity: ShellPlasticity | undefined;
  /** Nothing to take back: contact acts after the solve whose momentum is balanced. */
  touched = false;

  private readonly input: ClothBodyInput;
  private readonly targets: TargetSet;
  private readonly objectContact: ObjectContact;
  private readonly contactSolve: ContactSolve;
  private readonly halfStep: HalfStep;
  private readonly momentum = new MomentumCorrection();
  private readonly balance: MomentumBalance;
  private readonly log = new SubstepLog();
  /** Contacts at the start of the running substep; none without colliders. */
  private readonly backup: ContactState | undefined;
  private readonly springStep: number;
  /** Diagonal of the box at rest, m. */
  private readonly size: number;
  private readonly gravity = new Float64Array(3);
  private readonly meanVelocity = new Float64Array(3);
  private start = 0;
  private dt = 0;

  constructor(input: ClothBodyInput) {
    const { shell, colliders } = input;
    const operators = input.createOperators?.(shell) ?? new ClothOperators(shell);
    const count = operators.vertexCount;
    this.input = input;
    this.operators = operators;
    this.masses = operators.masses;
    const { membrane, bending } = operators;
    this.plasticity = input.yields && new ShellPlasticity(membrane, bending, input.yields);
    this.minSubsteps = input.minSubsteps;
    this.maxSubsteps = input.maxSubsteps;
    this.positions = input.positions.slice();
    this.velocities = input.velocitiesOf?.(operators.masses).slice() ?? new Float64Array(3 * count);
    this.nextPositions = new Float64Array(3 * count);
    this.contacts = new ContactState(count);
    this.backup = colliders.length === 0 ? undefined : new ContactState(count);
    this.targets = new TargetSet(input.targetsOf?.(operators.masses) ?? [], count);
    this.held = this.targets.held;
    this.springStep = this.targets.longestStep(operators.masses);
    this.objectContact = new ObjectContact(this.contacts, colliders, KEEP_CONTACT * meanEdge(shell));
    this.contactSolve = new ContactSolve(this.contacts, this.objectContact.frictions, Constraint, this.masses);
    this.halfStep = new HalfStep(operators, this.targets, this.contactSolve, {
      tolerance: input.tolerance,
      maxIterations: input.maxIterations,
      contactRounds: CONTACT_ROUNDS,
    });
    const { velocity } = this.halfStep;
    this.moveVelocity = velocity;
    this.startVelocity = velocity;
    this.nextVelocity = velocity;
    this.size = boxDiagonal(shell.restPositions);
    this.balance = {
      masses: operators.masses,
      from: this.positions,
      to: this.positions,
      at: this.positions,
      before: this.halfStep.startVelocity,
      after: velocity,
      force: this.halfStep.force,
      duration: 0,
      drag: 0,
      dragBlend: 1,
    };
  }

  get substeps(): readonly SubstepReport[] {
    return this.log.substeps;
  }

  beginFrame(): void {
    this.log.clear();
  }

  longestStep(start: number, end: number): number {
    const { velocities, meanVelocity } = this;
    sumVectors(velocities, meanVelocity);
    for (let axis = 0; axis < 3; axis++) meanVelocity[axis] /= velocities.length / 3;
    const fastest = Math.sqrt(largestSquare(velocities, meanVelocity));
    const speed = fastest + hypot3(meanVelocity[0], meanVelocity[1], meanVelocity[2]);
    return Math.min(this.springStep, this.objectContact.longestStep(start, end, this.positions, speed));
  }

  predict(start: number, end: number): void {
    const { input, balance, halfStep, positions, contactSolve } = this;
    const middle = (start + end) / 2;
    this.start = start;
    this.dt = end - start;
    this.touched = false;
    this.backup?.copyFrom(this.contacts);
    balance.drag = input.dragAt(middle);
    balance.duration = this.dt;
    input.gravityAt(middle, this.gravity);
    halfStep.begin(this.dt, balance.drag, true);
    this.targets.beginStep(start, end, positions);
    this.objectContact.beginStep(start, end, positions, this.held);
    halfStep.startVelocity.set(this.velocities);
    this.targets.imposeVelocities(halfStep.startVelocity);
    this.operators.updateElastic(positions, input.strengthAt(middle));
    halfStep.solve(ContactStage.direct, positions, this.gravity);
    this.correctMomentum();
    contactSolve.finish(halfStep.velocity);
  }

  /** Takes spurious momentum back, as for solids: a body held by targets is left alone, they carry it. */
  private correctMomentum(): void {
    if (this.targets.anyHeld) return;
    const { momentum, balance, halfStep } = this;
    if (this.contactSolve.activeCount > 0) momentum.measureDamping(balance, halfStep.damping);
    else momentum.measureFree(balance);
    momentum.remove(balance, halfStep.constraints.kinds);
  }

  move(mayRetry: boolean): void {
    const { positions, nextPositions, nextVelocity, dt } = this;
    for (let k = 0; k < positions.length; k++) nextPositions[k] = positions[k] + dt * nextVelocity[k];
    this.targets.imposePositions(nextPositions);
    this.checkFinite(nextPositions);
    const limit = (EXPLOSION * this.size) / dt;
    sumVectors(nextVelocity, this.meanVelocity);
    for (let axis = 0; axis < 3; axis++) this.meanVelocity[axis] /= positions.length / 3;
    if (mayRetry && !this.targets.anyHeld && largestSquare(nextVelocity, this.meanVelocity) > limit * limit) {
      throw new StepFailure('a vertex moves half the size of the cloth in one substep', worstElement(this.operators));
    }
    this.objectContact.collide(positions, nextPositions, nextVelocity, this.held);
  }

  /** The velocity is final already. */
  complete(): void {
    this.checkFinite(this.nextVelocity);
  }

  commit(): void {
    const { halfStep } = this;
    const record = this.log.append();
    record.start = this.start;
    record.dt = this.dt;
    record.iterations = halfStep.iterations;
    record.residual = halfStep.residual;
    record.converged = halfStep.converged;
    record.contacts = this.contactSolve.activeCount;
    this.positions.set(this.nextPositions);
    this.velocities.set(this.nextVelocity);
    if (this.plasticity === undefined) return;
    this.plasticity.advance(this.positions);
    this.operators.renewRest();
  }

  rollback(): void {
    if (this.backup !== undefined) this.contacts.copyFrom(this.backup);
  }

  private checkFinite(vector: Float64Array): void {
    if (!allFinite(vector)) throw new StepFailure('a velocity is not finite', worstElement(this.operators));
  }

  /** Energies of the present state at `time` (s), J. */
  energies(time: number): { readonly kinetic: number; readonly elastic: number; readonly gravitational: number } {
    const { operators, positions, velocities, input, gravity } = this;
    input.gravityAt(time, gravity);
    operators.updateElastic(positions, input.strengthAt(time));
    return {
      kinetic: kineticEnergy(operators.masses, velocities),
      elastic: operators.elasticEnergy(),
      gravitational: gravitationalEnergy(operators.masses, gravity, positions),
    };
  }

  saveState(): MotionState {
    return saveMotionState(this.positions, this.velocities, this.contacts, undefined);
  }

  /** Throws `cache-damaged` when the state is not of this body. */
  loadState(state: MotionState): void {
    loadMotionState(state, this.positions, this.velocities, this.contacts, undefined);
  }
}

/** m; infinite without triangles. */
function meanEdge({ restPositions: x, triangles }: ShellInput): number {
  let sum = 0;
  for (let corner = 0; corner < triangles.length; corner++) {
    const a = 3 * triangles[corner];
    const b = 3 * triangles[corner % 3 === 2 ? corner - 2 : corner + 1];
    sum += hypot3(x[b] - x[a], x[b + 1] - x[a + 1], x[b + 2] - x[a + 2]);
  }
  return triangles.length === 0 ? Infinity : sum / triangles.length;
}

function boxDiagonal(x: Float64Array): number {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let k = 0; k < x.length; k++) {
    low[k % 3] = Math.min(low[k % 3], x[k]);
    high[k % 3] = Math.max(high[k % 3], x[k]);
  }
  return hypot3(high[0] - low[0], high[1] - low[1], high[2] - low[2]);
}

import { meanEdge } from '../../geometry/meanEdge.ts';
import { StateBackup } from '../../base/state/StateBackup.ts';
import { SystemState } from '../../base/state/SystemState.ts';
import type { ContactCollider } from '../../collision/contactCollider.ts';
import { ContactSolve, ContactStage } from '../../collision/contactSolve.ts';
import { ContactState } from '../../collision/contactState.ts';
import { ObjectContact } from '../../collision/objectContact.ts';
import type { KernelQueue } from '../../kernels/threads/KernelQueue.ts';
import { hypot3 } from '../../math/hypot3.ts';
import { gravitationalEnergy, kineticEnergy } from '../energies.ts';
import { HalfStep, type SolveSettings } from '../HalfStep.ts';
import type { VolumeConservation } from '../incompressibility/VolumeConservation.ts';
import { type MomentumBalance, MomentumCorrection } from '../MomentumCorrection.ts';
import { type NodeTargets, TargetSet } from '../NodeTargets.ts';
import { Constraint } from '../SolidOperators.ts';
import { StepFailure, worstElement } from '../StepFailure.ts';
import type { SteppedBody } from '../SteppedBody.ts';
import { SubstepLog, type SubstepReport } from '../SubstepLog.ts';
import { allFinite, largestSquare, sumVectors } from '../vectorSums.ts';
import { ClothOperators } from './ClothOperators.ts';
import type { KnownSurface } from './KnownSurface.ts';
import type { ShellInput } from './ShellInput.ts';
import type { ShellOperators, ShellOperatorsFactory } from './ShellOperators.ts';
import { ShellPlasticity, type ShellYield } from './ShellPlasticity.ts';
import { shellVolume, type ShellVolumeSettings } from './shellVolume.ts';

/** A vertex that moves farther than this share of the body's size in one substep, against the mean motion, has exploded. */
const EXPLOSION = 0.5;
/** Most re-solves of a substep: a tube that rolls needs three, and folds on a ball end no different with more. */
const CONTACT_ROUNDS = 3;
/** Kept contacts may leave their surface by this fraction of the edge length in one substep before they are lost. */
const KEEP_CONTACT = 0.01;
/** What begins inside a collider leaves it at this many sizes of the cloth per second: at once, it would tear at what is outside. */
const ESCAPE = 0.5;

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
  /** What constrains the vertices, whose masses are kg. */
  targetsOf?(masses: Float64Array): readonly NodeTargets[];
  readonly colliders: readonly ContactCollider[];
  readonly minSubsteps: number;
  readonly maxSubsteps: number;
  /** Left out, the shell always springs back. */
  readonly yields?: ShellYield;
  /** What it lies on; left out, none of its triangles is ever inverted. */
  readonly surface?: KnownSurface;
  /** Left out, areas and what it encloses follow from its forces. */
  readonly volume?: ShellVolumeSettings;
}

/**
 * A shell or a piece of cloth in motion: backward Euler, v^{n+1} = v^n + dt a(x^n + dt v^{n+1}, v^{n+1}), in one Newton step with the stiffness
 * made definite; contact with colliders in the solve, with friction, by Irving 2007, 3.2. What is not in `state` is scratch.
 */
export class ClothBody implements SteppedBody {
  readonly positions: Float64Array;
  readonly velocities: Float64Array;
  readonly masses: Float64Array;
  readonly constrained: Uint8Array;
  /** One velocity from `predict` to `commit`: what moves the positions is what stays. */
  readonly moveVelocity: Float64Array;
  readonly startVelocity: Float64Array;
  readonly nextVelocity: Float64Array;
  readonly nextPositions: Float64Array;
  readonly minSubsteps: number;
  readonly maxSubsteps: number;
  readonly operators: ShellOperators;
  readonly state: SystemState;
  readonly contacts: ContactState;
  readonly plasticity: ShellPlasticity | undefined;
  readonly volume: VolumeConservation | undefined;
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
  /** The velocity without what corrects areas and volumes in the move alone, m/s; undefined where nothing does. */
  private readonly uncorrected: Float64Array | undefined;
  /** Contacts at the start of the running substep; none without colliders. */
  private readonly backup: StateBackup | undefined;
  private readonly springStep: number;
  /** Diagonal of the box at rest, m. */
  private readonly size: number;
  private readonly gravity = new Float64Array(3);
  private readonly meanVelocity = new Float64Array(3);
  private start = 0;
  private dt = 0;

  constructor(input: ClothBodyInput) {
    const { shell, colliders } = input;
    const sheet = { ...shell, liesOnSurface: input.surface !== undefined };
    const operators = input.createOperators?.(sheet) ?? new ClothOperators(sheet);
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
    this.backup = colliders.length === 0 ? undefined : new StateBackup(this.contacts.state);
    this.targets = new TargetSet(input.targetsOf?.(operators.masses) ?? [], count);
    this.constrained = this.targets.held;
    this.springStep = this.targets.longestStep(operators.masses);
    this.size = boxDiagonal(shell.restPositions);
    const keepDistance = KEEP_CONTACT * meanEdge(shell.restPositions, shell.triangles);
    this.objectContact = new ObjectContact(this.contacts, colliders, keepDistance, ESCAPE * this.size);
    this.contactSolve = new ContactSolve(this.contacts, this.objectContact.frictions, Constraint, this.masses);
    this.halfStep = new HalfStep(operators, this.targets, this.contactSolve, {
      tolerance: input.tolerance,
      maxIterations: input.maxIterations,
      contactRounds: CONTACT_ROUNDS,
    });
    if (input.volume !== undefined) {
      const { masses, targets, objectContact, contactSolve, contacts } = this;
      this.volume = shellVolume({ shell, masses, targets, objectContact, contactSolve, contacts }, input.volume);
      this.uncorrected = new Float64Array(3 * count);
      this.halfStep.pressureForce = this.volume.force;
    }
    const { velocity } = this.halfStep;
    this.moveVelocity = velocity;
    this.startVelocity = velocity;
    this.nextVelocity = velocity;
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
    this.state = this.declareState();
  }

  get keepsVolume(): boolean {
    return this.volume !== undefined;
  }

  get substeps(): readonly SubstepReport[] {
    return this.log.substeps;
  }

  beginInterval(): void {
    this.log.clear();
  }

  maxStep(start: number, end: number): number {
    const { velocities, meanVelocity } = this;
    sumVectors(velocities, meanVelocity);
    for (let axis = 0; axis < 3; axis++) meanVelocity[axis] /= velocities.length / 3;
    const fastest = Math.sqrt(largestSquare(velocities, meanVelocity));
    const speed = fastest + hypot3(meanVelocity[0], meanVelocity[1], meanVelocity[2]);
    // As a loaded state finds it: constrained vertices are those of this step.
    if (this.volume !== undefined) this.targets.beginStep(start, end, this.positions);
    const squeezed = this.volume?.longestStep(this.positions, velocities) ?? Infinity;
    return Math.min(
      squeezed,
      this.springStep,
      this.objectContact.tunnelling.longestStep(start, end, this.positions, speed),
    );
  }

  predict(start: number, end: number): void {
    const { input, balance, halfStep, positions, contactSolve } = this;
    const middle = (start + end) / 2;
    this.start = start;
    this.dt = end - start;
    this.touched = false;
    this.backup?.keep();
    balance.drag = input.dragAt(middle);
    balance.duration = this.dt;
    input.gravityAt(middle, this.gravity);
    halfStep.begin(this.dt, balance.drag, true);
    this.targets.beginStep(start, end, positions);
    this.objectContact.beginStep(start, end, positions, this.constrained);
    halfStep.startVelocity.set(this.velocities);
    this.targets.imposeVelocities(halfStep.startVelocity);
    input.surface?.findSides(start, positions, this.operators.membrane.sides);
    this.operators.updateElastic(positions, input.strengthAt(middle));
    this.volume?.beginStep(positions, this.dt);
    halfStep.solve(ContactStage.direct, positions, this.gravity);
    this.volume?.leaveFelt(halfStep);
    this.correctMomentum();
    contactSolve.finish(halfStep.velocity);
    this.uncorrected?.set(halfStep.velocity);
  }

  /** Takes spurious momentum back, as for solids: a body that targets constrain is left alone, they take it up. */
  private correctMomentum(): void {
    if (this.targets.anyHeld) return;
    const { momentum, balance, halfStep } = this;
    if (this.contactSolve.activeCount > 0) momentum.measureDamping(balance, halfStep.damping);
    else momentum.measureFree(balance);
    momentum.remove(balance, halfStep.constraints.kinds);
  }

  integratePositions(mayRetry: boolean): void {
    const { positions, nextPositions, nextVelocity, dt } = this;
    if (!this.touched) this.volume?.correctMove(positions, nextVelocity);
    for (let k = 0; k < positions.length; k++) nextPositions[k] = positions[k] + dt * nextVelocity[k];
    this.targets.imposePositions(nextPositions);
    this.checkFinite(nextPositions);
    const limit = (EXPLOSION * this.size) / dt;
    sumVectors(nextVelocity, this.meanVelocity);
    for (let axis = 0; axis < 3; axis++) this.meanVelocity[axis] /= positions.length / 3;
    if (mayRetry && !this.targets.anyHeld && largestSquare(nextVelocity, this.meanVelocity) > limit * limit) {
      throw new StepFailure('a vertex moves half the size of the cloth in one substep', worstElement(this.operators));
    }
    if (this.uncorrected !== undefined) nextVelocity.set(this.uncorrected);
    this.objectContact.collide(positions, nextPositions, nextVelocity, this.constrained);
  }

  correctMove(round: number, queue: KernelQueue): boolean {
    return this.volume?.correctMoveAgain(this.positions, this.moveVelocity, round, queue) ?? false;
  }

  get moveError(): number {
    return this.volume?.moveError ?? 0;
  }

  /** The velocity is final already, but for what would change areas or the volume inside. */
  integrateVelocities(): void {
    this.volume?.correctVelocity(this.nextPositions, this.nextVelocity);
    this.checkFinite(this.nextVelocity);
  }

  correctVelocity(isLast: boolean, queue: KernelQueue): boolean {
    return this.volume?.correctVelocityAgain(this.nextVelocity, isLast, queue) ?? false;
  }

  endCorrection(of: 'moveVelocity' | 'nextVelocity'): void {
    if (of === 'moveVelocity') this.volume?.endMoveRound(this.moveVelocity);
    else this.volume?.endVelocityRound(this.nextVelocity);
  }

  commit(): void {
    const { halfStep, volume } = this;
    const record = this.log.append();
    record.start = this.start;
    record.dt = this.dt;
    record.iterations = halfStep.iterations;
    record.residual = halfStep.residual;
    record.pressureIterations = volume?.iterations ?? 0;
    record.converged = halfStep.converged && (volume?.converged ?? true);
    record.contacts = this.contactSolve.activeCount;
    this.positions.set(this.nextPositions);
    this.velocities.set(this.nextVelocity);
    volume?.endStep();
    if (this.plasticity === undefined) return;
    this.plasticity.advance(this.positions);
    this.operators.renewRest();
  }

  rollback(): void {
    this.backup?.bringBack();
  }

  private checkFinite(vector: Float64Array): void {
    if (!allFinite(vector)) throw new StepFailure('a velocity is not finite', worstElement(this.operators));
  }

  /** Energies of the present state at `time` (s), J. */
  energies(time: number): { readonly kinetic: number; readonly elastic: number; readonly gravitational: number } {
    const { operators, positions, velocities, input, gravity } = this;
    input.gravityAt(time, gravity);
    input.surface?.findSides(time, positions, operators.membrane.sides);
    operators.updateElastic(positions, input.strengthAt(time));
    return {
      kinetic: kineticEnergy(operators.masses, velocities),
      elastic: operators.elasticEnergy(),
      gravitational: gravitationalEnergy(operators.masses, gravity, positions),
    };
  }

  /** Triangles that face away from what the cloth lies on, as `energies` found them last. */
  countInverted(): number {
    const { stretches } = this.operators.membrane;
    let count = 0;
    for (let k = 1; k < stretches.length; k += 2) if (stretches[k] < 0) count++;
    return count;
  }

  private declareState(): SystemState {
    const { positions, velocities, contacts, volume, plasticity, operators } = this;
    const state = new SystemState().array('positions', positions, 'vertex').array('velocities', velocities, 'vertex');
    if (volume !== undefined) state.array('pressures', volume.pressures, 'vertex');
    return state
      .include('contacts', contacts.state)
      .include('shell', plasticity?.state)
      .afterLoad(() => operators.renewRest());
  }
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

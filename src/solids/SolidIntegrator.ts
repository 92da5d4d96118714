import { StateBackup } from '../base/state/StateBackup.ts';
import { SystemState } from '../base/state/SystemState.ts';
import { ContactSolve, ContactStage } from '../collision/contactSolve.ts';
import { ContactState } from '../collision/contactState.ts';
import { escapeSpeed } from '../collision/escapeSpeed.ts';
import { PointContact } from '../collision/PointContact.ts';
import type { KernelQueue } from '../kernels/threads/KernelQueue.ts';
import { BodyMomenta } from './BodyMomenta.ts';
import { CarriedForce } from './CarriedForce.ts';
import { countInverted } from './countInverted.ts';
import { DirectSolve } from './DirectSolve.ts';
import { ElasticForces } from './ElasticForces.ts';
import { type Energies, gravitationalEnergy, kineticEnergy } from './energies.ts';
import { FreeMove } from './FreeMove.ts';
import { FrozenPreconditioner } from './FrozenPreconditioner.ts';
import { HalfStep } from './HalfStep.ts';
import { ImplicitScheme } from './ImplicitScheme.ts';
import { VolumeConservation } from './incompressibility/VolumeConservation.ts';
import { ImpulseSpread } from './ImpulseSpread.ts';
import { TargetSet } from './NodeTargets.ts';
import type { SolidIntegratorInput } from './SolidIntegratorInput.ts';
import { Constraint, type SolidOperators } from './SolidOperators.ts';
import { SolidStepLimit } from './SolidStepLimit.ts';
import type { SteppedBody } from './SteppedBody.ts';
import { SubstepLog, type SubstepReport } from './SubstepLog.ts';
import { meanElementSize, stiffnessDampingTime } from './timeStep.ts';

/** Substeps of one frame above which the shot is not worth waiting for, unless told otherwise. */
const MAX_SUBSTEPS = 20_000;
/** Kept contacts may leave their surface by this fraction of the element size in one substep before they are lost. */
const KEEP_CONTACT = 0.01;

/**
 * Moves one deformable body through time, elastic forces explicit, damping implicit (the semi-implicit Newmark scheme of Irving 2007, 3.1),
 * contact with kinematic colliders by 3.2; or, where the body says so, by an `ImplicitScheme` whose stiffness is made definite (Teran et al.
 * 2005), stable for every dt, and as damped as dt is long. What is not in `state` is scratch.
 */
export class SolidIntegrator implements SteppedBody {
  readonly positions: Float64Array;
  readonly velocities: Float64Array;
  readonly masses: Float64Array;
  readonly contacts: ContactState;
  readonly constrained: Uint8Array;
  readonly moveVelocity: Float64Array;
  readonly nextPositions: Float64Array;
  readonly startVelocity: Float64Array;
  readonly nextVelocity: Float64Array;
  readonly minSubsteps: number;
  readonly maxSubsteps: number;
  touched = false;
  readonly state: SystemState;
  /** Undefined where impulses of contact act on the surface alone: where nothing stiff is implicit, and in liquids. */
  readonly impulses: ImpulseSpread | undefined;
  /** Undefined where `impulses` are. */
  readonly carried: CarriedForce | undefined;
  /** Undefined where volumes are not kept. */
  readonly volume: VolumeConservation | undefined;

  private readonly input: SolidIntegratorInput;
  private readonly operators: SolidOperators;
  private readonly targets: TargetSet;
  private readonly objectContact: PointContact;
  private readonly contactSolve: ContactSolve;
  private readonly halfStep: HalfStep;
  private readonly limit: SolidStepLimit;
  private readonly momenta: BodyMomenta;
  private readonly log = new SubstepLog();
  /** Contacts at the start of the running substep; none without colliders. */
  private readonly backup: StateBackup | undefined;
  private readonly freeMove: FreeMove;
  /** The implicit scheme, in place of the semi-implicit one. */
  private readonly implicit: ImplicitScheme | undefined;
  /** The solve of a body that moves with liquids. */
  private readonly direct: DirectSolve | undefined;
  private readonly elastic: ElasticForces;
  /** The running substep and its length, s. */
  private start = 0;
  private end = 0;
  private dt = 0;
  /** Positions at which the first solve of a step takes its forces, m. */
  private readonly from: Float64Array;
  private readonly preconditioner: FrozenPreconditioner;
  private readonly middlePositions: Float64Array;
  /** What implicit steps keep of velocities, m/s: v^n, against which momenta are balanced, then v^{n+1} without what corrects the move alone. */
  private readonly uncorrected: Float64Array | undefined;
  private readonly gravity = new Float64Array(3);

  constructor(input: SolidIntegratorInput) {
    const { operators, body } = input;
    const count = operators.vertexCount;
    const vectors = () => new Float64Array(3 * count);
    this.input = input;
    this.operators = operators;
    this.minSubsteps = input.minSubsteps;
    this.maxSubsteps = input.maxSubsteps ?? MAX_SUBSTEPS;
    this.positions = input.positions.slice();
    this.velocities = input.velocities?.slice() ?? vectors();
    this.elastic = new ElasticForces(input, this.positions);
    this.masses = operators.masses;
    const elementSize = meanElementSize(body);
    this.contacts = new ContactState(count);
    this.backup = input.colliders.length === 0 ? undefined : new StateBackup(this.contacts.state);
    this.targets = new TargetSet(input.targets, count);
    this.constrained = this.targets.held;
    this.freeMove = new FreeMove(operators, this.constrained, elementSize);
    this.preconditioner = new FrozenPreconditioner(operators);
    this.objectContact = new PointContact({
      state: this.contacts,
      colliders: input.colliders,
      keepDistance: KEEP_CONTACT * elementSize,
      escapeSpeed: escapeSpeed(input.positions),
      keepsVolume: input.volume !== undefined,
      points: input.contactPoints,
    });
    this.contactSolve = new ContactSolve(this.contacts, this.objectContact.frictions, Constraint, this.masses);
    this.limit = new SolidStepLimit(input, this, this.objectContact, this.targets.longestStep(this.masses));
    this.nextPositions = vectors();
    this.middlePositions = vectors();
    this.direct = input.inLiquid === true ? new DirectSolve(operators, body) : undefined;
    this.halfStep = new HalfStep(this.direct ?? operators, this.targets, this.contactSolve, input);
    if (body.implicit !== undefined) {
      this.implicit = new ImplicitScheme(input, this.positions, this.halfStep, this.contactSolve);
    }
    this.from = this.implicit?.step.from ?? this.positions;
    const { velocity, startVelocity } = this.halfStep;
    this.moveVelocity = velocity;
    this.startVelocity = this.implicit === undefined ? startVelocity : velocity;
    this.nextVelocity = velocity;
    if (input.volume !== undefined) {
      const { targets, objectContact, contactSolve, contacts } = this;
      const parts = { body, operators, targets, objectContact, contactSolve, contacts };
      this.volume = new VolumeConservation(parts, input.volume);
      this.halfStep.pressureForce = this.volume.force;
    }
    if (this.implicit !== undefined) this.uncorrected = vectors();
    const damped = stiffnessDampingTime(body) > 0 || input.material?.dampedLater === true;
    const { masses, from, halfStep, targets, contactSolve } = this;
    if (this.direct === undefined && (damped || this.implicit !== undefined)) {
      halfStep.carried = this.carried = new CarriedForce(count);
      this.impulses = new ImpulseSpread({ masses, halfStep, targets, edge: elementSize });
    }
    const before = this.uncorrected ?? startVelocity;
    const turns = this.implicit === undefined;
    this.momenta = new BodyMomenta({ masses, from, halfStep, targets, contactSolve, before, turns });
    this.state = this.declareState();
  }

  get keepsVolume(): boolean {
    return this.volume !== undefined;
  }

  /** What the substeps of the running frame did. */
  get substeps(): readonly SubstepReport[] {
    return this.log.substeps;
  }

  beginInterval(): void {
    this.log.clear();
    this.elastic.beginFrame();
  }

  maxStep(start: number, end: number): number {
    this.elastic.findAtStart(start);
    // Which vertices are constrained must not be that of the last substep, which a loaded state does not know.
    if (this.volume !== undefined) this.targets.beginStep(start, end, this.positions);
    const squeezed = this.volume?.longestStep(this.positions, this.velocities) ?? Infinity;
    return Math.min(squeezed, this.limit.longestStep(start, end));
  }

  /** Step 1: v~^{n+1/2} = v^n + dt/2 a(t^{n+1/2}, x^n, v~^{n+1/2}); the implicit v^{n+1} over the whole of dt. */
  predict(start: number, end: number): void {
    const { implicit, from } = this;
    // velocity: v~^{n+1/2}, then v^{n+1/2}, then v^{n+1}; startVelocity: v^n, then v*^n.
    const { startVelocity } = this.halfStep;
    this.beginStep(start, end);
    startVelocity.set(implicit?.startVelocities(this.velocities) ?? this.velocities);
    this.targets.imposeVelocities(startVelocity);
    this.uncorrected?.set(startVelocity);
    this.volume?.beginStep(this.positions, this.dt);
    // Liquids come in before contact is settled.
    if (this.direct !== undefined) return this.predictWithoutLiquid();
    this.solveHalfStep(ContactStage.direct, from);
    this.volume?.leaveFelt(this.halfStep);
    implicit?.refine();
    this.momenta.correct(ContactStage.direct, implicit?.forcePositions ?? from, from, this.firstStep, this.touched);
    this.endPrediction();
  }

  private predictWithoutLiquid(): void {
    this.elastic.findAt(this.from);
    this.halfStep.solveOnce(ContactStage.direct, this.from, this.gravity);
    this.momenta.correct(ContactStage.direct, this.from, this.from, this.firstStep, this.touched);
  }

  /** Returns whether the constraints of a body in liquids, after `predict`, let a vertex move along the direction (xyz) at `at` of an array. */
  yields(vertex: number, direction: Float64Array, at: number): boolean {
    return this.direct?.yields(vertex, direction, at) ?? true;
  }

  /** Replaces F, N, by the change of `moveVelocity` by it, m/s, for a body in liquids, after `predict`. */
  respond(force: Float64Array): void {
    this.direct?.respond(force);
  }

  /**
   * Applies the pressure of liquids, N, whose change of velocity `moveVelocity` has already. Returns true where contacts change by it, and `mayRevise` says that the liquids can be asked again:
   * `moveVelocity` is then again that without them.
   */
  applyPressure(pressure: Float64Array, mayRevise: boolean): boolean {
    if (!this.halfStep.press(ContactStage.direct, pressure, mayRevise)) return false;
    this.momenta.correct(ContactStage.direct, this.from, this.from, this.firstStep, this.touched);
    return true;
  }

  /** Adds the pressure of liquids that has changed `moveVelocity` to the forces, N, whatever else is found in the substep. */
  commitPressure(pressure: Float64Array): void {
    this.halfStep.addPressure(pressure);
  }

  /** The end of `predict`, which bodies in liquids come to when the pressure is known. */
  endPrediction(): void {
    const { implicit } = this;
    const { velocity } = this.halfStep;
    this.contactSolve.finish(velocity);
    if (implicit !== undefined) this.uncorrected?.set(velocity);
    implicit?.findMoveVelocity(this.positions, this.dt, this.moveVelocity);
    this.momenta.bendMove(this.positions, this.moveVelocity, this.dt);
  }

  /** Steps 3 and 4: x~^{n+1} = x^n + dt v~^{n+1/2}, then x^{n+1} and v*^n. */
  integratePositions(mayRetry: boolean): void {
    const { nextPositions, targets } = this;
    // Where other bodies touch, volumes and they have agreed.
    if (!this.touched) this.volume?.correctMove(this.positions, this.moveVelocity);
    this.moveFreely(mayRetry);
    // What moved the positions to their volumes and off other bodies must not stay in the implicit velocity.
    if (this.implicit !== undefined && this.uncorrected !== undefined) this.nextVelocity.set(this.uncorrected);
    this.objectContact.collide(this.positions, nextPositions, this.startVelocity, targets.held);
  }

  correctMove(round: number, queue: KernelQueue): boolean {
    return this.volume?.correctMoveAgain(this.positions, this.moveVelocity, round, queue) ?? false;
  }

  get moveError(): number {
    return this.volume?.moveError ?? 0;
  }

  /** Steps 5 to 7, and the correction of the velocity, which the implicit scheme has already. */
  integrateVelocities(): void {
    const { nextPositions, nextVelocity } = this;
    if (this.implicit === undefined) {
      this.findMiddle();
      this.volume?.takeForces(nextPositions);
      if (this.touched) this.solveWholeStep();
      else {
        // 5: v^{n+1/2} = v*^n + dt/2 a(t^{n+1/2}, x^{n+1/2}, v^{n+1/2})
        this.solveHalfStep(ContactStage.extrapolated, this.middlePositions);
        // 6: v~^{n+1} = 2 v^{n+1/2} - v*^n
        this.halfStep.extrapolate();
        this.momenta.correct(ContactStage.extrapolated, this.middlePositions, nextPositions, this.dt, this.touched);
      }
      this.volume?.leaveFelt(this.halfStep);
      // 7
      this.contactSolve.finish(nextVelocity);
    }
    this.volume?.correctVelocity(nextPositions, nextVelocity);
    this.freeMove.checkFinite(nextVelocity);
  }

  correctVelocity(isLast: boolean, queue: KernelQueue): boolean {
    return this.volume?.correctVelocityAgain(this.nextVelocity, isLast, queue) ?? false;
  }

  endCorrection(of: 'moveVelocity' | 'nextVelocity'): void {
    if (of === 'moveVelocity') this.volume?.endMoveRound(this.moveVelocity);
    else this.volume?.endVelocityRound(this.nextVelocity);
  }

  /**
   * Solves v~^{n+1} = v*^n + dt a(t^{n+1/2}, x^{n+1/2}, v~^{n+1}) in place of steps 5 and 6 where other bodies touch. The extrapolation would reflect the jumps that their impulses make between
   * neighbouring vertices, substep after substep, where damping is stiff; this removes them.
   */
  private solveWholeStep(): void {
    const { halfStep, dt, middlePositions } = this;
    halfStep.lengthen(dt);
    this.solveHalfStep(ContactStage.direct, middlePositions);
    this.momenta.correct(ContactStage.direct, middlePositions, this.nextPositions, dt, this.touched);
  }

  commit(): void {
    this.report();
    const smooth = !this.touched && !this.contacts.touching;
    this.implicit?.remember(this.dt, this.positions, this.velocities, smooth);
    this.positions.set(this.nextPositions);
    this.velocities.set(this.nextVelocity);
    this.volume?.endStep();
    this.elastic.flow(this.dt, this.end);
  }

  rollback(): void {
    this.backup?.bringBack();
  }

  private beginStep(start: number, end: number): void {
    const { input, implicit, elastic } = this;
    const middle = (start + end) / 2;
    this.backup?.keep();
    this.touched = this.carried?.any === true;
    this.start = start;
    this.end = end;
    this.dt = end - start;
    elastic.beginStep(middle);
    const drag = input.dragAt(middle);
    this.momenta.begin(drag);
    implicit?.act(drag, elastic.strength, elastic.activation);
    implicit?.begin(this.dt, this.positions, this.velocities);
    input.gravityAt(middle, this.gravity);
    this.halfStep.begin(this.firstStep, drag, implicit !== undefined);
    this.targets.beginStep(start, end, this.from, implicit?.step.h ?? this.dt);
    this.objectContact.beginStep(start, end, this.positions, this.targets.held);
    if (implicit !== undefined) this.preconditioner.freeze(this.constrained);
  }

  /** How long the first solve of the substep is, s. */
  private get firstStep(): number {
    return this.implicit?.step.h ?? this.dt / 2;
  }

  /** The implicit half step with the forces at `x`. */
  private solveHalfStep(stage: ContactStage, x: Float64Array): void {
    this.elastic.findAt(x);
    this.halfStep.solve(stage, x, this.gravity, this.touched);
  }

  private moveFreely(mayRetry: boolean): void {
    const { positions, nextPositions, moveVelocity, freeMove, dt } = this;
    freeMove.move(positions, moveVelocity, dt, nextPositions, this.limit.meanVelocity);
    this.targets.imposePositions(nextPositions);
    freeMove.checkFinite(nextPositions);
    if (mayRetry) freeMove.checkExplosion(dt);
  }

  private findMiddle(): void {
    const { positions, nextPositions, middlePositions } = this;
    for (let k = 0; k < positions.length; k++) middlePositions[k] = 0.5 * (positions[k] + nextPositions[k]);
  }

  private report(): void {
    const record = this.log.append();
    record.start = this.start;
    record.dt = this.dt;
    record.iterations = this.halfStep.iterations + (this.implicit?.iterations ?? 0);
    record.pressureIterations = this.volume?.iterations ?? 0;
    record.residual = this.halfStep.residual;
    record.converged = this.halfStep.converged && (this.volume?.converged ?? true);
    record.inverted = countInverted(this.operators.singularValues);
    record.contacts = this.contactSolve.activeCount;
  }

  /** Energies of the present state at `time` (s), between substeps; the elastic forces are evaluated anew. */
  energies(time: number): Energies {
    const { operators, positions, velocities, input, gravity } = this;
    input.gravityAt(time, gravity);
    this.elastic.findBetweenFrames(time);
    return {
      kinetic: kineticEnergy(operators.masses, velocities),
      elastic: operators.elasticEnergy(),
      gravitational: gravitationalEnergy(operators.masses, gravity, positions),
    };
  }

  private declareState(): SystemState {
    const { positions, velocities, contacts, volume, implicit, elastic } = this;
    const state = new SystemState().array('positions', positions, 'vertex').array('velocities', velocities, 'vertex');
    if (volume !== undefined) state.array('pressures', volume.pressures, 'vertex');
    return state
      .include('contacts', contacts.state)
      .include('last', implicit?.state)
      .afterLoad(() => elastic.forget());
  }
}

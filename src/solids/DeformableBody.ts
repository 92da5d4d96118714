import { SystemState } from '../base/state/SystemState.ts';
import type { ContactState } from '../collision/contactState.ts';
import type { KernelQueue } from '../kernels/threads/KernelQueue.ts';
import { type Energies, kineticEnergy } from './energies.ts';
import type { EmbeddedVertices } from './EmbeddedVertices.ts';
import type { ImpulseSpread } from './ImpulseSpread.ts';
import type { VolumeConservation } from './incompressibility/VolumeConservation.ts';
import type { ContactBalance } from './momenta/ContactBalance.ts';
import type { SolidMotion } from './SolidMotion.ts';
import { StepFailure, worstElement } from './StepFailure.ts';
import type { SteppedBody } from './SteppedBody.ts';
import { SubstepLog, type SubstepReport } from './SubstepLog.ts';
import type { CarriedForce } from './terms/CarriedForce.ts';
import type { StepLimit, Substep } from './terms/Term.ts';
import type { SchemeBody, TimeScheme } from './TimeScheme.ts';
import { allFinite } from './vectorSums.ts';
import type { VelocityStep } from './VelocityStep.ts';

/** How vertices move as their velocities say. */
export interface FreeMove {
  /** to = from + dt velocity (m, s, m/s), xyz per vertex. */
  move(from: Float64Array, velocity: Float64Array, dt: number, to: Float64Array): void;
  /** Throws `StepFailure` where the last move, over `dt`, s, was no motion of a body. */
  checkExplosion(dt: number): void;
}

/** What a deformable body is made of. */
export interface DeformableBodyParts {
  readonly body: SchemeBody;
  readonly scheme: TimeScheme;
  readonly freeMove: FreeMove;
  /** Mean velocity that `freeMove` measures against is written here, m/s. */
  readonly meanVelocity: Float64Array;
  /** What impulses of contact do to the body; left out where they act on the surface alone. */
  readonly impulses?: ImpulseSpread | undefined;
  /** What keeps its momentum while other bodies touch it; left out where nothing does. */
  readonly balance?: ContactBalance | undefined;
  readonly minSubsteps: number;
  readonly maxSubsteps: number;
  /** Everything that its future depends on. */
  readonly state: SystemState;
}

/**
 * A deformable body in motion: terms that act on it, and the time scheme that moves it under them (`Term`, `TimeScheme`). Solids and shells are this, made of different terms. What is not in `state`
 * is scratch.
 */
export class DeformableBody implements SteppedBody, SolidMotion {
  readonly minSubsteps: number;
  readonly maxSubsteps: number;
  readonly state: SystemState;
  touched = false;
  private readonly parts: DeformableBodyParts;
  private readonly body: SchemeBody;
  private readonly scheme: TimeScheme;
  private readonly log = new SubstepLog();
  private readonly substep: Substep;
  private readonly limit: StepLimit;
  /** Set before `predict`: whether boundaries that move with the body act on it in the running substep, between `predict` and `endPrediction`. */
  met = false;
  /** Positions to which colliders let it come in the running substep, m. */
  private readonly collided: Float64Array;
  /** Flag that is not 0 where other bodies touched in the last substep. */
  private readonly wasTouched = new Uint8Array(1);

  constructor(parts: DeformableBodyParts) {
    this.parts = parts;
    this.body = parts.body;
    this.scheme = parts.scheme;
    this.minSubsteps = parts.minSubsteps;
    this.maxSubsteps = parts.maxSubsteps;
    this.state = parts.state.array('touched', this.wasTouched).array('solves', parts.scheme.step.matrix.expected);
    this.collided = new Float64Array(parts.body.positions.length);
    this.substep = { start: NaN, end: NaN, dt: NaN, from: parts.scheme.from, untouched: true, met: false, h: NaN };
    this.limit = { start: NaN, end: NaN, longest: NaN, meanVelocity: parts.meanVelocity, speed: NaN };
  }

  get positions(): Float64Array {
    return this.body.positions;
  }

  get velocities(): Float64Array {
    return this.body.velocities;
  }

  get masses(): Float64Array {
    return this.body.operators.masses;
  }

  get nextPositions(): Float64Array {
    return this.body.nextPositions;
  }

  get constrained(): Uint8Array {
    return this.body.targets.constrained;
  }

  /** Vertices that are parts of rigid bodies. */
  get embedded(): readonly EmbeddedVertices[] {
    return this.body.targets.embedded;
  }

  get moveVelocity(): Float64Array {
    return this.scheme.moveVelocity;
  }

  get startVelocity(): Float64Array {
    return this.scheme.startVelocity;
  }

  get nextVelocity(): Float64Array {
    return this.scheme.nextVelocity;
  }

  get contacts(): ContactState {
    return this.body.contact.state;
  }

  /** The velocity solve of the running substep, between `predict` and `endPrediction` of a body that is met. */
  get step(): VelocityStep {
    return this.scheme.step;
  }

  /** What moving boundaries are known to press with, N, in the solves of the substep. */
  get pressing(): CarriedForce {
    return this.body.pressing;
  }

  /** Whether anything but them holds the body in the running substep: pins, springs, colliders. */
  get isHeld(): boolean {
    const { targets, contact, elastic } = this.body;
    return targets.acts || contact.state.touching || elastic.turnsBody === true;
  }

  get volume(): VolumeConservation | undefined {
    return this.body.volume;
  }

  get keepsVolume(): boolean {
    return this.body.volume !== undefined;
  }

  get carried(): CarriedForce | undefined {
    return this.body.carried;
  }

  get impulses(): ImpulseSpread | undefined {
    return this.parts.impulses;
  }

  get balance(): ContactBalance | undefined {
    return this.parts.balance;
  }

  /** What the substeps of the running frame did. */
  get substeps(): readonly SubstepReport[] {
    return this.log.substeps;
  }

  beginInterval(): void {
    this.log.clear();
    const { terms } = this.body;
    for (let t = 0; t < terms.length; t++) terms[t].beginInterval?.();
  }

  maxStep(start: number, end: number): number {
    const { limit } = this;
    const { terms } = this.body;
    limit.start = start;
    limit.end = end;
    limit.longest = end - start;
    for (let t = 0; t < terms.length; t++) terms[t].limitStep?.(limit);
    return limit.longest;
  }

  predict(start: number, end: number): void {
    const { substep, scheme, body } = this;
    const { terms, carried } = body;
    substep.start = start;
    substep.end = end;
    substep.dt = end - start;
    this.touched = carried?.any === true;
    substep.met = this.met;
    substep.untouched = !this.touched && !this.met && this.wasTouched[0] === 0;
    scheme.begin(substep);
    for (let t = 0; t < terms.length; t++) terms[t].beginStep?.(substep);
    this.balance?.beginStep(substep);
    scheme.predict(substep, this.touched);
    if (!this.awaitsLiquids && !this.met) this.endPrediction();
  }

  /** Whether liquids act on the body after `predict`, before contact is settled, and end the prediction then. */
  get awaitsLiquids(): boolean {
    return this.scheme.coupling !== undefined;
  }

  /** Ends `predict`: called by what acts on the body in between, liquids or boundaries that move with it, when its part is known. */
  endPrediction(): void {
    this.scheme.endPrediction(this.substep);
  }

  /** Returns whether the constraints of a body in liquids, after `predict`, let a vertex move along the direction (xyz) at `at` of an array. */
  isCompliant(vertex: number, direction: Float64Array, at: number): boolean {
    return this.scheme.coupling?.isCompliant(vertex, direction, at) ?? true;
  }

  /** Replaces F, N, by the change of `moveVelocity` by it, m/s, for a body in liquids, after `predict`. */
  applyInverse(force: Float64Array): void {
    this.scheme.coupling?.applyInverse(force);
  }

  /** Applies the pressure of liquids as `LiquidCoupling.applyPressure`. */
  applyPressure(pressure: Float64Array, mayRevise: boolean): boolean {
    const { substep, touched } = this;
    return this.scheme.coupling?.applyPressure(substep, pressure, mayRevise, touched) ?? false;
  }

  /** Liquid touches the body in the running substep. */
  noteLiquid(): void {
    this.scheme.coupling?.noteLiquid();
  }

  /** Makes the pressure of liquids a part of the forces, N, as `LiquidCoupling.commitPressure`. */
  commitPressure(pressure: Float64Array): void {
    this.scheme.coupling?.commitPressure(pressure);
  }

  /** Steps 3 and 4 of Irving 2007, 3.1: x~^{n+1} = x^n + dt v~^{n+1/2}, then x^{n+1} and v*^n. */
  integratePositions(mayRetry: boolean): void {
    const { scheme, substep } = this;
    const { positions, nextPositions, targets, contact, volume } = this.body;
    const { freeMove } = this.parts;
    const { moveVelocity, startVelocity } = scheme;
    // Where other bodies touch, volumes and they have agreed.
    if (!this.touched) volume?.correctMove(positions, moveVelocity);
    freeMove.move(positions, moveVelocity, substep.dt, nextPositions);
    targets.imposePositions(nextPositions);
    this.checkFinite(nextPositions);
    if (mayRetry) freeMove.checkExplosion(substep.dt);
    if (mayRetry && contact.objects.tunnels(positions, nextPositions, targets.constrained)) {
      throw new StepFailure('it passes through a collider', worstElement(this.body.operators));
    }
    scheme.endMove?.();
    contact.objects.collide(positions, nextPositions, startVelocity, targets.constrained);
    this.collided.set(nextPositions);
  }

  bringBack(obstructed: Uint8Array): boolean {
    const { contact, nextPositions, targets } = this.body;
    return contact.objects.bringBack(this.collided, nextPositions, targets.constrained, obstructed);
  }

  correctMove(round: number, isLast: boolean, queue: KernelQueue): boolean {
    return this.volume?.correctMoveAgain(this.positions, this.moveVelocity, round, isLast, queue) ?? false;
  }

  get moveError(): number {
    return this.volume?.moveError ?? 0;
  }

  /** Steps 5 to 7, as the scheme has them, and the correction of volumes. */
  integrateVelocities(): void {
    const { scheme, substep, touched } = this;
    const { nextPositions, volume } = this.body;
    scheme.integrateVelocities(substep, touched);
    if (touched) this.balance?.correct();
    volume?.correctVelocity(nextPositions, scheme.nextVelocity);
    this.checkFinite(scheme.nextVelocity);
  }

  correctVelocity(isLast: boolean, queue: KernelQueue): boolean {
    return this.volume?.correctVelocityAgain(this.nextVelocity, isLast, queue) ?? false;
  }

  endCorrection(of: 'moveVelocity' | 'nextVelocity'): void {
    if (of === 'moveVelocity') this.volume?.endMoveRound(this.moveVelocity);
    else this.volume?.endVelocityRound(this.nextVelocity);
  }

  volumeIsSettled(of: 'moveVelocity' | 'nextVelocity'): boolean {
    return this.volume?.isSettled(of) ?? true;
  }

  commit(): void {
    const { scheme, substep, touched } = this;
    const { positions, velocities, nextPositions, contact, terms } = this.body;
    this.report();
    scheme.commit?.(substep, !touched && !substep.met && !contact.state.touching);
    scheme.step.matrix.end();
    this.wasTouched[0] = touched || substep.met ? 1 : 0;
    positions.set(nextPositions);
    velocities.set(scheme.nextVelocity);
    for (let t = 0; t < terms.length; t++) terms[t].commit?.(substep);
  }

  rollback(): void {
    const { terms } = this.body;
    for (let t = 0; t < terms.length; t++) terms[t].rollback?.();
  }

  /** Returns the energies of the present state at `time` (s), between substeps; the elastic forces are evaluated anew. */
  energies(time: number): Energies {
    const { operators, positions, velocities, weight, elastic } = this.body;
    return {
      kinetic: kineticEnergy(operators.masses, velocities),
      elastic: elastic.energyBetween(time),
      gravitational: weight.energyBetween(time, positions),
    };
  }

  private report(): void {
    const { scheme, substep } = this;
    const { elastic, contact, volume } = this.body;
    const { step } = scheme;
    const record = this.log.append();
    record.start = substep.start;
    record.dt = substep.dt;
    record.iterations = step.matrix.iterations + scheme.iterations;
    record.pressureIterations = volume?.iterations ?? 0;
    record.residual = step.residual;
    record.converged = step.matrix.converged && (volume?.converged ?? true);
    record.inverted = elastic.countInverted?.() ?? 0;
    record.contacts = contact.solve.activeCount;
  }

  private checkFinite(vector: Float64Array): void {
    if (!allFinite(vector)) throw new StepFailure('a velocity is not finite', worstElement(this.body.operators));
  }
}

/** Returns what the motion of a body depends on, whatever it is made of: positions, velocities, pressures and contacts. */
export function motionState({ positions, velocities, volume, contact }: SchemeBody): SystemState {
  const state = new SystemState().array('positions', positions, 'vertex').array('velocities', velocities, 'vertex');
  if (volume !== undefined) state.array('pressures', volume.pressures, 'vertex');
  return state.include('contacts', contact.state.state);
}

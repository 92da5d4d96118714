import type { KernelQueue } from '../../kernels/threads/KernelQueue.ts';
import { projectVelocity } from '../projectVelocity.ts';
import { addVectors } from '../vectorSums.ts';
import type { PressureSolve } from './PressureSolve.ts';
import { BEFORE, RHS, UNPRESSED } from './VolumeResidual.ts';

/** Repetitions at most, where the smoothing of pressures left something. */
const SOLVES = 4;
/**
 * The velocity is free of divergence within this many tolerances: one solve leaves about 1.5, by its own measure and the smoothing of pressures. Where a
 * body is squeezed into a film, only the tolerance itself will do.
 */
const ENOUGH = 2;
/** A solve that leaves more than this share of the divergence is the last. */
const STALL = 0.5;
/** Tolerance of the rounds before the last: what they leave the next one takes, and contact adds more than that. */
const BETWEEN = 0.3;

/** The correction gamma_v of the velocity, so that B v = 0 (Irving 2007, 4.1). */
export class VelocityCorrection {
  /** Pressures of the last whole substep, Pa. */
  readonly pressures: Float64Array;
  private readonly pressureSolve: PressureSolve;
  private readonly tolerance: number;
  /** Pressures of the running substep, Pa s. */
  private readonly impulses: Float64Array;

  /** `tolerance`: as in `VolumeSettings`. */
  constructor(pressureSolve: PressureSolve, tolerance: number) {
    this.pressureSolve = pressureSolve;
    this.tolerance = tolerance;
    this.pressures = new Float64Array(pressureSolve.more.length);
    this.impulses = new Float64Array(pressureSolve.more.length);
  }

  /**
   * velocity += gamma_v: B velocity = 0 at the positions, contacts unchanged. Writes what contacts and held vertices took of the pressures' forces,
   * (I - P) B^T p, N, into `taken`.
   */
  correct(positions: Float64Array, velocity: Float64Array, dt: number, squeezed: boolean, taken: Float64Array): void {
    const { pressureSolve, impulses } = this;
    const { residual, change } = pressureSolve;
    const { sums } = residual;
    const goal = ((squeezed ? 1 : ENOUGH) * this.tolerance) ** 2;
    pressureSolve.readConstraints(velocity);
    pressureSolve.takeMatrix(positions);
    this.pushAhead(velocity, dt);
    for (let solve = 0; solve < SOLVES; solve++) {
      this.solveOnce(velocity, dt);
      sums[BEFORE] = sums[RHS];
      residual.wantNoRate(velocity);
      if (sums[RHS] < goal * sums[UNPRESSED] || sums[RHS] > STALL * STALL * sums[BEFORE]) break;
    }
    pressureSolve.forces(impulses, taken);
    for (let k = 0; k < taken.length; k++) taken[k] /= dt;
    change.set(taken);
    projectVelocity(pressureSolve.constraints, change);
    for (let k = 0; k < taken.length; k++) taken[k] -= change[k];
  }

  /**
   * velocity += gamma_v once more, after contact with other bodies has changed the velocity that had none left: constraints and positions are those of
   * `correct`. Rounds before the last leave some of it to the next. Returns whether there was a divergence to be taken out; then the `queue` may have to run
   * before `endRound`.
   */
  correctAgain(velocity: Float64Array, dt: number, round: number, isLast: boolean, queue: KernelQueue): boolean {
    const { sums } = this.pressureSolve.residual;
    this.pressureSolve.residual.wantNoRate(velocity);
    if (round === 0) this.pushAgain(velocity, dt);
    if (sums[RHS] < this.tolerance * this.tolerance * sums[UNPRESSED]) return false;
    this.pressureSolve.ask(isLast ? 0 : BETWEEN, dt, queue);
    return true;
  }

  /** Gives the velocity what a round has asked for, and the substep its pressures. */
  endRound(velocity: Float64Array): void {
    if (this.pressureSolve.isAsked) this.takeSolution(velocity);
  }

  /** Keeps the pressures of the running substep for the next one. */
  endStep(dt: number): void {
    const { impulses, pressures } = this;
    for (let i = 0; i < impulses.length; i++) pressures[i] = impulses[i] / dt;
  }

  private solveOnce(velocity: Float64Array, dt: number): void {
    this.pressureSolve.ask(0, dt);
    this.takeSolution(velocity);
  }

  private takeSolution(velocity: Float64Array): void {
    const { pressureSolve, impulses } = this;
    pressureSolve.take();
    addVectors(velocity, pressureSolve.change, velocity);
    addVectors(impulses, pressureSolve.more, impulses);
  }

  /** The pressures of the last substep, where they leave less to do. */
  private pushAhead(velocity: Float64Array, dt: number): void {
    const { pressureSolve, impulses, pressures } = this;
    const { residual, change, next } = pressureSolve;
    const { sums } = residual;
    residual.wantNoRate(velocity);
    sums[UNPRESSED] = sums[RHS];
    pressureSolve.forces(pressures, change);
    for (let k = 0; k < change.length; k++) change[k] *= dt;
    pressureSolve.push(velocity);
    residual.wantNoRate(next);
    const helps = sums[RHS] < sums[UNPRESSED];
    for (let i = 0; i < impulses.length; i++) impulses[i] = helps ? pressures[i] * dt : 0;
    if (helps) velocity.set(next);
    else residual.wantNoRate(velocity);
  }

  /** The pressures of the last substep that the running one has not used yet, where that leaves less to do. */
  private pushAgain(velocity: Float64Array, dt: number): void {
    const { pressureSolve, impulses, pressures } = this;
    const { residual, change, next, more } = pressureSolve;
    const { sums } = residual;
    sums[BEFORE] = sums[RHS];
    for (let i = 0; i < more.length; i++) more[i] = pressures[i] * dt - impulses[i];
    pressureSolve.forces(more, change);
    pressureSolve.push(velocity);
    residual.wantNoRate(next);
    if (sums[RHS] < sums[BEFORE]) {
      velocity.set(next);
      addVectors(impulses, more, impulses);
    } else residual.wantNoRate(velocity);
  }
}

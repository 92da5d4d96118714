import type { KernelQueue } from '../../kernels/threads/KernelQueue.ts';
import { addVectors } from '../vectorSums.ts';
import type { SpeculativeContacts } from './SpeculativeContacts.ts';
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
/** Multiple of the tolerance up to which a divergence is so small that rounds may end. */
const SETTLED = 3;

/** The correction gamma_v of the velocity, so that B v = 0 (Irving 2007, 4.1). */
export class VelocityCorrection {
  /** Pressures of the last whole substep, Pa. */
  readonly pressures: Float64Array;
  /** Whether the last `correctAgain` found so little divergence that rounds may end. */
  isSettled = false;
  private readonly pressureSolve: PressureSolve;
  private readonly tolerance: number;
  /** Pressures of the running substep, Pa s. */
  private readonly impulses: Float64Array;

  private readonly felt: Float64Array;
  private readonly foreseen: SpeculativeContacts;

  /** `tolerance`: as in `VolumeSettings`; `felt`: the share of the last pressures that the velocity of each vertex knows. */
  constructor(pressureSolve: PressureSolve, tolerance: number, felt: Float64Array, foreseen: SpeculativeContacts) {
    this.felt = felt;
    this.foreseen = foreseen;
    this.pressureSolve = pressureSolve;
    this.tolerance = tolerance;
    this.pressures = new Float64Array(pressureSolve.more.length);
    this.impulses = new Float64Array(pressureSolve.more.length);
  }

  /**
   * velocity += gamma_v: B velocity = 0 at the positions, contacts unchanged.
   */
  correct(positions: Float64Array, velocity: Float64Array, squeezed: boolean): void {
    const { pressureSolve } = this;
    const { residual } = pressureSolve;
    const { sums } = residual;
    const goal = ((squeezed ? 1 : ENOUGH) * this.tolerance) ** 2;
    pressureSolve.readConstraints(velocity);
    // In a film every step finds other ones, and velocities that they hold make the next steps shorter.
    if (!squeezed) this.foreseen.hold(velocity);
    pressureSolve.takeMatrix(positions);
    this.pushAhead(velocity);
    for (let solve = 0; solve < SOLVES; solve++) {
      this.solveOnce(velocity);
      sums[BEFORE] = sums[RHS];
      residual.wantNoRate(velocity);
      if (sums[RHS] < goal * sums[UNPRESSED] || sums[RHS] > STALL * STALL * sums[BEFORE]) break;
    }
  }

  /**
   * velocity += gamma_v once more, after contact with other bodies has changed the velocity that had none left: constraints and positions are those of
   * `correct`. Rounds before the last leave some of it to the next. Returns whether there was a divergence to be taken out; then the `queue` may have to run
   * before `endRound`.
   */
  correctAgain(velocity: Float64Array, isLast: boolean, queue: KernelQueue): boolean {
    const { sums } = this.pressureSolve.residual;
    this.pressureSolve.residual.wantNoRate(velocity);
    const square = this.tolerance * this.tolerance * sums[UNPRESSED];
    this.isSettled = sums[RHS] < SETTLED * SETTLED * square;
    if (sums[RHS] < square) return false;
    this.pressureSolve.ask(isLast ? 0 : BETWEEN, queue);
    return true;
  }

  /** Gives the velocity what a round has asked for, and the substep its pressures. */
  endRound(velocity: Float64Array): void {
    if (this.pressureSolve.isAsked) this.takeSolution(velocity);
  }

  /** Keeps the pressures of the running substep for the next one. */
  endStep(): void {
    const { impulses, pressures } = this;
    const dt = this.pressureSolve.residual.dt[0];
    for (let i = 0; i < impulses.length; i++) pressures[i] = impulses[i] / dt;
  }

  private solveOnce(velocity: Float64Array): void {
    this.pressureSolve.ask(0);
    this.takeSolution(velocity);
  }

  private takeSolution(velocity: Float64Array): void {
    const { pressureSolve, impulses } = this;
    pressureSolve.take();
    addVectors(velocity, pressureSolve.change, velocity);
    addVectors(impulses, pressureSolve.more, impulses);
  }

  /**
   * What vertices have not felt of the pressures of the last substep, or, where that leaves less to do, none: then they lose what they have felt. None gets them
   * twice: where friction has balanced them in the velocity solve, the velocity would slide ahead of a vertex that stands still.
   */
  private pushAhead(velocity: Float64Array): void {
    const { pressureSolve, impulses, pressures } = this;
    const { residual, next } = pressureSolve;
    const { sums } = residual;
    const dt = residual.dt[0];
    this.pushTo(0, velocity);
    residual.wantNoRate(next);
    sums[UNPRESSED] = sums[RHS];
    this.pushTo(1, velocity);
    residual.wantNoRate(next);
    const helps = sums[RHS] < sums[UNPRESSED];
    for (let i = 0; i < impulses.length; i++) impulses[i] = helps ? pressures[i] * dt : 0;
    if (!helps) {
      this.pushTo(0, velocity);
      residual.wantNoRate(next);
    }
    velocity.set(next);
  }

  /** next = the velocity of vertices that have felt all of the last pressures (`share` 1) or nothing of them (0). */
  private pushTo(share: number, velocity: Float64Array): void {
    const { pressureSolve, felt } = this;
    const { change } = pressureSolve;
    const dt = pressureSolve.residual.dt[0];
    pressureSolve.forces(this.pressures, change);
    for (let v = 0; v < felt.length; v++) {
      const impulse = dt * (share - felt[v]);
      change[3 * v] *= impulse;
      change[3 * v + 1] *= impulse;
      change[3 * v + 2] *= impulse;
    }
    pressureSolve.push(velocity);
  }
}

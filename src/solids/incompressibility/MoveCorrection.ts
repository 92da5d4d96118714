import type { ObjectContact } from '../../collision/objectContact.ts';
import type { KernelQueue } from '../../kernels/threads/KernelQueue.ts';
import type { TargetTerm } from '../terms/TargetTerm.ts';
import { addScaled, addVectors } from '../vectorSums.ts';
import type { SpeculativeContacts } from './SpeculativeContacts.ts';
import { ABSOLUTE, type PressureSolve } from './PressureSolve.ts';
import { BEFORE, RHS, RINGS, UNPRESSED, WHOLE } from './VolumeResidual.ts';

/** Tolerance of the solve that only says which vertices will touch something. */
const LOOSE = 0.1;
/** Times that vertices are looked for which would enter a collider; the solve is done again with them on its surface. */
const CONTACT_ROUNDS = 2;
/** Steps of Newton's method for the volumes at most. */
const SOLVES = 4;
/** Solves end where one-rings are wrong by this share of the tolerance in the mean. */
const LEFT_OVER = 0.1;
/** Share of what may be left over of one-rings that may be left of the volume of a whole body between others. */
const ALL_LEFT_OVER = 0.01;
/**
 * Share of what may be left over that is left alone in bodies that touch no others. Answers to smaller errors are patterns that hardly change volumes: a body at rest creeps along them, is moved back in every
 * substep, and keeps the velocity of creeping.
 */
const SLACK = 0.08;
/** A solve that leaves more than this share of the error is the last, where the volume of the whole body is right. */
const STALL = 0.5;
/** Share of the pressures of the velocities that moves the positions of a body at rest: x moves with v^{n+1/2}, half of dt after v^n. */
const HALF = 0.5;
/** Tolerance of the rounds with other bodies before the last: what they leave the next one takes, and contact adds more than that. */
const BETWEEN = 0.3;
/** Rounds with other bodies for which a step of Newton's method stays linear: beside what contact adds, exact volumes on a B that is not theirs run away. */
const LINEAR_ROUNDS = 5;

/** Multiple of the errors that are no reason for another step up to which volumes are settled; and that of the volume of a whole body, in what may be left over. */
const SETTLED = 3;
const ALL_SETTLED = 0.1;

/** What a correction of the positions is made from. */
export interface MoveCorrectionInput {
  readonly solve: PressureSolve;
  /** What the last pressures push each vertex with that it has not felt yet, N. */
  readonly force: Float64Array;
  readonly objectContact: ObjectContact;
  readonly foreseen: SpeculativeContacts;
  readonly targets: TargetTerm;
  /** Tolerance as in `VolumeSettings`. */
  readonly tolerance: number;
  /** Whether velocities are found implicitly: they then move the positions by all of dt. */
  readonly implicit: boolean;
}

/** The correction gamma_x of the velocity that moves the positions, so that V(x^{n+1}) = V(x^0) (Irving 2007, 4.1). */
export class MoveCorrection {
  private readonly input: MoveCorrectionInput;
  private readonly foreseen: SpeculativeContacts;
  /** Errors of one-rings, as shares of their volumes, that are no reason for another step; and those that are left alone. */
  private readonly leftOver: number;
  private readonly slack: number;
  /** Whether the last `correctAgain` found so little wrong that rounds may end. */
  isSettled = false;

  constructor(input: MoveCorrectionInput) {
    this.input = input;
    this.foreseen = input.foreseen;
    this.leftOver = LEFT_OVER * input.tolerance;
    this.slack = SLACK * this.leftOver;
  }

  /**
   * velocity += gamma_x: x + dt velocity then has the volumes wanted. The last pressures come first, then steps of Newton's method: the
   * volumes are exact, those of a correction linear. Vertices that it would push into a collider end on its surface; of a body that colliders
   * squeeze, after every step.
   */
  correct(positions: Float64Array, velocity: Float64Array, squeezed: boolean): void {
    const { solve } = this.input;
    const { residual } = solve;
    const { sums, moved, rhs, dt } = residual;
    this.begin(positions, velocity);
    if (sums[RINGS] < (ABSOLUTE * ABSOLUTE * rhs.length) / 4) return;
    for (let step = 0; step < SOLVES; step++) {
      if (step > 0) {
        sums[BEFORE] = sums[RINGS];
        const met = squeezed && this.foreseen.constrain(positions, velocity, velocity, dt[0]);
        residual.wantVolumes(positions, velocity);
        const stalls = !met && sums[RINGS] > STALL * STALL * sums[BEFORE] && Math.abs(sums[WHOLE]) < this.leftOver;
        if (this.isWithin(1) || stalls) return;
      }
      addScaled(positions, velocity, dt[0], moved);
      solve.takeMatrix(moved);
      this.newtonStep(positions, velocity, step === 0, this.slack);
    }
  }

  /**
   * velocity += gamma_x of one round, in turn with contact with other bodies: steps of Newton's method that each stay linear for some rounds. Those before have
   * taken the pressures of the last substep and what colliders allow. Rounds before the last leave some of it to the next. Returns whether volumes were wrong; then the `queue` may have to run before `endRound`.
   */
  correctAgain(
    positions: Float64Array,
    velocity: Float64Array,
    round: number,
    isLast: boolean,
    queue: KernelQueue,
  ): boolean {
    const { solve } = this.input;
    const { residual } = solve;
    if (round === 0) this.begin(positions, velocity);
    if (round % LINEAR_ROUNDS === 0) {
      if (round > 0) residual.wantVolumes(positions, velocity);
      addScaled(positions, velocity, residual.dt[0], residual.moved);
      solve.takeMatrix(residual.moved);
      residual.beginLinear(velocity);
    } else residual.wantLinear(velocity);
    const whole = Math.abs(residual.sums[WHOLE]);
    this.isSettled = this.isWithin(SETTLED) && whole < ALL_SETTLED * this.leftOver;
    if (this.isWithin(1) && whole < ALL_LEFT_OVER * this.leftOver) return false;
    // Corrected from there on all at once, resting boxes would settle by a tenth of a millimetre now and then.
    if (round === 0) this.newtonStep(positions, velocity, true, this.leftOver);
    else {
      residual.soften(this.leftOver);
      solve.ask(isLast ? 0 : BETWEEN, queue);
    }
    return true;
  }

  /** Gives the velocity what a round has asked for. */
  endRound(velocity: Float64Array): void {
    const { solve } = this.input;
    if (!solve.isAsked) return;
    solve.take();
    addVectors(velocity, solve.change, velocity);
  }

  /** Whether one-rings are right in the mean, to this multiple of what may be left over. */
  private isWithin(multiple: number): boolean {
    const { sums, rhs } = this.input.solve.residual;
    return sums[RINGS] < (multiple * this.leftOver) ** 2 * rhs.length;
  }

  /** Takes constraints and volumes, then velocity += P M^-1 B^T p of the last pressures, where that leaves less to do. */
  private begin(positions: Float64Array, velocity: Float64Array): void {
    const { solve, force, implicit } = this.input;
    const { residual, change, next } = solve;
    const { sums, dt } = residual;
    this.foreseen.begin();
    solve.readConstraints(velocity);
    residual.begin(positions);
    residual.wantVolumes(positions, velocity);
    sums[UNPRESSED] = sums[RHS];
    const share = implicit ? dt[0] : HALF * dt[0];
    for (let k = 0; k < change.length; k++) change[k] = share * force[k];
    solve.push(velocity);
    residual.wantVolumes(positions, next);
    if (sums[RHS] < sums[UNPRESSED]) velocity.set(next);
    else residual.wantVolumes(positions, velocity);
  }

  /** One step of Newton's method from the residual of the velocity, again while it brings more vertices into colliders. `slack`: as of `soften`. */
  private newtonStep(positions: Float64Array, velocity: Float64Array, mayTouch: boolean, slack: number): void {
    const { solve, objectContact, targets } = this.input;
    const { residual, change, next } = solve;
    const rounds = mayTouch && objectContact.anyNear(residual.moved, targets.constrained) ? CONTACT_ROUNDS : 0;
    for (let round = 0; ;) {
      residual.soften(slack);
      solve.solve(round < rounds ? LOOSE : 0);
      addVectors(velocity, change, next);
      if (round === rounds) break;
      const met = this.foreseen.constrain(positions, next, velocity, residual.dt[0]);
      round = met ? round + 1 : rounds;
      if (met) residual.wantVolumes(positions, velocity);
    }
    velocity.set(next);
  }
}

import { massSquare, meanOf } from './massSums.ts';
import { MomentumCorrection, type MomentumBalance } from '../momenta/MomentumCorrection.ts';
import { RigidFlight } from './RigidFlight.ts';
import type { SchemeBody } from '../TimeScheme.ts';
import { sumNumbers } from '../vectorSums.ts';
import type { VelocityStep } from '../VelocityStep.ts';
import type { MotionHistory } from '../implicit/MotionHistory.ts';

/** Share of its size by which a body may deform in a substep, in the mean, for the next to be of second order. */
const MOST_STRAIN = 0.03;

/**
 * An implicit step of a body that nothing touches or constrains. Its rigid motion is carried out exactly; backward Euler, or the formula of second order, is left with the deformation: positions r from
 * the centre and velocities u beside the rigid ones, for which dr/dt = omega cross r + u and du/dt = a - omega cross (omega cross r) - omega cross u. With R the turn of the step, both omega cross terms
 * are carried out as turns, r by R and u by its inverse, which keep their lengths, and a is linearised where the body will have turned to. What is linearised where it was, stale by the turn, feeds energy
 * into everything that spins; what moves along its velocity swells by half (omega dt)^2 in every step.
 */
export class ImplicitFlight {
  /** Positions at which forces are linearised, m: the body turned about its present centre. */
  readonly turned: Float64Array;
  private readonly body: SchemeBody;
  private readonly step: VelocityStep;
  private readonly history: MotionHistory | undefined;
  private readonly rigid = new RigidFlight();
  private readonly correction = new MomentumCorrection();
  private readonly balance: MomentumBalance;
  /** R r^n, m, and R^-1 u^n, m/s. */
  private readonly ownPlaces: Float64Array;
  private readonly ownVelocities: Float64Array;
  private readonly next: Float64Array;
  /** Velocity of the centre at the end of the step, and what the solve has found beside it, m/s. */
  private readonly mean = new Float64Array(3);
  private readonly spurious = new Float64Array(3);

  constructor(body: SchemeBody, step: VelocityStep, history?: MotionHistory) {
    const { positions, velocities, operators } = body;
    const vectors = () => new Float64Array(positions.length);
    this.body = body;
    this.step = step;
    this.history = history;
    this.turned = vectors();
    this.ownPlaces = vectors();
    this.ownVelocities = vectors();
    this.next = vectors();
    this.balance = {
      masses: operators.masses,
      from: positions,
      to: this.next,
      at: this.turned,
      before: velocities,
      after: step.velocity,
      force: vectors(),
      duration: 0,
      drag: 0,
      dragBlend: 1,
    };
  }

  /** Writes where the body turns to in `dt` and the velocities that its step of `h` (s) starts from, m/s, into `start`: without those of its turning. */
  begin(dt: number, h: number, start: Float64Array): void {
    const { rigid, turned, ownPlaces, ownVelocities, history } = this;
    const { positions, velocities, operators } = this.body;
    rigid.find(operators.masses, positions, velocities, dt);
    const { turn: q, middle: w, motion } = rigid;
    const { centre, velocity: mean, angularVelocity: o } = motion;
    for (let k = 0; k < positions.length; k += 3) {
      const x = positions[k] - centre[0];
      const y = positions[k + 1] - centre[1];
      const z = positions[k + 2] - centre[2];
      const a = velocities[k] - mean[0] - (o[1] * z - o[2] * y);
      const b = velocities[k + 1] - mean[1] - (o[2] * x - o[0] * z);
      const c = velocities[k + 2] - mean[2] - (o[0] * y - o[1] * x);
      for (let i = 0; i < 3; i++) {
        ownPlaces[k + i] = q[3 * i] * x + q[3 * i + 1] * y + q[3 * i + 2] * z;
        ownVelocities[k + i] = q[i] * a + q[3 + i] * b + q[6 + i] * c;
      }
    }
    turned.set(ownPlaces);
    for (let k = 0; k < start.length; k++) start[k] = ownVelocities[k] + mean[k % 3];
    history?.extrapolateFlight(rigid, turned, start);
    for (let k = 0; k < turned.length; k += 3) {
      const x = turned[k];
      const y = turned[k + 1];
      const z = turned[k + 2];
      const along = w[0] * x + w[1] * y + w[2] * z;
      const square = w[0] * w[0] + w[1] * w[1] + w[2] * w[2];
      // - omega cross (omega cross r) = |omega|^2 r - omega (omega . r)
      start[k] += h * (square * x - w[0] * along);
      start[k + 1] += h * (square * y - w[1] * along);
      start[k + 2] += h * (square * z - w[2] * along);
      for (let i = 0; i < 3; i++) turned[k + i] += centre[i];
    }
    rigid.stopTurning(operators.masses, turned, start);
  }

  /**
   * Ends a step of `h` that took `dt` (s), whose solve has found velocities without those of turning: these come back, with the angular momentum that the body has, and `move` becomes what takes the
   * positions to their place, m/s. `drag`: 1/s. `move` may be the array of the solve, whose velocities are then in `velocity`.
   */
  end(dt: number, h: number, drag: number, velocity: Float64Array, move: Float64Array): void {
    const { step, rigid, turned, next, balance, mean, spurious, correction } = this;
    const { positions, operators } = this.body;
    const { masses } = operators;
    const found = step.velocity;
    const { middle: w, motion } = rigid;
    const { centre, velocity: before } = motion;
    const { force } = balance;
    // Internal forces have no momentum: what rounding gives them is spurious, and what the solve has left over is.
    for (let k = 0; k < force.length; k++) force[k] = step.force[k] - operators.elasticForce[k];
    this.findMean(dt, drag);
    meanOf(masses, found, spurious);
    for (let axis = 0; axis < 3; axis++) spurious[axis] -= mean[axis];
    for (let k = 0; k < found.length; k++) found[k] -= spurious[k % 3];
    rigid.stopTurning(masses, turned, found);
    for (let k = 0; k < next.length; k += 3) {
      // The centre of what is extrapolated is not the body's own; the next loops know no other.
      const x = turned[k] - centre[0] + h * (found[k] - mean[0]);
      const y = turned[k + 1] - centre[1] + h * (found[k + 1] - mean[1]);
      const z = turned[k + 2] - centre[2] + h * (found[k + 2] - mean[2]);
      next[k] = centre[0] + (dt / 2) * (before[0] + mean[0]) + x;
      next[k + 1] = centre[1] + (dt / 2) * (before[1] + mean[1]) + y;
      next[k + 2] = centre[2] + (dt / 2) * (before[2] + mean[2]) + z;
      found[k] += w[1] * z - w[2] * y;
      found[k + 1] += w[2] * x - w[0] * z;
      found[k + 2] += w[0] * y - w[1] * x;
    }
    balance.duration = dt;
    balance.drag = drag;
    correction.measureFree(balance);
    correction.remove(balance, step.constraints.kinds);
    velocity.set(found);
    for (let k = 0; k < next.length; k++) move[k] = (next[k] - positions[k]) / dt;
  }

  /** mean = the velocity of the centre that the forces from outside bring, which drag slows implicitly, m/s. */
  private findMean(dt: number, drag: number): void {
    const { mean, rigid } = this;
    const { force, masses } = this.balance;
    mean.fill(0);
    for (let k = 0; k < force.length; k++) mean[k % 3] += force[k];
    const mass = sumNumbers(masses);
    for (let axis = 0; axis < 3; axis++) {
      mean[axis] = (rigid.motion.velocity[axis] + (dt * mean[axis]) / mass) / (1 + dt * drag);
    }
  }

  /** The substep of `dt`, s, stands: the next one may look back at where it began, unless the body deforms so fast that what is extrapolated has nothing to do with where it comes to. */
  remember(dt: number): void {
    const { history, ownPlaces, ownVelocities, rigid, body } = this;
    if (history === undefined) return;
    const { masses } = body.operators;
    const places = massSquare(ownPlaces, masses);
    const way = dt * dt * massSquare(ownVelocities, masses);
    if (way < MOST_STRAIN * MOST_STRAIN * places)
      history.keepFlight(dt, ownPlaces, ownVelocities, rigid.motion.velocity);
    else history.forget();
  }
}

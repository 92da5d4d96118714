import { Constraint, type VelocityConstraints } from '../../collision/VelocityConstraints.ts';
import { type MomentumBalance, MomentumCorrection } from '../momenta/MomentumCorrection.ts';
import type { SchemeBody } from '../TimeScheme.ts';
import { addScaled } from '../vectorSums.ts';
import type { RigidFlight } from './RigidFlight.ts';
import { meanOf } from './massSums.ts';
import { rotateVectors, rotateVectorsBack } from '../../math/rotations.ts';

/**
 * A backward Euler step of a flight through liquids. They cut the surface of a body where it stands, so they are given the velocities of its end turned back to there: a rigid turn then displaces no liquid, whereas
 * along the way to its end, or in the velocities there, a body that spins shrinks or swells by half (omega dt)^2 or more. What they change turns along with the body, but for the momenta that they bring.
 */
export class PressedFlight {
  private readonly body: SchemeBody;
  private readonly rigid: RigidFlight;
  /** What would move the positions if no liquid pressed, m/s. */
  private readonly move: Float64Array;
  /** Velocities as the liquids see them if they do not press, m/s; then the change of velocities by them. */
  private readonly seen: Float64Array;
  /** Velocity of the centre, m/s, at the end of the step without liquids; change of it by them. */
  private readonly mean = new Float64Array(3);
  private readonly change = new Float64Array(3);
  private readonly correction = new MomentumCorrection();
  private readonly constraints: VelocityConstraints;
  private readonly balance: MomentumBalance;

  /** `rigid`: motion of the flight; `pressure`: what liquids press with in the running substep, N. */
  constructor(body: SchemeBody, rigid: RigidFlight, pressure: Float64Array) {
    const { positions, operators } = body;
    const vectors = () => new Float64Array(positions.length);
    this.body = body;
    this.rigid = rigid;
    this.move = vectors();
    this.seen = vectors();
    this.constraints = {
      kinds: new Uint8Array(operators.masses.length).fill(Constraint.free),
      normals: new Float64Array(0),
    };
    this.balance = {
      masses: operators.masses,
      from: vectors(),
      to: vectors(),
      at: positions,
      before: vectors(),
      after: vectors(),
      force: pressure,
      duration: 0,
      drag: 0,
      dragBlend: 1,
    };
  }

  /** Begins with what the flight has found without liquids: what moves the positions, and the velocities at the end, m/s; these go to `out` as the liquids see them. `out` may be either. */
  begin(move: Float64Array, velocity: Float64Array, out: Float64Array): void {
    const { seen, mean, balance } = this;
    this.move.set(move);
    balance.before.set(velocity);
    meanOf(this.body.operators.masses, velocity, mean);
    for (let k = 0; k < seen.length; k++) seen[k] = balance.before[k] - mean[k % 3];
    rotateVectorsBack(this.rigid.turn, seen, seen);
    for (let k = 0; k < seen.length; k++) seen[k] += mean[k % 3];
    out.set(seen);
  }

  /** F, N, as it acts where the body stands, becomes the change of velocities by it as they are seen from there, m/s; `solve` does the same where the body has turned to. */
  applyInverse(force: Float64Array, solve: (force: Float64Array) => void): void {
    rotateVectors(this.rigid.turn, force, force);
    solve(force);
    rotateVectorsBack(this.rigid.turn, force, force);
  }

  /** `moveVelocity`, m/s, of a body that no liquid pressed on becomes what moves its positions. */
  endDry(moveVelocity: Float64Array): void {
    moveVelocity.set(this.move);
  }

  /**
   * Ends a step of `dt`, s, with the velocities that liquids and other solids have left in `moveVelocity`, m/s, which becomes what moves the positions: the centre along its velocity at the end, with which liquids have been displaced. `velocity` gets
   * those at the end, with the momenta that the pressure has brought, or, where the body is `wet`, those of the change of velocities that liquids have seen: of a body that weighs far less than them, forces that nearly balance each other
   * would leave a wild turn. `drag` in 1/s.
   */
  endPressed(dt: number, drag: number, wet: boolean, moveVelocity: Float64Array, velocity: Float64Array): void {
    const { rigid, seen, move, mean, change, balance, body, correction } = this;
    const { positions, operators } = body;
    const { velocity: before } = rigid.motion;
    for (let k = 0; k < seen.length; k++) seen[k] = moveVelocity[k] - seen[k];
    balance.duration = dt / (1 + dt * drag);
    if (wet) this.findImpulse();
    meanOf(operators.masses, seen, change);
    for (let k = 0; k < seen.length; k++) seen[k] -= change[k % 3];
    rotateVectors(rigid.turn, seen, seen);
    addScaled(positions, move, dt, balance.from);
    for (let k = 0; k < seen.length; k++) {
      const own = seen[k] + change[k % 3];
      balance.after[k] = balance.before[k] + own;
      moveVelocity[k] = move[k] + own + (mean[k % 3] - before[k % 3]) / 2;
    }
    addScaled(positions, moveVelocity, dt, balance.to);
    correction.measureFree(balance);
    correction.remove(balance, this.constraints);
    velocity.set(balance.after);
  }

  /** The pressure becomes the forces, N, that change the velocities of free masses as they have been seen to change. */
  private findImpulse(): void {
    const { seen, balance } = this;
    const { masses } = this.body.operators;
    for (let k = 0; k < seen.length; k++) balance.force[k] = (masses[Math.floor(k / 3)] * seen[k]) / balance.duration;
  }
}

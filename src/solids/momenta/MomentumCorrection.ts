import { meanOf } from '../flight/massSums.ts';
import { sumNumbers } from '../vectorSums.ts';
import { RigidMotion } from './RigidMotion.ts';
import { subtractMotion } from './subtractMotion.ts';
import type { VelocityConstraints } from '../../collision/VelocityConstraints.ts';

/** What a solve or a step did to a body, for the balance of its momenta. */
export interface MomentumBalance {
  readonly masses: Float64Array;
  /** Positions, m, that go with `before` and `after`, and those at which the forces act. */
  from: Float64Array;
  to: Float64Array;
  at: Float64Array;
  /** Velocities, m/s. */
  readonly before: Float64Array;
  readonly after: Float64Array;
  /** N, without drag; acts for `duration` (s). */
  readonly force: Float64Array;
  duration: number;
  /** 1/s, on before + dragBlend (after - before). */
  drag: number;
  dragBlend: number;
}

/** What a solve leaves beside the velocity. */
export interface SolvedStep {
  /** D u, N. */
  readonly damping: Float64Array;
  readonly constraints: VelocityConstraints;
}

/**
 * Takes spurious momentum out of a body by a rigid change of its velocities. Rotated damping makes angular momentum (Irving
 * 2007, 2.6.2), although internal forces have no torque in nature; so does a time step whose positions do not move with
 * the mean velocity; and a loosely converged solve loses linear momentum too. Without it bodies spin up by themselves and
 * miss their rest shape.
 */
export class MomentumCorrection {
  /** Spurious momentum, kg m/s, and angular momentum about `origin`, kg m2/s. */
  private readonly linear = new Float64Array(3);
  private readonly angular = new Float64Array(3);
  private readonly origin = new Float64Array(3);
  /** Centres of mass at the positions of a balance, m: `from` and `at`. */
  private readonly fromCentre = new Float64Array(3);
  private readonly atCentre = new Float64Array(3);
  /** kg m/s. */
  private readonly moving = new Float64Array(3);
  private readonly motion = new RigidMotion();

  /**
   * Takes spurious momentum back: all of it from a free body, only that of damping from one that is `touching` something. A body with
   * `held` vertices is left alone: what constrains them takes it up.
   */
  correct(balance: MomentumBalance, { damping, constraints }: SolvedStep, touching: boolean, held: boolean): void {
    if (held) return;
    if (touching) this.measureDamping(balance, damping);
    else this.measureFree(balance);
    this.remove(balance, constraints);
  }

  /**
   * Measures only the angular impulse of damping, for a body that touches something. With forces f = -`dampingImage` (D u, N) at the positions x where forces act, L = duration sum x cross f, about
   * any origin because the forces add up to zero.
   */
  measureDamping(balance: MomentumBalance, dampingImage: Float64Array): void {
    const { linear, angular } = this;
    const { at: positions, duration } = balance;
    this.chooseOrigin(positions);
    linear.fill(0);
    angular.fill(0);
    this.addDampingTorque(positions, dampingImage);
    for (let axis = 0; axis < 3; axis++) angular[axis] *= duration;
    if (balance.from !== balance.to) this.addMoved(balance);
  }

  /**
   * angular += sum m (x' - x) cross (v + v') / 2, what a move from x to x' that is not along the mean velocity changes in angular momentum beside what forces do by their arms in the middle of the way. Ends with its loop, like
   * `vectorSums`.
   */
  private addMoved({ masses, from, to, before, after }: MomentumBalance): void {
    const { angular } = this;
    for (let i = 0; i < masses.length; i++) {
      const k = 3 * i;
      const half = masses[i] / 2;
      const x = to[k] - from[k];
      const y = to[k + 1] - from[k + 1];
      const z = to[k + 2] - from[k + 2];
      const px = half * (before[k] + after[k]);
      const py = half * (before[k + 1] + after[k + 1]);
      const pz = half * (before[k + 2] + after[k + 2]);
      angular[0] += y * pz - z * py;
      angular[1] += z * px - x * pz;
      angular[2] += x * py - y * px;
    }
  }

  /** angular -= sum x cross D u. Ends with its loop, like `vectorSums`. */
  private addDampingTorque(positions: Float64Array, dampingImage: Float64Array): void {
    const { angular, origin } = this;
    for (let k = 0; k < positions.length; k += 3) {
      const x = positions[k] - origin[0];
      const y = positions[k + 1] - origin[1];
      const z = positions[k + 2] - origin[2];
      angular[0] -= y * dampingImage[k + 2] - z * dampingImage[k + 1];
      angular[1] -= z * dampingImage[k] - x * dampingImage[k + 2];
      angular[2] -= x * dampingImage[k + 1] - y * dampingImage[k];
    }
  }

  /**
   * Measures all momentum that the forces did not bring, for a body that nothing touches or constrains. Angular momenta and torques are those about the centre of mass, wherever it is at each of the positions: about any
   * other point, the weight of a body whose centre does not move exactly to where its velocities take it turns the body.
   */
  measureFree(balance: MomentumBalance): void {
    const { masses, from, to, at } = balance;
    meanOf(masses, from, this.fromCentre);
    if (to === from) this.origin.set(this.fromCentre);
    else meanOf(masses, to, this.origin);
    if (at === from) this.atCentre.set(this.fromCentre);
    else meanOf(masses, at, this.atCentre);
    this.linear.fill(0);
    this.angular.fill(0);
    this.addSpurious(balance);
  }

  /** Forces (N) have acted for `duration`, s, at the positions `from` beside those of the balance that was measured last: what they brought is not spurious. */
  allowForce({ from, duration }: MomentumBalance, force: Float64Array): void {
    const { linear, angular, fromCentre } = this;
    for (let k = 0; k < force.length; k += 3) {
      const x = from[k] - fromCentre[0];
      const y = from[k + 1] - fromCentre[1];
      const z = from[k + 2] - fromCentre[2];
      for (let axis = 0; axis < 3; axis++) linear[axis] -= duration * force[k + axis];
      angular[0] -= duration * (y * force[k + 2] - z * force[k + 1]);
      angular[1] -= duration * (z * force[k] - x * force[k + 2]);
      angular[2] -= duration * (x * force[k + 1] - y * force[k]);
    }
  }

  /**
   * Corrections of positions alone have moved the centre of mass away from where the solve took it: to `centre` (m), or from there along its momentum. Other bodies brought `brought`, kg m/s, at the end. The momentum without that,
   * moved sideways, is angular momentum about every fixed point, which a turn of the body makes up for.
   */
  allowMoved({ masses, after }: MomentumBalance, centre: Float64Array, brought: Float64Array): void {
    const { linear, angular, origin, moving, atCentre: apart } = this;
    meanOf(masses, after, moving);
    const mass = sumNumbers(masses);
    for (let axis = 0; axis < 3; axis++) {
      moving[axis] = mass * moving[axis] - linear[axis] - brought[axis];
      apart[axis] = centre[axis] - origin[axis];
    }
    for (let axis = 0; axis < 3; axis++) {
      const next = (axis + 1) % 3;
      const last = (axis + 2) % 3;
      angular[axis] -= apart[next] * moving[last] - apart[last] * moving[next];
    }
  }

  /** Adds to `linear` and `angular` what a balance leaves. Ends with its loop, like `vectorSums`. */
  private addSpurious(balance: MomentumBalance): void {
    const { masses, from, to, at, before, after, force, duration, drag, dragBlend } = balance;
    const { linear, angular, origin, fromCentre, atCentre } = this;
    for (let i = 0; i < masses.length; i++) {
      const m = masses[i];
      const k = 3 * i;
      const bx = m * before[k];
      const by = m * before[k + 1];
      const bz = m * before[k + 2];
      const ax = m * after[k];
      const ay = m * after[k + 1];
      const az = m * after[k + 2];
      const jx = duration * (force[k] - drag * (bx + dragBlend * (ax - bx)));
      const jy = duration * (force[k + 1] - drag * (by + dragBlend * (ay - by)));
      const jz = duration * (force[k + 2] - drag * (bz + dragBlend * (az - bz)));
      linear[0] += ax - bx - jx;
      linear[1] += ay - by - jy;
      linear[2] += az - bz - jz;
      const fx = from[k] - fromCentre[0];
      const fy = from[k + 1] - fromCentre[1];
      const fz = from[k + 2] - fromCentre[2];
      const tx = to[k] - origin[0];
      const ty = to[k + 1] - origin[1];
      const tz = to[k + 2] - origin[2];
      const px = at[k] - atCentre[0];
      const py = at[k + 1] - atCentre[1];
      const pz = at[k + 2] - atCentre[2];
      angular[0] += ty * az - tz * ay - (fy * bz - fz * by) - (py * jz - pz * jy);
      angular[1] += tz * ax - tx * az - (fz * bx - fx * bz) - (pz * jx - px * jz);
      angular[2] += tx * ay - ty * ax - (fx * by - fy * bx) - (px * jy - py * jx);
    }
  }

  /** Takes momentum, kg m/s, and angular momentum about the origin of the world, kg m2/s, out of what was measured: other bodies brought them. */
  allow(broughtLinear: Float64Array, broughtAngular: Float64Array): void {
    const { linear, angular, origin } = this;
    for (let axis = 0; axis < 3; axis++) {
      const next = (axis + 1) % 3;
      const last = (axis + 2) % 3;
      linear[axis] -= broughtLinear[axis];
      angular[axis] -= broughtAngular[axis] - (origin[next] * broughtLinear[last] - origin[last] * broughtLinear[next]);
    }
  }

  /** Turns `after` rigidly, at `to` and as far as the constraints let vertices, by an angular momentum of `angular`, kg m2/s. */
  turn(balance: MomentumBalance, angular: Float64Array, constraints: VelocityConstraints): void {
    this.linear.fill(0);
    for (let axis = 0; axis < 3; axis++) this.angular[axis] = -angular[axis];
    this.chooseOrigin(balance.to);
    this.remove(balance, constraints);
  }

  private chooseOrigin(positions: Float64Array): void {
    for (let axis = 0; axis < 3; axis++) this.origin[axis] = positions[axis];
  }

  /**
   * after -= P / m + (I^+ L) cross (x - centre) for the measured P and L, as far as the constraints let vertices; I and the
   * centre at `to`.
   */
  remove({ masses, to: positions, after: velocity }: MomentumBalance, constraints: VelocityConstraints): void {
    this.motion.find(masses, positions, this.linear, this.angular, this.origin);
    subtractMotion(this.motion, positions, velocity, constraints);
  }
}

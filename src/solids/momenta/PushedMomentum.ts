import type { VelocityConstraints } from '../../collision/VelocityConstraints.ts';
import { RigidMotion } from './RigidMotion.ts';
import { subtractMotion } from './subtractMotion.ts';

/** What impulses did to a body: velocities changed by `change`, m/s, by forces of `force`, N, that acted for `duration`, s, with `drag`, 1/s, on the velocity at the end. */
export interface PushedChange {
  readonly force: Float64Array;
  change: Float64Array;
  duration: number;
  drag: number;
}

/**
 * Takes out of what impulses change the velocities of a body by the momentum that they did not bring, by a rigid change, as `MomentumCorrection` does for whole solves. The body stands
 * still meanwhile: its centre and its moments are found once for all impulses.
 */
export class PushedMomentum {
  private readonly linear = new Float64Array(3);
  private readonly angular = new Float64Array(3);
  private readonly origin = new Float64Array(3);
  private readonly motion = new RigidMotion();
  /** The positions at which the masses were placed, m; undefined until they are. */
  private placed: Float64Array | undefined;

  constructor(private readonly masses: Float64Array) {}

  /** The body may have moved. */
  begin(): void {
    this.placed = undefined;
  }

  /** Takes all spurious momentum out of the change of a body at `positions`, m, that nothing touches or constrains. */
  correctFree(pushed: PushedChange, positions: Float64Array, constraints: VelocityConstraints): void {
    const { motion, linear, angular, origin } = this;
    this.place(positions);
    linear.fill(0);
    angular.fill(0);
    origin.set(motion.centre);
    this.addSpurious(pushed, positions);
    motion.move(linear, angular, origin);
    subtractMotion(motion, positions, pushed.change, constraints);
  }

  /** Takes what damping, with `damping` = D change, N, has turned out of the change of a body that something touches: the forces -D change have no net force, so their torque is that about any origin. */
  correctTouching(
    { change, duration }: PushedChange,
    damping: Float64Array,
    positions: Float64Array,
    constraints: VelocityConstraints,
  ): void {
    const { motion, linear, angular, origin } = this;
    this.place(positions);
    linear.fill(0);
    angular.fill(0);
    for (let axis = 0; axis < 3; axis++) origin[axis] = positions[axis];
    this.addDampingTorque(positions, damping);
    for (let axis = 0; axis < 3; axis++) angular[axis] *= duration;
    motion.move(linear, angular, origin);
    subtractMotion(motion, positions, change, constraints);
  }

  private place(positions: Float64Array): void {
    if (this.placed === positions) return;
    this.placed = positions;
    this.motion.place(this.masses, positions);
  }

  /** Adds to `linear` and `angular`, about `origin`, what the forces do not account for. Ends with its loop, like `vectorSums`. */
  private addSpurious({ force, change, duration, drag }: PushedChange, positions: Float64Array): void {
    const { masses, linear, angular, origin } = this;
    for (let i = 0; i < masses.length; i++) {
      const m = masses[i];
      const k = 3 * i;
      const ax = m * change[k];
      const ay = m * change[k + 1];
      const az = m * change[k + 2];
      const jx = duration * (force[k] - drag * ax);
      const jy = duration * (force[k + 1] - drag * ay);
      const jz = duration * (force[k + 2] - drag * az);
      linear[0] += ax - jx;
      linear[1] += ay - jy;
      linear[2] += az - jz;
      const x = positions[k] - origin[0];
      const y = positions[k + 1] - origin[1];
      const z = positions[k + 2] - origin[2];
      angular[0] += y * az - z * ay - (y * jz - z * jy);
      angular[1] += z * ax - x * az - (z * jx - x * jz);
      angular[2] += x * ay - y * ax - (x * jy - y * jx);
    }
  }

  /** angular -= sum (x - origin) cross D u. Ends with its loop, like `vectorSums`. */
  private addDampingTorque(positions: Float64Array, damping: Float64Array): void {
    const { angular, origin } = this;
    for (let k = 0; k < positions.length; k += 3) {
      const x = positions[k] - origin[0];
      const y = positions[k + 1] - origin[1];
      const z = positions[k + 2] - origin[2];
      angular[0] -= y * damping[k + 2] - z * damping[k + 1];
      angular[1] -= z * damping[k] - x * damping[k + 2];
      angular[2] -= x * damping[k + 1] - y * damping[k];
    }
  }
}

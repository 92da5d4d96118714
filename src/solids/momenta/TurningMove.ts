import { RigidMotion } from './RigidMotion.ts';
import { sumMomenta } from './sumMomenta.ts';
import { writeTurn } from './writeTurn.ts';
import { Constraint } from '../../collision/VelocityConstraints.ts';

/** Turns in a step below which straight ways are as good, rad. */
const LEAST_TURN = 1e-4;

/**
 * Lets bodies turn on arcs. Along its velocity a vertex leaves on the tangent, and a body that spins at omega swells by half (omega dt)^2 in every step, until its elastic
 * forces hold it together. Its rigid turn R = exp(dt [omega]) is carried out exactly instead, x' = c + R (x - c), beside whatever else happens to it. Velocities need
 * nothing of the kind: the whole step mirrors them in the middle of the way, which turns them by as much.
 */
export class TurningMove {
  /** R - 1, by rows. */
  private readonly rotation = new Float64Array(9);
  private readonly motion = new RigidMotion();
  private readonly linear = new Float64Array(3);
  private readonly angular = new Float64Array(3);
  private readonly origin = new Float64Array(3);

  /**
   * `velocity` (m/s) of what `kinds` leaves free becomes what moves `positions` (m) along the arcs of the body's rigid turn in `dt`, s: it changes by
   * ((R - 1) r - dt omega cross r) / dt, r from the centre of mass.
   */
  bend(masses: Float64Array, positions: Float64Array, velocity: Float64Array, kinds: Uint8Array, dt: number): void {
    const { motion } = this;
    for (let axis = 0; axis < 3; axis++) this.origin[axis] = positions[axis];
    sumMomenta(masses, positions, velocity, this.origin, this.linear, this.angular);
    motion.find(masses, positions, this.linear, this.angular, this.origin);
    const [wx, wy, wz] = motion.angularVelocity;
    const speed = Math.sqrt(wx * wx + wy * wy + wz * wz);
    if (!(speed * dt > LEAST_TURN)) return;
    writeTurn(motion.angularVelocity, speed, dt, this.rotation);
    const { rotation: q } = this;
    const [cx, cy, cz] = motion.centre;
    for (let i = 0; i < kinds.length; i++) {
      if (kinds[i] !== Constraint.free) continue;
      const k = 3 * i;
      const x = positions[k] - cx;
      const y = positions[k + 1] - cy;
      const z = positions[k + 2] - cz;
      velocity[k] += (q[0] * x + q[1] * y + q[2] * z) / dt - (wy * z - wz * y);
      velocity[k + 1] += (q[3] * x + q[4] * y + q[5] * z) / dt - (wz * x - wx * z);
      velocity[k + 2] += (q[6] * x + q[7] * y + q[8] * z) / dt - (wx * y - wy * x);
    }
  }
}

import { RigidMotion } from './RigidMotion.ts';
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
    this.sumMomenta(masses, positions, velocity);
    motion.find(masses, positions, this.linear, this.angular, this.origin);
    const [wx, wy, wz] = motion.angularVelocity;
    const speed = Math.sqrt(wx * wx + wy * wy + wz * wz);
    if (!(speed * dt > LEAST_TURN)) return;
    this.findRotation(speed, dt);
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

  /** R - 1 = sin t [a] + (1 - cos t) [a]^2, a = omega / |omega|, t = |omega| dt (Rodrigues). */
  private findRotation(speed: number, dt: number): void {
    const { rotation: q } = this;
    const { angularVelocity: w } = this.motion;
    const sine = Math.sin(speed * dt) / speed;
    const versine = (1 - Math.cos(speed * dt)) / (speed * speed);
    for (let row = 0; row < 3; row++) {
      for (let column = 0; column < 3; column++) {
        q[3 * row + column] = versine * (w[row] * w[column] - (row === column ? speed * speed : 0));
      }
    }
    q[1] -= sine * w[2];
    q[2] += sine * w[1];
    q[3] += sine * w[2];
    q[5] -= sine * w[0];
    q[6] -= sine * w[1];
    q[7] += sine * w[0];
  }

  /** Ends with its loop, like `vectorSums`. */
  private sumMomenta(masses: Float64Array, positions: Float64Array, velocity: Float64Array): void {
    const { linear, angular, origin } = this;
    for (let axis = 0; axis < 3; axis++) origin[axis] = positions[axis];
    linear.fill(0);
    angular.fill(0);
    for (let i = 0; i < masses.length; i++) {
      const m = masses[i];
      const k = 3 * i;
      const x = positions[k] - origin[0];
      const y = positions[k + 1] - origin[1];
      const z = positions[k + 2] - origin[2];
      const px = m * velocity[k];
      const py = m * velocity[k + 1];
      const pz = m * velocity[k + 2];
      linear[0] += px;
      linear[1] += py;
      linear[2] += pz;
      angular[0] += y * pz - z * py;
      angular[1] += z * px - x * pz;
      angular[2] += x * py - y * px;
    }
  }
}

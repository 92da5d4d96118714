import { signedSvd } from '../math/signedSvd.ts';
import { Constraint } from './SolidOperators.ts';

/** Principal moments under this fraction of the largest count as zero: a line of mass cannot be turned about itself. */
const MOMENT_CUTOFF = 1e-10;

/**
 * The rigid angular acceleration that undoes the torque of damping forces. Internal forces have none in nature, but rotated
 * damping makes some (Irving 2007, 2.6.2), and bodies would spin up by themselves.
 */
export class DampingTorque {
  /** About the centre of mass, 1/s2, of the last `measure`. */
  readonly angularAcceleration = new Float64Array(3);
  readonly centre = new Float64Array(3);
  private readonly torque = new Float64Array(3);
  private readonly inertia = new Float64Array(9);
  private readonly u = new Float64Array(9);
  private readonly v = new Float64Array(9);
  private readonly s = new Float64Array(3);

  /**
   * With forces f = -`dampingImpulse` (D u, N) at `positions` (m): torque T = sum x cross f, which does not depend on the
   * origin because the forces add up to zero; alpha = -I^+ T with the pseudo-inverse of the inertia about the centre.
   */
  measure(positions: Float64Array, masses: Float64Array, dampingImpulse: Float64Array): void {
    this.findCentre(positions, masses);
    const { centre, torque, inertia } = this;
    torque.fill(0);
    let xx = 0;
    let yy = 0;
    let zz = 0;
    let xy = 0;
    let xz = 0;
    let yz = 0;
    for (let i = 0; i < masses.length; i++) {
      const k = 3 * i;
      const x = positions[k] - centre[0];
      const y = positions[k + 1] - centre[1];
      const z = positions[k + 2] - centre[2];
      torque[0] -= y * dampingImpulse[k + 2] - z * dampingImpulse[k + 1];
      torque[1] -= z * dampingImpulse[k] - x * dampingImpulse[k + 2];
      torque[2] -= x * dampingImpulse[k + 1] - y * dampingImpulse[k];
      const m = masses[i];
      xx += m * x * x;
      yy += m * y * y;
      zz += m * z * z;
      xy += m * x * y;
      xz += m * x * z;
      yz += m * y * z;
    }
    inertia[0] = yy + zz;
    inertia[4] = xx + zz;
    inertia[8] = xx + yy;
    inertia[1] = inertia[3] = -xy;
    inertia[2] = inertia[6] = -xz;
    inertia[5] = inertia[7] = -yz;
    this.solveInertia();
  }

  private findCentre(positions: Float64Array, masses: Float64Array): void {
    let total = 0;
    let x = 0;
    let y = 0;
    let z = 0;
    for (let i = 0; i < masses.length; i++) {
      total += masses[i];
      x += masses[i] * positions[3 * i];
      y += masses[i] * positions[3 * i + 1];
      z += masses[i] * positions[3 * i + 2];
    }
    this.centre[0] = x / total;
    this.centre[1] = y / total;
    this.centre[2] = z / total;
  }

  /** alpha = -I^+ T; the inertia is symmetric positive semidefinite, so its singular vectors are its principal axes. */
  private solveInertia(): void {
    const { torque, u, s, v, angularAcceleration } = this;
    signedSvd(this.inertia, u, s, v);
    angularAcceleration.fill(0);
    for (let axis = 0; axis < 3; axis++) {
      if (!(s[axis] > MOMENT_CUTOFF * s[0])) continue;
      const along = u[axis] * torque[0] + u[3 + axis] * torque[1] + u[6 + axis] * torque[2];
      for (let k = 0; k < 3; k++) angularAcceleration[k] -= (along / s[axis]) * v[3 * k + axis];
    }
  }

  /** velocity += duration * alpha cross (x - centre), m/s, where `kinds` leaves the vertex free. */
  undo(duration: number, positions: Float64Array, velocity: Float64Array, kinds: Uint8Array): void {
    const ax = this.angularAcceleration[0] * duration;
    const ay = this.angularAcceleration[1] * duration;
    const az = this.angularAcceleration[2] * duration;
    const { centre } = this;
    for (let i = 0; i < kinds.length; i++) {
      if (kinds[i] !== Constraint.free) continue;
      const k = 3 * i;
      const x = positions[k] - centre[0];
      const y = positions[k + 1] - centre[1];
      const z = positions[k + 2] - centre[2];
      velocity[k] += ay * z - az * y;
      velocity[k + 1] += az * x - ax * z;
      velocity[k + 2] += ax * y - ay * x;
    }
  }
}

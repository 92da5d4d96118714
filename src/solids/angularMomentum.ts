import { signedSvd } from '../math/signedSvd.ts';
import { Constraint } from './SolidOperators.ts';

/** Principal moments under this fraction of the largest count as zero: a line of mass cannot be turned about itself. */
const MOMENT_CUTOFF = 1e-10;

/**
 * Takes spurious angular momentum out of a body by a rigid rotation of its velocities: that of rotated damping (Irving 2007,
 * 2.6.2), whose forces have a torque that internal forces have not in nature, and that of the time step. Without it bodies
 * spin up by themselves and miss their rest shape.
 */
export class AngularMomentumCorrection {
  /** Spurious angular momentum, kg m2/s. */
  private readonly spurious = new Float64Array(3);
  private readonly centre = new Float64Array(3);
  private readonly angularVelocity = new Float64Array(3);
  private readonly inertia = new Float64Array(9);
  private readonly u = new Float64Array(9);
  private readonly v = new Float64Array(9);
  private readonly s = new Float64Array(3);

  /**
   * Begins with the angular impulse of damping: with forces f = -`dampingImage` (D u, N) at `positions` (m) for `duration` (s),
   * L = duration sum x cross f. It does not depend on the origin, because the forces add up to zero.
   */
  measureDamping(duration: number, positions: Float64Array, dampingImage: Float64Array): void {
    let lx = 0;
    let ly = 0;
    let lz = 0;
    for (let k = 0; k < positions.length; k += 3) {
      const x = positions[k] - positions[0];
      const y = positions[k + 1] - positions[1];
      const z = positions[k + 2] - positions[2];
      lx -= y * dampingImage[k + 2] - z * dampingImage[k + 1];
      ly -= z * dampingImage[k] - x * dampingImage[k + 2];
      lz -= x * dampingImage[k + 1] - y * dampingImage[k];
    }
    this.spurious[0] = duration * lx;
    this.spurious[1] = duration * ly;
    this.spurious[2] = duration * lz;
  }

  /**
   * Adds what the step makes because positions move with v~^{n+1/2} instead of the mean velocity: the change of sum x cross
   * m v splits into x^{n+1/2} cross impulses and sum m (x^{n+1} - x^n) cross (v^n + v^{n+1}) / 2, which is this.
   */
  measureStep(
    masses: Float64Array,
    from: Float64Array,
    to: Float64Array,
    before: Float64Array,
    after: Float64Array,
  ): void {
    let lx = 0;
    let ly = 0;
    let lz = 0;
    for (let i = 0; i < masses.length; i++) {
      const k = 3 * i;
      const half = 0.5 * masses[i];
      const x = half * (to[k] - from[k]);
      const y = half * (to[k + 1] - from[k + 1]);
      const z = half * (to[k + 2] - from[k + 2]);
      const vx = before[k] + after[k];
      const vy = before[k + 1] + after[k + 1];
      const vz = before[k + 2] + after[k + 2];
      lx += y * vz - z * vy;
      ly += z * vx - x * vz;
      lz += x * vy - y * vx;
    }
    this.spurious[0] += lx;
    this.spurious[1] += ly;
    this.spurious[2] += lz;
  }

  /** velocity -= (I^+ L) cross (x - centre) for the measured L, where `kinds` leaves a vertex free; I at `positions`. */
  remove(masses: Float64Array, positions: Float64Array, velocity: Float64Array, kinds: Uint8Array): void {
    this.findCentre(masses, positions);
    this.findInertia(masses, positions);
    this.solveInertia();
    const [cx, cy, cz] = this.centre;
    const [wx, wy, wz] = this.angularVelocity;
    for (let i = 0; i < kinds.length; i++) {
      if (kinds[i] !== Constraint.free) continue;
      const k = 3 * i;
      const x = positions[k] - cx;
      const y = positions[k + 1] - cy;
      const z = positions[k + 2] - cz;
      velocity[k] -= wy * z - wz * y;
      velocity[k + 1] -= wz * x - wx * z;
      velocity[k + 2] -= wx * y - wy * x;
    }
  }

  private findCentre(masses: Float64Array, positions: Float64Array): void {
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

  /** Inertia tensor about the centre, kg m2. */
  private findInertia(masses: Float64Array, positions: Float64Array): void {
    const { centre, inertia } = this;
    let xx = 0;
    let yy = 0;
    let zz = 0;
    let xy = 0;
    let xz = 0;
    let yz = 0;
    for (let i = 0; i < masses.length; i++) {
      const m = masses[i];
      const x = positions[3 * i] - centre[0];
      const y = positions[3 * i + 1] - centre[1];
      const z = positions[3 * i + 2] - centre[2];
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
  }

  /** omega = I^+ L; the inertia is symmetric positive semidefinite, so its singular vectors are its principal axes. */
  private solveInertia(): void {
    const { spurious, u, s, v, angularVelocity } = this;
    signedSvd(this.inertia, u, s, v);
    angularVelocity.fill(0);
    for (let axis = 0; axis < 3; axis++) {
      if (!(s[axis] > MOMENT_CUTOFF * s[0])) continue;
      const along = u[axis] * spurious[0] + u[3 + axis] * spurious[1] + u[6 + axis] * spurious[2];
      for (let k = 0; k < 3; k++) angularVelocity[k] += (along / s[axis]) * v[3 * k + axis];
    }
  }
}

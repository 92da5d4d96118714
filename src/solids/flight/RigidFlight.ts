import { RigidMotion } from '../momenta/RigidMotion.ts';

/** Turns in a step below which straight ways are as good, rad. */
const LEAST_TURN = 1e-4;
/** Rounds of the search for the angular velocity in the middle of a step. */
const ROUNDS = 8;

/**
 * The free rigid motion of masses over a step: the centre goes on with its velocity, and the masses turn by R = exp(h [omega_m]), where omega_m = I_m^{-1} L is the angular velocity that they have in the
 * middle of the step, turned by half as much (the implicit midpoint rule on rotations; Hairer, Lubich and Wanner 2006, VII.5). Angular momentum stays, and the energy of the turning does not drift.
 */
export class RigidFlight {
  /** R, by rows. */
  readonly turn = new Float64Array(9);
  /** omega_m, 1/s. */
  readonly middle = new Float64Array(3);
  /** Centre, m, its velocity, m/s, and the angular velocity at the start, 1/s. */
  readonly motion = new RigidMotion();
  private readonly linear = new Float64Array(3);
  private readonly angular = new Float64Array(3);
  private readonly origin = new Float64Array(3);
  /** Angular momentum about the centre, kg m2/s; the same in the frame of the masses. */
  private readonly spin = new Float64Array(3);
  private readonly own = new Float64Array(3);
  /** exp(h/2 [omega_m]), by rows. */
  readonly half = new Float64Array(9);
  private readonly other = new RigidMotion();

  /** Finds it for masses (kg) at `x` (m) with velocities `v` (m/s) over `h`, s: h may differ from call to call. */
  find(masses: Float64Array, x: Float64Array, v: Float64Array, h: number): void {
    const { motion, linear, angular, origin, spin, own, half, middle, turn } = this;
    for (let axis = 0; axis < 3; axis++) origin[axis] = x[axis];
    sumMomenta(masses, x, v, origin, linear, angular);
    motion.find(masses, x, linear, angular, origin);
    const { angularVelocity } = motion;
    motion.turnedBy(angularVelocity, spin);
    middle.set(angularVelocity);
    for (let round = 0; round < ROUNDS; round++) {
      writeRotation(middle, h / 2, half);
      // L as the masses see it that are turned by half: R^T L.
      for (let k = 0; k < 3; k++) own[k] = half[k] * spin[0] + half[3 + k] * spin[1] + half[6 + k] * spin[2];
      motion.turning(own, own);
      for (let k = 0; k < 3; k++) {
        middle[k] = half[3 * k] * own[0] + half[3 * k + 1] * own[1] + half[3 * k + 2] * own[2];
      }
    }
    writeRotation(middle, h / 2, half);
    writeRotation(middle, h, turn);
  }

  /** Twice the energy of the turning at the start, J. */
  get turningSquare(): number {
    const { spin } = this;
    const { angularVelocity: w } = this.motion;
    return w[0] * spin[0] + w[1] * spin[1] + w[2] * spin[2];
  }

  /** Returns whether the masses turn by so much in `h`, s, that straight ways are worse than arcs. */
  turns(h: number): boolean {
    const { middle: w } = this;
    return Math.sqrt(w[0] * w[0] + w[1] * w[1] + w[2] * w[2]) * h > LEAST_TURN;
  }

  /** Takes the turning about their centre out of the velocities `v` (m/s) of masses (kg) at `x` (m): what turns them is found apart. */
  stopTurning(masses: Float64Array, x: Float64Array, v: Float64Array): void {
    const { linear, angular, origin, other } = this;
    for (let axis = 0; axis < 3; axis++) origin[axis] = x[axis];
    sumMomenta(masses, x, v, origin, linear, angular);
    other.find(masses, x, linear, angular, origin);
    const { centre, angularVelocity: w } = other;
    for (let k = 0; k < v.length; k += 3) {
      const rx = x[k] - centre[0];
      const ry = x[k + 1] - centre[1];
      const rz = x[k + 2] - centre[2];
      v[k] -= w[1] * rz - w[2] * ry;
      v[k + 1] -= w[2] * rx - w[0] * rz;
      v[k + 2] -= w[0] * ry - w[1] * rx;
    }
  }
}

/** Writes exp(t [w]) by rows (Rodrigues); w in 1/s, t in s. */
function writeRotation(w: Float64Array, t: number, out: Float64Array): void {
  const speed = Math.sqrt(w[0] * w[0] + w[1] * w[1] + w[2] * w[2]);
  const angle = speed * t;
  const sine = speed > 0 ? Math.sin(angle) / speed : 0;
  const half = Math.sin(angle / 2);
  const versine = speed > 0 ? (2 * half * half) / (speed * speed) : 0;
  for (let row = 0; row < 3; row++) {
    for (let column = 0; column < 3; column++) {
      const same = row === column ? 1 : 0;
      out[3 * row + column] = same + versine * (w[row] * w[column] - same * speed * speed);
    }
  }
  out[1] -= sine * w[2];
  out[2] += sine * w[1];
  out[3] += sine * w[2];
  out[5] -= sine * w[0];
  out[6] -= sine * w[1];
  out[7] += sine * w[0];
}

/** Sums m v and m (x - origin) cross v. Ends with its loop, like `vectorSums`. */
function sumMomenta(
  masses: Float64Array,
  positions: Float64Array,
  velocity: Float64Array,
  origin: Float64Array,
  linear: Float64Array,
  angular: Float64Array,
): void {
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

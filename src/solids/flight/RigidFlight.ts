import { RigidMotion } from '../momenta/RigidMotion.ts';
import { sumMomenta } from '../momenta/sumMomenta.ts';
import { writeTurn } from '../momenta/writeTurn.ts';
import { sumNumbers } from '../vectorSums.ts';
import { massSquare } from './massSums.ts';
import { rotateVectors, rotateVectorsBack } from '../../math/rotations.ts';

/** Turns in a step below which straight ways are as good, rad. */
const LEAST_TURN = 1e-4;
/** Rounds of the search for the angular velocity in the middle of a step. */
const ROUNDS = 8;

/**
 * The free rigid motion of masses over a step: the centre goes on with its velocity, and the masses turn by R = exp(h [omega_m]), where omega_m = I_m^{-1} L is the angular velocity that they have in the
 * middle of the step, turned by half as much (the implicit midpoint rule on rotations; Hairer, Lubich and Wanner 2006, VII.5). Angular momentum stays, and the energy of the turning does not drift.
 */
export class RigidFlight {
  /** Turn from the start of the step to where forces act, and that from there to its end, by rows. */
  readonly turn = new Float64Array(9);
  readonly onward = new Float64Array(9);
  /** The inverse of `onward`. */
  readonly back = new Float64Array(9);
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
  private readonly half = new Float64Array(9);
  private readonly other = new RigidMotion();

  /** Finds it for masses (kg) at `x` (m) with velocities `v` (m/s) over `h`, s, where forces act after a `share` of that: both may differ from call to call. */
  find(masses: Float64Array, x: Float64Array, v: Float64Array, h: number, share: number): void {
    const { motion, spin, own, half, middle } = this;
    this.measure(masses, x, v);
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
    writeRotation(middle, share * h, this.turn);
    writeRotation(middle, (1 - share) * h, this.onward);
    writeRotation(middle, (share - 1) * h, this.back);
  }

  /** Finds `motion` alone, of masses (kg) at `x` (m) with velocities `v` (m/s). */
  measure(masses: Float64Array, x: Float64Array, v: Float64Array): void {
    const { motion, linear, angular, origin } = this;
    for (let axis = 0; axis < 3; axis++) origin[axis] = x[axis];
    sumMomenta(masses, x, v, origin, linear, angular);
    motion.find(masses, x, linear, angular, origin);
  }

  /** Replaces `places` by q places and `deformation` by q^-1 deformation: what is beside the rigid motion goes on turning so. */
  turnPair(q: Float64Array, places: Float64Array, deformation: Float64Array): void {
    rotateVectors(q, places, places);
    rotateVectorsBack(q, deformation, deformation);
  }

  /** Returns whether masses (kg) that have the velocities `v` (m/s) at the start turn more than they deform, by energy: what flails about has no frame to turn along with. */
  turnsMost(masses: Float64Array, v: Float64Array): boolean {
    const { spin } = this;
    const { angularVelocity: w, velocity } = this.motion;
    const turning = w[0] * spin[0] + w[1] * spin[1] + w[2] * spin[2];
    const square = velocity[0] * velocity[0] + velocity[1] * velocity[1] + velocity[2] * velocity[2];
    return massSquare(v, masses) - sumNumbers(masses) * square - turning < turning;
  }

  /** Returns whether the masses turn by so much in `h`, s, that straight ways are worse than arcs. */
  turns(h: number): boolean {
    const { middle: w } = this;
    return Math.sqrt(w[0] * w[0] + w[1] * w[1] + w[2] * w[2]) * h > LEAST_TURN;
  }

  /** Writes q r, m, and q^-1 u, m/s, for places r from the centre and velocities u beside the rigid ones of masses at `x` (m) with velocities `v` (m/s); q: rotation by rows. */
  takeApart(q: Float64Array, x: Float64Array, v: Float64Array, places: Float64Array, deformation: Float64Array): void {
    const { centre, velocity, angularVelocity: o } = this.motion;
    for (let k = 0; k < x.length; k += 3) {
      const rx = x[k] - centre[0];
      const ry = x[k + 1] - centre[1];
      const rz = x[k + 2] - centre[2];
      places[k] = rx;
      places[k + 1] = ry;
      places[k + 2] = rz;
      deformation[k] = v[k] - velocity[0] - (o[1] * rz - o[2] * ry);
      deformation[k + 1] = v[k + 1] - velocity[1] - (o[2] * rx - o[0] * rz);
      deformation[k + 2] = v[k + 2] - velocity[2] - (o[0] * ry - o[1] * rx);
    }
    this.turnPair(q, places, deformation);
  }

  /** Adds the velocities of turning about `centre` (m) by omega_m to those, m/s, of masses at `x` (m). */
  addTurning(x: Float64Array, centre: Float64Array, v: Float64Array): void {
    const { middle: w } = this;
    for (let k = 0; k < x.length; k += 3) {
      const rx = x[k] - centre[0];
      const ry = x[k + 1] - centre[1];
      const rz = x[k + 2] - centre[2];
      v[k] += w[1] * rz - w[2] * ry;
      v[k + 1] += w[2] * rx - w[0] * rz;
      v[k + 2] += w[0] * ry - w[1] * rx;
    }
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

/** Writes exp(t [w]) by rows; w in 1/s, t in s. */
function writeRotation(w: Float64Array, t: number, out: Float64Array): void {
  const speed = Math.sqrt(w[0] * w[0] + w[1] * w[1] + w[2] * w[2]);
  if (speed > 0) writeTurn(w, speed, t, out);
  else out.fill(0);
  for (let k = 0; k < 9; k += 4) out[k] += 1;
}

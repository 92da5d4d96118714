import { SystemState } from '../base/state/SystemState.ts';
import {
  multiplyQuaternions,
  normaliseQuaternion,
  quaternionFromVector,
  rotationFromQuaternion,
} from '../math/quaternions.ts';
import { rotateVector, rotateVectorBack } from '../math/rotations.ts';
import type { MassProperties } from './massProperties.ts';

/** Fixed-point rounds of the implicit midpoint rule at most: three reach rounding where a substep turns the body by a twentieth of a radian. */
const MIDPOINT_ROUNDS = 8;
/** Relative change of the angular velocity below which a round has changed nothing. */
const MIDPOINT_ROUNDING = 1e-15;

/** A pose of the shape of a body, and how it moves. */
export interface RigidPose {
  /** Unit quaternion x, y, z, w. */
  readonly rotation: Float64Array;
  /** Place of the origin of the shape's frame, m. */
  readonly translation: Float64Array;
  /** Velocity of that origin, m/s. */
  readonly linearVelocity: Float64Array;
  /** rad/s, world axes. */
  readonly angularVelocity: Float64Array;
}

/**
 * A rigid body: where its centre of mass is, how its principal axes are turned, and its linear and angular momentum. Momenta are state and velocities follow from them, so that free
 * flight conserves both exactly. `next...` are those at the end of the running substep.
 */
export class RigidBody {
  readonly properties: MassProperties;
  readonly state: SystemState;
  /** Centre of mass, m. */
  readonly position = new Float64Array(3);
  /** Turns principal axes into world axes: x, y, z, w. */
  readonly rotation = Float64Array.of(0, 0, 0, 1);
  /** kg m/s. */
  readonly momentum = new Float64Array(3);
  /** About the centre of mass, kg m2/s. */
  readonly angularMomentum = new Float64Array(3);
  readonly nextPosition = new Float64Array(3);
  readonly nextRotation = Float64Array.of(0, 0, 0, 1);
  readonly nextMomentum = new Float64Array(3);
  readonly nextAngularMomentum = new Float64Array(3);
  /** It stands still until it is woken. */
  asleep = false;
  private readonly inverseMoments: Float64Array;
  private readonly matrix = new Float64Array(9);
  private readonly turn = new Float64Array(4);
  private readonly halfway = new Float64Array(4);
  private readonly spin = new Float64Array(3);
  /** Nothing but fields has changed its momenta in the running substep. */
  private isFree = false;

  constructor(properties: MassProperties) {
    this.properties = properties;
    this.inverseMoments = properties.moments.map((moment) => 1 / moment);
    this.state = new SystemState()
      .array('position', this.position)
      .array('rotation', this.rotation)
      .array('momentum', this.momentum)
      .array('angular momentum', this.angularMomentum)
      .afterLoad(() => this.rollback());
  }

  /** Places the shape, and has it move, as a pose says, at the end of the running substep. */
  setNextPose({ rotation, translation, linearVelocity, angularVelocity }: RigidPose): void {
    const { mass, centre, axes } = this.properties;
    rotationFromQuaternion(rotation, this.matrix);
    const { matrix: r, nextPosition, nextMomentum } = this;
    const x = r[0] * centre[0] + r[1] * centre[1] + r[2] * centre[2];
    const y = r[3] * centre[0] + r[4] * centre[1] + r[5] * centre[2];
    const z = r[6] * centre[0] + r[7] * centre[1] + r[8] * centre[2];
    nextPosition[0] = translation[0] + x;
    nextPosition[1] = translation[1] + y;
    nextPosition[2] = translation[2] + z;
    const w = angularVelocity;
    nextMomentum[0] = mass * (linearVelocity[0] + w[1] * z - w[2] * y);
    nextMomentum[1] = mass * (linearVelocity[1] + w[2] * x - w[0] * z);
    nextMomentum[2] = mass * (linearVelocity[2] + w[0] * y - w[1] * x);
    multiplyQuaternions(rotation, axes, this.nextRotation);
    normaliseQuaternion(this.nextRotation);
    this.nextAngularMomentum.fill(0);
    this.addSpin(w);
  }

  /** Adds `v` (m/s) to the velocity of the centre and `w` (rad/s) to the angular velocity at the end of the running substep. */
  addNextVelocity(v: ArrayLike<number>, w: ArrayLike<number>): void {
    if (!isZero(v) || !isZero(w)) this.isFree = false;
    for (let axis = 0; axis < 3; axis++) this.nextMomentum[axis] += this.properties.mass * v[axis];
    this.addSpin(w);
  }

  /** Writes the angular velocity (rad/s, world axes) at the state. */
  angularVelocity(out: Float64Array): void {
    this.spinOf(this.angularMomentum, out, 0);
  }

  /** Writes the velocity of the centre (m/s) and the angular velocity (rad/s, world axes) at the end of the running substep to out[at ...]. */
  nextVelocity(out: Float64Array, at: number): void {
    const { matrix, spin, properties } = this;
    rotationFromQuaternion(this.nextRotation, matrix);
    rotateVectorBack(matrix, this.nextAngularMomentum, 0, spin, 0);
    for (let axis = 0; axis < 3; axis++) {
      spin[axis] /= properties.moments[axis];
      out[at + axis] = this.nextMomentum[axis] / properties.mass;
    }
    rotateVector(matrix, spin, 0, out, at + 3);
  }

  /** Writes the inverse inertia tensor in world axes, packed xx, xy, xz, yy, yz, zz, 1/(kg m2), to out[at ...]: that at the state, or where the principal axes have this rotation. */
  inverseInertia(out: Float64Array, at: number, rotation: Float64Array = this.rotation): void {
    rotationFromQuaternion(rotation, this.matrix);
    const { matrix: r, inverseMoments: j } = this;
    const ax = j[0] * r[0];
    const bx = j[1] * r[1];
    const cx = j[2] * r[2];
    const ay = j[0] * r[3];
    const by = j[1] * r[4];
    const cy = j[2] * r[5];
    out[at] = ax * r[0] + bx * r[1] + cx * r[2];
    out[at + 1] = ax * r[3] + bx * r[4] + cx * r[5];
    out[at + 2] = ax * r[6] + bx * r[7] + cx * r[8];
    out[at + 3] = ay * r[3] + by * r[4] + cy * r[5];
    out[at + 4] = ay * r[6] + by * r[7] + cy * r[8];
    out[at + 5] = j[0] * r[6] * r[6] + j[1] * r[7] * r[7] + j[2] * r[8] * r[8];
  }

  /** Writes the inertia tensor at the state in world axes, packed xx, xy, xz, yy, yz, zz, kg m2. */
  inertia(out: Float64Array): void {
    rotationFromQuaternion(this.rotation, this.matrix);
    const { matrix: r } = this;
    const { moments } = this.properties;
    for (let i = 0, packed = 0; i < 3; i++) {
      for (let j = i; j < 3; j++, packed++) {
        out[packed] = 0;
        for (let k = 0; k < 3; k++) out[packed] += r[3 * i + k] * r[3 * j + k] * moments[k];
      }
    }
  }

  /** Writes the angular velocity (rad/s, world axes) that an angular momentum (kg m2/s) gives the body at the state to out[at ...]. */
  spinOf(angularMomentum: Float64Array, out: Float64Array, at: number): void {
    rotationFromQuaternion(this.rotation, this.matrix);
    rotateVectorBack(this.matrix, angularMomentum, 0, out, at);
    for (let axis = 0; axis < 3; axis++) out[at + axis] /= this.properties.moments[axis];
    rotateVector(this.matrix, out, at, out, at);
  }

  /** Adds `scale` times an impulse (N s) and an angular impulse about the centre (N m s), xyz each, to the next momenta. */
  addImpulse(impulse: Float64Array, scale: number): void {
    if (!isZero(impulse)) this.isFree = false;
    for (let axis = 0; axis < 3; axis++) {
      this.nextMomentum[axis] += scale * impulse[axis];
      this.nextAngularMomentum[axis] += scale * impulse[3 + axis];
    }
  }

  /** Has it move with its next momentum in the running substep, whether impulses change this or not. */
  holdBack(): void {
    this.isFree = false;
  }

  /** Puts it to sleep, without momentum. */
  stop(): void {
    this.asleep = true;
    this.nextMomentum.fill(0);
    this.nextAngularMomentum.fill(0);
  }

  /** Begins a substep at the state, and accelerates the centre by `acceleration` (m/s2) over `dt` (s) against a drag (1/s), which also slows its spin. */
  accelerate(acceleration: Float64Array, drag: number, dt: number): void {
    const { mass } = this.properties;
    this.isFree = true;
    const kept = 1 / (1 + drag * dt);
    for (let axis = 0; axis < 3; axis++) {
      this.nextMomentum[axis] = kept * (this.momentum[axis] + mass * acceleration[axis] * dt);
      this.nextAngularMomentum[axis] = kept * this.angularMomentum[axis];
    }
  }

  /**
   * Moves the body over `dt`, s: with its next momentum, which contact and joints have made right for that, or, where only fields act on it, with the mean of this and that at the start, so that
   * it flies along its parabola exactly. The rotation is the implicit midpoint rule on the rotation group, q' = q exp(dt W) with the principal angular velocity
   * W = J^-1 R(q exp(dt W / 2))^T L (Lewis and Simo 1994, Krysl and Endres 2005): the angular momentum L is given and kept, the energy oscillates without drift.
   */
  move(dt: number): void {
    if (this.asleep) {
      copy(this.position, this.nextPosition);
      copy(this.rotation, this.nextRotation);
      return;
    }
    const { spin, turn, halfway, matrix, nextRotation } = this;
    const { mass, moments } = this.properties;
    const before = this.isFree ? 0.5 : 0;
    for (let axis = 0; axis < 3; axis++) {
      const momentum = before * this.momentum[axis] + (1 - before) * this.nextMomentum[axis];
      this.nextPosition[axis] = this.position[axis] + (dt * momentum) / mass;
    }
    copy(this.rotation, halfway);
    spin[0] = 0;
    spin[1] = 0;
    spin[2] = 0;
    for (let round = 0; round < MIDPOINT_ROUNDS; round++) {
      rotationFromQuaternion(halfway, matrix);
      const x = spin[0];
      const y = spin[1];
      const z = spin[2];
      rotateVectorBack(matrix, this.nextAngularMomentum, 0, spin, 0);
      for (let axis = 0; axis < 3; axis++) spin[axis] /= moments[axis];
      const change = Math.abs(spin[0] - x) + Math.abs(spin[1] - y) + Math.abs(spin[2] - z);
      if (change <= MIDPOINT_ROUNDING * (Math.abs(spin[0]) + Math.abs(spin[1]) + Math.abs(spin[2]))) break;
      quaternionFromVector(spin, 0.5 * dt, turn);
      multiplyQuaternions(this.rotation, turn, halfway);
    }
    quaternionFromVector(spin, dt, turn);
    multiplyQuaternions(this.rotation, turn, nextRotation);
    normaliseQuaternion(nextRotation);
  }

  /** Displaces the body at the end of the running substep by shift[0..2] (m) and turns it by the rotation vector shift[3..5] (rad), without changing its momenta. */
  displace(shift: Float64Array, at: number): void {
    for (let axis = 0; axis < 3; axis++) {
      this.nextPosition[axis] += shift[at + axis];
      this.spin[axis] = shift[at + 3 + axis];
    }
    quaternionFromVector(this.spin, 1, this.turn);
    multiplyQuaternions(this.turn, this.nextRotation, this.nextRotation);
    normaliseQuaternion(this.nextRotation);
  }

  /** Makes the end of the running substep the state. */
  commit(): void {
    copy(this.nextPosition, this.position);
    copy(this.nextRotation, this.rotation);
    copy(this.nextMomentum, this.momentum);
    copy(this.nextAngularMomentum, this.angularMomentum);
  }

  /** Forgets the running substep. */
  rollback(): void {
    this.nextPosition.set(this.position);
    this.nextRotation.set(this.rotation);
    this.nextMomentum.set(this.momentum);
    this.nextAngularMomentum.set(this.angularMomentum);
  }

  /** Writes the pose of the shape at the state: its unit quaternion x, y, z, w, and the place of its origin, m. */
  shapePose(rotation: Float64Array, translation: Float64Array): void {
    const { axes, centre } = this.properties;
    const { turn, matrix } = this;
    turn[0] = -axes[0];
    turn[1] = -axes[1];
    turn[2] = -axes[2];
    turn[3] = axes[3];
    multiplyQuaternions(this.rotation, turn, rotation);
    rotationFromQuaternion(rotation, matrix);
    for (let axis = 0; axis < 3; axis++) {
      const row = 3 * axis;
      translation[axis] =
        this.position[axis] - matrix[row] * centre[0] - matrix[row + 1] * centre[1] - matrix[row + 2] * centre[2];
    }
  }

  /** Kinetic energy at the state, J. */
  get kineticEnergy(): number {
    const { mass } = this.properties;
    const [px, py, pz] = this.momentum;
    const [lx, ly, lz] = this.angularMomentum;
    const w = new Float64Array(3);
    this.angularVelocity(w);
    return 0.5 * ((px * px + py * py + pz * pz) / mass + lx * w[0] + ly * w[1] + lz * w[2]);
  }

  /** Adds to the next angular momentum that of the angular velocity `w` (rad/s, world axes) at the next rotation. */
  private addSpin(w: ArrayLike<number>): void {
    const { matrix, nextRotation, nextAngularMomentum: l } = this;
    const { moments } = this.properties;
    rotationFromQuaternion(nextRotation, matrix);
    for (let k = 0; k < 3; k++) {
      const about = moments[k] * (matrix[k] * w[0] + matrix[3 + k] * w[1] + matrix[6 + k] * w[2]);
      for (let axis = 0; axis < 3; axis++) l[axis] += matrix[3 * axis + k] * about;
    }
  }
}

/** Copies a few numbers: a call of `set` takes longer. */
function copy(from: Float64Array, to: Float64Array): void {
  for (let k = 0; k < from.length; k++) to[k] = from[k];
}

function isZero(vector: ArrayLike<number>): boolean {
  for (let k = 0; k < vector.length; k++) if (vector[k] !== 0) return false;
  return true;
}

import { multiplyQuaternions, vectorFromQuaternion } from '../../math/quaternions.ts';
import { rotateVector } from '../../math/rotations.ts';
import type { Joint } from './Joint.ts';
import { frameAlong } from './JointFrames.ts';

/** The rotations at which the springs of ball joints are at rest, which may change in time: a pose that joints follow. */
export class RestRotations {
  /** Rotations at the end of the running substep from the first frame of each joint to where its second one should be, as quaternions in the axes of the first. */
  readonly rotations: Float64Array;
  /** Mean angular velocities of these in the running substep, in world axes, rad/s. */
  readonly rates: Float64Array;
  private readonly joints: readonly Joint[];
  /** Frames of joints in world axes where the bodies begin. */
  private readonly frames: readonly Float64Array[];
  private readonly before = new Float64Array(4);
  private readonly after = new Float64Array(4);
  private readonly change = new Float64Array(4);

  constructor(joints: readonly Joint[]) {
    this.joints = joints;
    this.frames = joints.map(({ axis }) => frameAlong(axis));
    this.rotations = new Float64Array(4 * joints.length);
    this.rates = new Float64Array(3 * joints.length);
    for (let j = 0; j < joints.length; j++) this.rotations[4 * j + 3] = 1;
  }

  /** Finds the rotation of a joint at the end of a substep of `dt` from `time` on, s, and its rate; `axesOfFirst`: the rotation of its first frame where the substep begins, by rows. */
  find(j: number, time: number, dt: number, axesOfFirst: Float64Array): void {
    const { restAt } = this.joints[j];
    if (restAt === undefined) return;
    const { before, after, change, rotations, rates } = this;
    restAt(time, before);
    this.intoFrame(j, before);
    restAt(time + dt, after);
    this.intoFrame(j, after);
    rotations.set(after, 4 * j);
    invert(before);
    multiplyQuaternions(after, before, change);
    vectorFromQuaternion(change, rates, 3 * j);
    for (let k = 0; k < 3; k++) rates[3 * j + k] /= dt;
    rotateVector(axesOfFirst, rates, 3 * j, rates, 3 * j);
  }

  /** out = the rotation by which `between`, from the first frame of a joint to the second, is away from rest, in the axes of the first. */
  away(j: number, between: Float64Array, out: Float64Array): void {
    const { before } = this;
    for (let k = 0; k < 4; k++) before[k] = this.rotations[4 * j + k];
    invert(before);
    multiplyQuaternions(between, before, out);
  }

  /** q = f^-1 q f, with f the frame of a joint. */
  private intoFrame(j: number, q: Float64Array): void {
    const { change } = this;
    multiplyQuaternions(q, this.frames[j], change);
    invert(this.frames[j]);
    multiplyQuaternions(this.frames[j], change, q);
    invert(this.frames[j]);
  }
}

/** q = q^-1 of a unit quaternion. */
function invert(q: Float64Array): void {
  for (let k = 0; k < 3; k++) q[k] = -q[k];
}

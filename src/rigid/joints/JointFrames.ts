import { multiplyQuaternions, quaternionFromRotation, rotationFromQuaternion } from '../../math/quaternions.ts';
import { rotateVector, rotateVectorBack } from '../../math/rotations.ts';
import type { Joint } from './Joint.ts';
import type { JointPoses } from './JointPoses.ts';

/** The frames of joints in those of their members, and where they are in the world. The x axis of a frame is the axis of its joint. */
export class JointFrames {
  /** Points of the joint that was placed last on its first and on its second member, m. */
  readonly onFirst = new Float64Array(3);
  readonly onSecond = new Float64Array(3);
  /** The rotations of its frames on both, by rows, and from the first to the second, as a quaternion in the axes of the first. */
  readonly axesOfFirst = new Float64Array(9);
  readonly axesOfSecond = new Float64Array(9);
  readonly between = new Float64Array(4);
  private readonly members: Int32Array;
  /** Points and rotations of the frames in those of the members; two per joint. */
  private readonly points: Float64Array;
  private readonly turns: Float64Array;
  private readonly matrix = new Float64Array(9);
  private readonly rotation = new Float64Array(4);
  private readonly own = new Float64Array(4);
  private readonly frame = new Float64Array(4);
  private readonly other = new Float64Array(4);

  /** `members` holds the first and the second member of each joint, which are at `poses` where the joints say how they stand. */
  constructor(joints: readonly Joint[], members: Int32Array, poses: JointPoses) {
    this.members = members;
    this.points = new Float64Array(6 * joints.length);
    this.turns = new Float64Array(8 * joints.length);
    joints.forEach((joint, j) => {
      const frame = frameAlong(joint.axis);
      for (let side = 0; side < 2; side++) this.attach(2 * j + side, joint.position, frame, poses);
    });
  }

  /** Finds where the two frames of a joint are. */
  place(joint: number, poses: JointPoses): void {
    this.placeOn(2 * joint, poses, this.onFirst, this.frame);
    rotationFromQuaternion(this.frame, this.axesOfFirst);
    this.placeOn(2 * joint + 1, poses, this.onSecond, this.other);
    rotationFromQuaternion(this.other, this.axesOfSecond);
    for (let k = 0; k < 3; k++) this.frame[k] = -this.frame[k];
    multiplyQuaternions(this.frame, this.other, this.between);
  }

  private attach(end: number, position: readonly number[], frame: Float64Array, poses: JointPoses): void {
    const { points, turns, matrix, rotation } = this;
    const member = this.members[end];
    for (let k = 0; k < 4; k++) rotation[k] = poses.rotations[4 * member + k];
    for (let k = 0; k < 3; k++) points[3 * end + k] = position[k] - poses.positions[3 * member + k];
    rotationFromQuaternion(rotation, matrix);
    rotateVectorBack(matrix, points, 3 * end, points, 3 * end);
    for (let k = 0; k < 3; k++) rotation[k] = -rotation[k];
    multiplyQuaternions(rotation, frame, this.own);
    turns.set(this.own, 4 * end);
  }

  private placeOn(end: number, poses: JointPoses, point: Float64Array, turn: Float64Array): void {
    const { matrix, rotation, own } = this;
    const member = this.members[end];
    for (let k = 0; k < 4; k++) {
      rotation[k] = poses.rotations[4 * member + k];
      own[k] = this.turns[4 * end + k];
    }
    rotationFromQuaternion(rotation, matrix);
    rotateVector(matrix, this.points, 3 * end, point, 0);
    for (let k = 0; k < 3; k++) point[k] += poses.positions[3 * member + k];
    multiplyQuaternions(rotation, own, turn);
  }
}

/** A rotation that takes the x axis to a unit vector, as a quaternion (Duff et al. 2017). */
export function frameAlong([x, y, z]: readonly number[]): Float64Array {
  const sign = z >= 0 ? 1 : -1;
  const s = -1 / (sign + z);
  const c = x * y * s;
  const across = [1 + sign * x * x * s, sign * c, -sign * x];
  const third = [y * across[2] - z * across[1], z * across[0] - x * across[2], x * across[1] - y * across[0]];
  const turn = new Float64Array(4);
  const columns = [x, across[0], third[0], y, across[1], third[1], z, across[2], third[2]];
  quaternionFromRotation(Float64Array.from(columns), turn);
  return turn;
}

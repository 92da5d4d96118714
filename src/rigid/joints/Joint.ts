import type { RotationRange } from './swingTwist.ts';

/** Which relative motions a joint leaves: none; all rotations; the rotation about its axis; the displacement along its axis. */
export type JointType = 'weld' | 'ball' | 'hinge' | 'slider';

/** A damped spring towards `rest` (rad or m; for a ball joint, the rotation of `restAt`): torque or force -stiffness (angle - rest) - damping speed. */
export interface JointSpring {
  /** N m/rad or N/m. */
  readonly stiffness: number;
  /** N m s/rad or N s/m. */
  readonly damping: number;
  readonly rest: number;
}

/** What a motor does at a time. */
export interface MotorDemand {
  /** Speed to reach, rad/s or m/s; where `stiffness` is not 0, that of `value`. */
  speed: number;
  /** Angle or displacement to reach, rad or m. */
  value: number;
  /** Stiffness of the spring to `value` and damping towards its speed; both are 0 for a motor that only keeps a speed. */
  stiffness: number;
  damping: number;
  /** Largest torque or force, N m or N. */
  most: number;
}

/** What a joint did in the running frame; written at the end of every substep. */
export interface JointReport {
  broken: boolean;
  /** It broke since this was set to false. */
  breaks: boolean;
  /** It stays open in the running substep because its bodies turn too far: a shorter one would close it. */
  overturned: boolean;
  /** Largest distance between its points on both bodies in any substep since it was set to 0, m. */
  gap: number;
  /** Largest mean force (N) and torque (N m) since they were set to 0. */
  force: number;
  torque: number;
  /** Angle (rad) or displacement (m) of a hinge or slider; swing of a ball joint. */
  value: number;
  /** Energy of its spring, J. */
  energy: number;
}

/** A joint of two members of rigid contact. Angles and displacements are 0 where the bodies begin, and are those of the second member against the first. */
export interface Joint {
  readonly id: string;
  readonly type: JointType;
  /** Numbers of members; undefined for the world. */
  readonly first: number | undefined;
  readonly second: number | undefined;
  /** Its point, m, and its axis, of unit length, in world axes where the bodies begin. */
  readonly position: readonly number[];
  readonly axis: readonly number[];
  /** Least and largest angle (rad) of a hinge or displacement (m) of a slider. */
  readonly range?: readonly [number, number];
  /** How far a ball joint may turn. */
  readonly rotations?: RotationRange;
  readonly spring?: JointSpring;
  /** Writes the rotation at which the spring of a ball joint is at rest at `time`, s: a unit quaternion (x, y, z, w) in the world axes where the bodies begin, which turn with the first one. Left out, that which the joint has there. */
  readonly restAt?: (time: number, out: Float64Array) => void;
  /** Writes what the motor of a hinge or slider does at `time`, s. */
  readonly motorAt?: (time: number, out: MotorDemand) => void;
  /** Force (N) and torque (N m) above which it breaks. */
  readonly breaking?: { readonly force: number; readonly torque: number };
  /** Whether its two bodies touch each other. */
  readonly touching: boolean;
  readonly report: JointReport;
}

/** A report of a joint that has done nothing yet. */
export function newJointReport(): JointReport {
  return { broken: false, breaks: false, overturned: false, gap: 0, force: 0, torque: 0, value: 0, energy: 0 };
}

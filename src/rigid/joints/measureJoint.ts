import { vectorFromQuaternion } from '../../math/quaternions.ts';
import { rotateVector } from '../../math/rotations.ts';
import type { JointType } from './Joint.ts';
import type { JointFrames } from './JointFrames.ts';
import { ROWS, WIDTH, type JointRows } from './JointRows.ts';
import type { RestRotations } from './RestRotations.ts';
import { writeTwist } from './swingTwist.ts';

/** Rows of limits, motors and springs of a joint, from its first row. Equalities come first: 6 of a weld, 3 of a ball joint, 5 of a hinge and of a slider. */
export const LIMIT_ROW = 5;
export const MOTOR_ROW = 6;
export const SPRING_ROW = 7;
export const CONE_ROW = 3;
export const TWIST_ROW = 4;
/** The first of three. */
export const BALL_SPRING_ROW = 5;
/** Equalities of each type. */
export const EQUALITIES: Readonly<Record<JointType, number>> = { weld: 6, ball: 3, hinge: 5, slider: 5 };
/** Sine of an angle between two axes below which they have no common normal. */
const PARALLEL = 1e-9;

/** Writes the Jacobians of a joint and what its rows measure, from its frames at some poses of the bodies. */
export class JointMeasure {
  private readonly frames: JointFrames;
  private readonly rests: RestRotations;
  private readonly away = new Float64Array(4);
  private readonly gap = new Float64Array(3);
  private readonly turn = new Float64Array(3);
  private readonly axes = new Float64Array(9);
  private readonly normal = new Float64Array(3);
  /** Twist of the rotation between the members, rad. */
  private readonly twist = new Float64Array(1);

  constructor(frames: JointFrames, rests: RestRotations) {
    this.frames = frames;
    this.rests = rests;
  }

  /** Measures the joint that `frames` have placed; `centres` are the points about which bodies turn, xyz, m; `angles`: those of hinges before, rad. */
  measure(joint: number, type: JointType, centres: Float64Array, angles: Float64Array, rows: JointRows): void {
    const { frames, gap, axes } = this;
    const { axesOfFirst: r } = frames;
    // Columns become rows.
    for (let i = 0; i < 3; i++) for (let j = 0; j < 3; j++) axes[3 * i + j] = r[3 * j + i];
    for (let k = 0; k < 3; k++) gap[k] = frames.onSecond[k] - frames.onFirst[k];
    findArm(frames.onSecond, centres, rows.first[joint], rows.armsOfFirst, 3 * joint);
    findArm(frames.onSecond, centres, rows.second[joint], rows.armsOfSecond, 3 * joint);
    const row = ROWS * joint;
    if (type === 'slider') this.slide(joint, row, rows);
    else for (let k = 0; k < 3; k++) this.displace(rows, joint, row + k, WORLD, 3 * k);
    if (type === 'ball') this.turnFreely(row, joint, rows);
    else if (type === 'hinge') this.turnAboutAxis(row, joint, angles, rows);
    else this.keepRotation(row + (type === 'slider' ? 2 : 3), rows);
  }

  private slide(joint: number, row: number, rows: JointRows): void {
    const { axes } = this;
    this.displace(rows, joint, row, axes, 3);
    this.displace(rows, joint, row + 1, axes, 6);
    for (const k of AXIAL) this.displace(rows, joint, row + k, axes, 0);
  }

  private keepRotation(row: number, rows: JointRows): void {
    this.findTurn(this.frames.between);
    for (let k = 0; k < 3; k++) this.rotate(rows, row + k, WORLD, 3 * k, this.turn[k]);
  }

  private turnAboutAxis(row: number, joint: number, angles: Float64Array, rows: JointRows): void {
    const { axes, frames, twist } = this;
    const { axesOfSecond: s } = frames;
    // x1 . (x2 x y1) and so on: the rotation that takes one axis to the other, about the y and the z axis of the first.
    const alongY = s[0] * axes[3] + s[3] * axes[4] + s[6] * axes[5];
    const alongZ = s[0] * axes[6] + s[3] * axes[7] + s[6] * axes[8];
    this.rotate(rows, row + 3, axes, 3, -alongZ);
    this.rotate(rows, row + 4, axes, 6, alongY);
    writeTwist(frames.between, 0, twist);
    // The angle that differs from it by whole turns and is nearest to the last one.
    const angle = twist[0] + 2 * Math.PI * Math.round((angles[joint] - twist[0]) / (2 * Math.PI));
    for (const k of AXIAL) this.rotate(rows, row + k, axes, 0, angle);
  }

  /** Swing and twist of a ball joint; the rate of the twist is omega . (x1 + x2) / (1 + x1 . x2). */
  private turnFreely(row: number, joint: number, rows: JointRows): void {
    const { axes, frames, normal } = this;
    const { axesOfSecond: s } = frames;
    for (let k = 0; k < 3; k++) {
      const i = (k + 1) % 3;
      const j = (k + 2) % 3;
      normal[k] = axes[i] * s[3 * j] - axes[j] * s[3 * i];
    }
    const sine = Math.sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
    const cosine = axes[0] * s[0] + axes[1] * s[3] + axes[2] * s[6];
    for (let k = 0; k < 3; k++) normal[k] = sine > PARALLEL ? normal[k] / sine : axes[3 + k];
    this.rotate(rows, row + CONE_ROW, normal, 0, Math.atan2(sine, cosine));
    for (let k = 0; k < 3; k++) normal[k] = (axes[k] + s[3 * k]) / Math.max(1 + cosine, PARALLEL);
    writeTwist(frames.between, 0, this.twist);
    this.rotate(rows, row + TWIST_ROW, normal, 0, this.twist[0]);
    this.rests.away(joint, frames.between, this.away);
    this.findTurn(this.away);
    for (let k = 0; k < 3; k++) this.rotate(rows, row + BALL_SPRING_ROW + k, WORLD, 3 * k, this.turn[k]);
  }

  /** Finds the rotation vector of a rotation in the axes of the first frame, in world axes. */
  private findTurn(rotation: Float64Array): void {
    const { turn } = this;
    vectorFromQuaternion(rotation, turn);
    rotateVector(this.frames.axesOfFirst, turn, 0, turn, 0);
  }

  /** A row along n = directions[from ...] of the velocity of the second member against the first at the point of the second. */
  private displace(rows: JointRows, joint: number, row: number, directions: Float64Array, from: number): void {
    const { ofFirst, ofSecond } = rows;
    const at = WIDTH * row;
    let along = 0;
    for (let k = 0; k < 3; k++) {
      along += this.gap[k] * directions[from + k];
      ofFirst[at + k] = -directions[from + k];
      ofSecond[at + k] = directions[from + k];
    }
    rows.values[row] = along;
    crossArm(rows.armsOfFirst, 3 * joint, ofFirst, at);
    crossArm(rows.armsOfSecond, 3 * joint, ofSecond, at);
  }

  /** A row about directions[from ...] of the angular velocity of the second member against the first. */
  private rotate(rows: JointRows, row: number, directions: Float64Array, from: number, value: number): void {
    const { ofFirst, ofSecond } = rows;
    const at = WIDTH * row;
    for (let k = 0; k < 3; k++) {
      ofFirst[at + k] = ofSecond[at + k] = 0;
      ofFirst[at + 3 + k] = -directions[from + k];
      ofSecond[at + 3 + k] = directions[from + k];
    }
    rows.values[row] = value;
  }
}

/** Writes c - centre to arms[at ...], which stays 0 for the world. */
function findArm(c: Float64Array, centres: Float64Array, member: number, arms: Float64Array, at: number): void {
  if (3 * member >= centres.length) return;
  for (let k = 0; k < 3; k++) arms[at + k] = c[k] - centres[3 * member + k];
}

/** Writes r x n to out[at + 3 ...], r = arms[from ...] and n = out[at ...]. */
function crossArm(arms: Float64Array, from: number, out: Float64Array, at: number): void {
  const x = arms[from];
  const y = arms[from + 1];
  const z = arms[from + 2];
  out[at + 3] = y * out[at + 2] - z * out[at + 1];
  out[at + 4] = z * out[at] - x * out[at + 2];
  out[at + 5] = x * out[at + 1] - y * out[at];
}

const WORLD = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1);
/** Rows along or about the axis. */
const AXIAL = [LIMIT_ROW, MOTOR_ROW, SPRING_ROW] as const;

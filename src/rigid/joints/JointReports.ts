import { SystemState } from '../../base/state/SystemState.ts';
import { hypot3 } from '../../math/hypot3.ts';
import type { BodyVelocities } from '../BodyVelocities.ts';
import type { Joint, JointType } from './Joint.ts';
import { JointLoads } from './JointLoads.ts';
import { ROWS, WIDTH, type JointRows } from './JointRows.ts';
import { BALL_SPRING_ROW, CONE_ROW, LIMIT_ROW, SPRING_ROW } from './measureJoint.ts';

/** Length of a substep over the inverse of the fastest frequency (rad/s) with which tense joints let light bodies oscillate: a chain of light links gains energy at twice this. */
const STEP_SHARE = 0.75;
/** Shortest substep that this asks for, s. */
const SHORTEST = 1 / 8000;

/** What joints carry, and which of them break by it; how short substeps have to be for what tense joints join. */
export class JointReports {
  readonly state: SystemState;
  private readonly joints: readonly Joint[];
  private readonly bodies: BodyVelocities;
  private readonly loads: JointLoads;
  /** Squares of the frequencies of oscillations that the tension of joints gives their bodies, 1/s2. */
  private readonly squares: Float64Array;

  constructor(joints: readonly Joint[], bodies: BodyVelocities) {
    this.joints = joints;
    this.bodies = bodies;
    this.loads = new JointLoads(joints.length);
    this.squares = new Float64Array(joints.length);
    this.state = new SystemState().array('squares', this.squares).include('loads', this.loads.state);
  }

  /** Longest substep, s. */
  maxStep(): number {
    let most = 0;
    for (let j = 0; j < this.squares.length; j++) most = Math.max(most, this.squares[j]);
    return Math.max(SHORTEST, STEP_SHARE / Math.sqrt(most));
  }

  /** Writes what a joint did in a substep of `dt`, s, from its rows where that begins and ends; returns whether it breaks. */
  write(j: number, atStart: JointRows, atEnd: JointRows, dt: number): boolean {
    const { loads } = this;
    const { report, type, breaking } = this.joints[j];
    report.gap = Math.max(report.gap, gapOf(atEnd, j, type));
    report.value = valueOf(atEnd, j, type);
    report.energy = this.springEnergy(j, atEnd);
    loads.add(j, atStart, dt);
    loads.add(j, atEnd, 0);
    if (!loads.isWhole(j)) return false;
    loads.take(j);
    report.force = Math.max(report.force, loads.force);
    report.torque = Math.max(report.torque, loads.torque);
    const breaks = breaking !== undefined && (loads.force > breaking.force || loads.torque > breaking.torque);
    this.squares[j] = breaks ? 0 : 2 * loads.force * this.largestLever(j, type, atEnd);
    if (breaks) {
      report.breaks = report.broken = true;
      report.energy = 0;
    }
    return breaks;
  }

  /** The larger lever of the two bodies of a joint about which they can turn: a weld and a slider leave them no rotation. */
  private largestLever(j: number, type: JointType, { first, second, armsOfFirst, armsOfSecond }: JointRows): number {
    if (type === 'weld' || type === 'slider') return 0;
    return Math.max(this.leverOf(first[j], armsOfFirst, j), this.leverOf(second[j], armsOfSecond, j));
  }

  /** Arm of a joint about the centre of a member times the angular acceleration per torque across it, 1/(kg m). */
  private leverOf(member: number, arms: Float64Array, j: number): number {
    const { inverseMasses, inverseInertias: m, count } = this.bodies;
    if (member >= count || inverseMasses[member] === 0) return 0;
    const x = arms[3 * j];
    const y = arms[3 * j + 1];
    const z = arms[3 * j + 2];
    const square = x * x + y * y + z * z;
    if (square === 0) return 0;
    const at = WIDTH * member;
    const along =
      x * (m[at] * x + 2 * m[at + 1] * y + 2 * m[at + 2] * z) +
      y * (m[at + 3] * y + 2 * m[at + 4] * z) +
      z * m[at + 5] * z;
    return 0.5 * Math.sqrt(square) * (m[at] + m[at + 3] + m[at + 5] - along / square);
  }

  /** Energy of the spring of a joint, J. */
  private springEnergy(j: number, { values }: JointRows): number {
    const { spring, type } = this.joints[j];
    if (spring === undefined) return 0;
    let square = 0;
    for (let row = ROWS * j + (type === 'ball' ? BALL_SPRING_ROW : SPRING_ROW); row < ROWS * (j + 1); row++) {
      square += (values[row] - spring.rest) ** 2;
    }
    return 0.5 * spring.stiffness * square;
  }
}

/** The angle or displacement of a hinge or slider, the swing of a ball joint. */
function valueOf({ values }: JointRows, j: number, type: JointType): number {
  return type === 'weld' ? 0 : values[ROWS * j + (type === 'ball' ? CONE_ROW : LIMIT_ROW)];
}

/** How far the points of a joint are apart, m. */
function gapOf({ values }: JointRows, j: number, type: JointType): number {
  const row = ROWS * j;
  return hypot3(values[row], values[row + 1], type === 'slider' ? 0 : values[row + 2]);
}

import { SystemState } from '../../base/state/SystemState.ts';
import { hypot3 } from '../../math/hypot3.ts';
import { ROWS, WIDTH, type JointRows } from './JointRows.ts';

/** Time over which the load of a joint is averaged, s: an impulse of one substep would be a force that grows with the number of substeps. */
const WINDOW = 1 / 240;
/** Times of substeps are rounded. */
const ROUNDING = 1e-9;

/** Mean force and torque of joints over windows of `WINDOW`. */
export class JointLoads {
  readonly state: SystemState;
  /** Impulse (N s) and angular impulse about the joint (N m s) since the window began, xyz each. */
  private readonly sums: Float64Array;
  /** s. */
  private readonly times: Float64Array;
  /** Mean force (N) and torque (N m) that were taken last. */
  force = 0;
  torque = 0;

  constructor(joints: number) {
    this.sums = new Float64Array(WIDTH * joints);
    this.times = new Float64Array(joints);
    this.state = new SystemState().array('sums', this.sums).array('times', this.times);
  }

  /** Adds the impulses of the rows of a joint, and `dt` (s) to the time in which they act. */
  add(joint: number, rows: JointRows, dt: number): void {
    this.times[joint] += dt;
    for (let row = ROWS * joint; row < ROWS * joint + rows.counts[joint]; row++) {
      const lambda = rows.impulses[row];
      if (lambda === 0) continue;
      const at = WIDTH * row;
      const { ofSecond: n } = rows;
      // The angular part of a row along a direction is the moment of its impulse about the centre, none about the joint.
      const part = n[at] === 0 && n[at + 1] === 0 && n[at + 2] === 0 ? 3 : 0;
      for (let k = part; k < part + 3; k++) this.sums[WIDTH * joint + k] += lambda * n[at + k];
    }
  }

  isWhole(joint: number): boolean {
    return this.times[joint] >= WINDOW * (1 - ROUNDING);
  }

  /** Finds the means of a joint, and begins its next window. */
  take(joint: number): void {
    const { sums, times } = this;
    const at = WIDTH * joint;
    this.force = hypot3(sums[at], sums[at + 1], sums[at + 2]) / times[joint];
    this.torque = hypot3(sums[at + 3], sums[at + 4], sums[at + 5]) / times[joint];
    sums.fill(0, at, at + WIDTH);
    times[joint] = 0;
  }
}

import type { Joint, MotorDemand } from './Joint.ts';
import { DRIVE, EQUAL, LIMIT, ROWS, type JointRows } from './JointRows.ts';
import type { RestRotations } from './RestRotations.ts';
import { BALL_SPRING_ROW, CONE_ROW, EQUALITIES, LIMIT_ROW, MOTOR_ROW, SPRING_ROW, TWIST_ROW } from './measureJoint.ts';

/** Speed at which a limit that is exceeded is restored and an open joint closed, m/s or rad/s: joints that begin outside their limits, or whose body keys have drawn away. */
export const RESTORING_SPEED = 1;
/** Share of its speed, or of the least speed (rad/s or m/s), by which a motor at its largest torque is slower than it should be. */
const SLIP = 1e-4;
const LEAST_SPEED = 0.1;

/** Declares the rows of a joint, which is the j-th one; `world` is the number that stands for the world. */
export function declareRows(
  { type, range, rotations, spring, motorAt, first, second }: Joint,
  j: number,
  rows: JointRows,
  world: number,
): void {
  const from = ROWS * j;
  rows.first[j] = first ?? world;
  rows.second[j] = second ?? world;
  rows.counts[j] = type === 'weld' ? EQUALITIES.weld : ROWS;
  rows.roles.fill(EQUAL, from, from + EQUALITIES[type]);
  if (type === 'ball') {
    if (rotations !== undefined) rows.roles[from + CONE_ROW] = rows.roles[from + TWIST_ROW] = LIMIT;
    if (spring !== undefined) rows.roles.fill(DRIVE, from + BALL_SPRING_ROW, from + ROWS);
  } else if (type !== 'weld') {
    if (range !== undefined) rows.roles[from + LIMIT_ROW] = LIMIT;
    if (motorAt !== undefined) rows.roles[from + MOTOR_ROW] = DRIVE;
    if (spring !== undefined) rows.roles[from + SPRING_ROW] = DRIVE;
  }
  rows.low.fill(-Infinity, from, from + ROWS);
  rows.high.fill(Infinity, from, from + ROWS);
}

/** What limits, motors and springs ask of a substep: targets, bounds and compliances of their rows. */
export class JointDemands {
  private readonly rows: JointRows;
  private readonly rests: RestRotations;
  private readonly demand: MotorDemand = { speed: 0, value: 0, stiffness: 0, damping: 0, most: 0 };

  constructor(rows: JointRows, rests: RestRotations) {
    this.rows = rows;
    this.rests = rests;
  }

  /** Sets what limits, motor and spring of a joint ask of a substep. */
  ask({ type, range, rotations, spring, motorAt }: Joint, j: number, time: number, dt: number): void {
    const from = ROWS * j;
    if (range !== undefined) this.limit(from + LIMIT_ROW, range[0], range[1], dt);
    if (rotations !== undefined) {
      this.limit(from + CONE_ROW, -Infinity, rotations.cone, dt);
      this.limit(from + TWIST_ROW, -rotations.twist, rotations.twist, dt);
    }
    if (spring !== undefined && type === 'ball') {
      const { rates } = this.rests;
      for (let k = 0; k < 3; k++) this.pull(from + BALL_SPRING_ROW + k, spring, 0, rates[3 * j + k], dt);
    } else if (spring !== undefined) this.pull(from + SPRING_ROW, spring, spring.rest, 0, dt);
    if (motorAt !== undefined) this.drive(from + MOTOR_ROW, motorAt, time, dt);
  }

  private limit(row: number, least: number, most: number, dt: number): void {
    const { values, low, high } = this.rows;
    low[row] = Math.min((least - values[row]) / dt, RESTORING_SPEED);
    high[row] = Math.max((most - values[row]) / dt, -RESTORING_SPEED);
  }

  /** A damped spring, implicit: its force is that at the end of the substep. */
  private pull(
    row: number,
    { stiffness, damping }: { readonly stiffness: number; readonly damping: number },
    rest: number,
    speed: number,
    dt: number,
  ): void {
    const { values, targets, softness } = this.rows;
    const total = damping + dt * stiffness;
    softness[row] = 1 / (dt * total);
    targets[row] = (damping * speed - stiffness * (values[row] - rest)) / total;
  }

  private drive(row: number, motorAt: (time: number, out: MotorDemand) => void, time: number, dt: number): void {
    const { demand, rows } = this;
    motorAt(time, demand);
    const before = demand.value;
    motorAt(time + dt, demand);
    const most = dt * demand.most;
    rows.low[row] = -most;
    rows.high[row] = most;
    if (demand.stiffness > 0) this.pull(row, demand, demand.value, (demand.value - before) / dt, dt);
    else {
      rows.softness[row] = (SLIP * Math.max(Math.abs(demand.speed), LEAST_SPEED)) / most;
      rows.targets[row] = demand.speed;
    }
  }
}

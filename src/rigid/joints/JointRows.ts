import type { BodyVelocities } from '../BodyVelocities.ts';

/** Rows that a joint has at most: five that are always kept, and a limit, a motor and a spring; or three, two limits and a spring of three. */
export const ROWS = 8;
/** Numbers per row of one body: a direction of its velocity and one of its angular velocity. */
export const WIDTH = 6;

/** What a row is: nothing; an equality; a range of its value; a motor or spring, which is compliant and whose impulse may be bounded. */
export const UNUSED = 0;
export const EQUAL = 1;
export const LIMIT = 2;
export const DRIVE = 3;

/**
 * The rows of joints at one place of their bodies: u = J v, the velocity of the second member against the first along each row, and J^T lambda, the impulses that a row gives to both. Packed: `ROWS` per joint.
 * A row that acts keeps u + softness lambda = target.
 */
export class JointRows {
  readonly joints: number;
  /** Members of each joint; one that is not below the number of bodies is the world. */
  readonly first: Int32Array;
  readonly second: Int32Array;
  readonly counts: Int32Array;
  readonly roles: Uint8Array;
  /** J of the first and of the second member: direction of the velocity and of the angular velocity, xyz each. */
  readonly ofFirst: Float64Array;
  readonly ofSecond: Float64Array;
  /** Arms of the point of each joint about the centres of its members, xyz, m. */
  readonly armsOfFirst: Float64Array;
  readonly armsOfSecond: Float64Array;
  /** What the row keeps at 0, or what it limits or drives: m or rad. */
  readonly values: Float64Array;
  /** m/s or rad/s. */
  readonly targets: Float64Array;
  /** Compliance of rows, m/s per N s or rad/s per N m s. */
  readonly softness: Float64Array;
  /** Velocities at which the bounds of limits are reached; least and largest impulses of drives. */
  readonly low: Float64Array;
  readonly high: Float64Array;
  /** A limit is at its lower bound (-1), at its upper one (1) or between (0); the impulse of a drive likewise. */
  readonly states: Int32Array;
  /** N s or N m s. */
  readonly impulses: Float64Array;

  constructor(joints: number) {
    const rows = ROWS * joints;
    this.joints = joints;
    this.first = new Int32Array(joints);
    this.second = new Int32Array(joints);
    this.counts = new Int32Array(joints);
    this.roles = new Uint8Array(rows);
    this.ofFirst = new Float64Array(WIDTH * rows);
    this.ofSecond = new Float64Array(WIDTH * rows);
    this.armsOfFirst = new Float64Array(3 * joints);
    this.armsOfSecond = new Float64Array(3 * joints);
    this.values = new Float64Array(rows);
    this.targets = new Float64Array(rows);
    this.softness = new Float64Array(rows);
    this.low = new Float64Array(rows);
    this.high = new Float64Array(rows);
    this.states = new Int32Array(rows);
    this.impulses = new Float64Array(rows);
  }

  /** Whether a row is one of the equations that are solved: a limit between its bounds and a drive at one of them are not. */
  acts(row: number): boolean {
    const role = this.roles[row];
    return role === EQUAL || (role === LIMIT && this.states[row] !== 0) || (role === DRIVE && this.states[row] === 0);
  }

  /** Writes to out[row] for every row of a joint how `motions` (velocities or shifts of bodies, six numbers each) change along it. */
  along(joint: number, motions: Float64Array, out: Float64Array): void {
    const a = WIDTH * this.first[joint];
    const b = WIDTH * this.second[joint];
    const end = ROWS * joint + this.counts[joint];
    for (let row = ROWS * joint; row < end; row++) {
      const at = WIDTH * row;
      let sum = 0;
      if (a < motions.length) for (let k = 0; k < WIDTH; k++) sum += this.ofFirst[at + k] * motions[a + k];
      if (b < motions.length) for (let k = 0; k < WIDTH; k++) sum += this.ofSecond[at + k] * motions[b + k];
      out[row] = sum;
    }
  }

  /** Adds J^T lambda of one row, lambda = impulses[row], to the impulses of both members, six numbers each. */
  addImpulse(joint: number, row: number, impulses: Float64Array, out: Float64Array): void {
    const lambda = impulses[row];
    if (lambda === 0) return;
    const a = WIDTH * this.first[joint];
    const b = WIDTH * this.second[joint];
    const at = WIDTH * row;
    if (a < out.length) for (let k = 0; k < WIDTH; k++) out[a + k] += this.ofFirst[at + k] * lambda;
    if (b < out.length) for (let k = 0; k < WIDTH; k++) out[b + k] += this.ofSecond[at + k] * lambda;
  }
}

/** Adds M^-1 P to the motions of a body, of its impulse P (six numbers, at its place among those of all bodies). */
export function pushBody(bodies: BodyVelocities, body: number, impulses: Float64Array, motions: Float64Array): void {
  const inverse = bodies.inverseMasses[body];
  if (inverse === 0) return;
  const { inverseInertias: j } = bodies;
  const at = WIDTH * body;
  const x = impulses[at + 3];
  const y = impulses[at + 4];
  const z = impulses[at + 5];
  for (let axis = 0; axis < 3; axis++) motions[at + axis] += inverse * impulses[at + axis];
  motions[at + 3] += j[at] * x + j[at + 1] * y + j[at + 2] * z;
  motions[at + 4] += j[at + 1] * x + j[at + 3] * y + j[at + 4] * z;
  motions[at + 5] += j[at + 2] * x + j[at + 4] * y + j[at + 5] * z;
}

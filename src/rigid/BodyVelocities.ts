/** Velocities of the bodies of a substep and how they answer impulses: packed arrays, one row per body. What is keyed has no inverse mass. */
export class BodyVelocities {
  readonly count: number;
  /** 1/kg. */
  readonly inverseMasses: Float64Array;
  /** Inverse inertia tensors in world axes, packed xx, xy, xz, yy, yz, zz, 1/(kg m2). */
  readonly inverseInertias: Float64Array;
  /** Velocity of the centre (m/s) and angular velocity (rad/s), xyz each. */
  readonly velocities: Float64Array;
  /** Displacements that only push overlapping bodies apart: shift of the centre (m) and rotation vector (rad), xyz each. */
  readonly shifts: Float64Array;
  /** Centres of mass, xyz, m; for what is keyed, the origin of its frame. */
  readonly centres: Float64Array;

  constructor(count: number) {
    this.count = count;
    this.inverseMasses = new Float64Array(count);
    this.inverseInertias = new Float64Array(6 * count);
    this.velocities = new Float64Array(6 * count);
    this.shifts = new Float64Array(6 * count);
    this.centres = new Float64Array(3 * count);
  }

  /** Adds to `motions` (velocities or shifts) what an impulse (x, y, z) at an arm from the centre of a body changes of its own. */
  push(motions: Float64Array, body: number, arms: Float64Array, at: number, x: number, y: number, z: number): void {
    const inverse = this.inverseMasses[body];
    if (inverse === 0) return;
    const { inverseInertias: j } = this;
    const m = 6 * body;
    motions[m] += inverse * x;
    motions[m + 1] += inverse * y;
    motions[m + 2] += inverse * z;
    const tx = arms[at + 1] * z - arms[at + 2] * y;
    const ty = arms[at + 2] * x - arms[at] * z;
    const tz = arms[at] * y - arms[at + 1] * x;
    motions[m + 3] += j[m] * tx + j[m + 1] * ty + j[m + 2] * tz;
    motions[m + 4] += j[m + 1] * tx + j[m + 3] * ty + j[m + 4] * tz;
    motions[m + 5] += j[m + 2] * tx + j[m + 4] * ty + j[m + 5] * tz;
  }

  /** Returns how much faster a point of a body gets along u by a unit impulse along w: u . K w, 1/kg. */
  response(
    body: number,
    arms: Float64Array,
    at: number,
    ux: number,
    uy: number,
    uz: number,
    wx: number,
    wy: number,
    wz: number,
  ): number {
    const inverse = this.inverseMasses[body];
    if (inverse === 0) return 0;
    const { inverseInertias: j } = this;
    const m = 6 * body;
    const rx = arms[at];
    const ry = arms[at + 1];
    const rz = arms[at + 2];
    const ax = ry * uz - rz * uy;
    const ay = rz * ux - rx * uz;
    const az = rx * uy - ry * ux;
    const bx = ry * wz - rz * wy;
    const by = rz * wx - rx * wz;
    const bz = rx * wy - ry * wx;
    return (
      inverse * (ux * wx + uy * wy + uz * wz) +
      ax * (j[m] * bx + j[m + 1] * by + j[m + 2] * bz) +
      ay * (j[m + 1] * bx + j[m + 3] * by + j[m + 4] * bz) +
      az * (j[m + 2] * bx + j[m + 4] * by + j[m + 5] * bz)
    );
  }
}

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

  /**
   * Adds to `motions` (velocities or shifts) what `sign` times an impulse (xyz) at an arm from the centre of a body changes of its own. Numbers are passed through arrays: as arguments of calls that
   * are not inlined they would be allocated.
   */
  push(motions: Float64Array, body: number, arms: Float64Array, at: number, impulse: Float64Array, sign: 1 | -1): void {
    const inverse = this.inverseMasses[body];
    if (inverse === 0) return;
    const { inverseInertias: j } = this;
    const m = 6 * body;
    const x = sign * impulse[0];
    const y = sign * impulse[1];
    const z = sign * impulse[2];
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

  /** Adds to out[to] how much faster a point of a body gets along u = directions[3 a ...] by a unit impulse along w = directions[3 b ...]: u . K w, 1/kg. */
  addResponse(
    body: number,
    arms: Float64Array,
    at: number,
    directions: Float64Array,
    a: number,
    b: number,
    out: Float64Array,
    to: number,
  ): void {
    const inverse = this.inverseMasses[body];
    if (inverse === 0) return;
    const { inverseInertias: j } = this;
    const m = 6 * body;
    const rx = arms[at];
    const ry = arms[at + 1];
    const rz = arms[at + 2];
    const ux = directions[3 * a];
    const uy = directions[3 * a + 1];
    const uz = directions[3 * a + 2];
    const wx = directions[3 * b];
    const wy = directions[3 * b + 1];
    const wz = directions[3 * b + 2];
    const ax = ry * uz - rz * uy;
    const ay = rz * ux - rx * uz;
    const az = rx * uy - ry * ux;
    const bx = ry * wz - rz * wy;
    const by = rz * wx - rx * wz;
    const bz = rx * wy - ry * wx;
    out[to] +=
      inverse * (ux * wx + uy * wy + uz * wz) +
      ax * (j[m] * bx + j[m + 1] * by + j[m + 2] * bz) +
      ay * (j[m + 1] * bx + j[m + 3] * by + j[m + 4] * bz) +
      az * (j[m + 2] * bx + j[m + 4] * by + j[m + 5] * bz);
  }
}

/** Writes A v to out[at ...], of a symmetric matrix packed xx, xy, xz, yy, yz, zz at matrix[from ...]. */
export function multiplySymmetric(
  matrix: Float64Array,
  from: number,
  v: Float64Array,
  out: Float64Array,
  at: number,
): void {
  const x = v[0];
  const y = v[1];
  const z = v[2];
  out[at] = matrix[from] * x + matrix[from + 1] * y + matrix[from + 2] * z;
  out[at + 1] = matrix[from + 1] * x + matrix[from + 3] * y + matrix[from + 4] * z;
  out[at + 2] = matrix[from + 2] * x + matrix[from + 4] * y + matrix[from + 5] * z;
}

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

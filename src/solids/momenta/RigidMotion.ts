import { signedSvd } from '../../math/signedSvd.ts';
import { sumNumbers } from '../vectorSums.ts';

/** Principal moments under this fraction of the largest count as zero: a line of mass cannot be turned about itself. */
const MOMENT_CUTOFF = 1e-10;

/** The rigid motion of masses that has given momenta: its velocity is P / m + omega cross (x - centre). */
export class RigidMotion {
  /** m. */
  readonly centre = new Float64Array(3);
  /** m/s. */
  readonly velocity = new Float64Array(3);
  /** omega, 1/s. */
  readonly angularVelocity = new Float64Array(3);
  private readonly inertia = new Float64Array(9);
  /** kg. In an array, where writing allocates nothing. */
  private readonly total = new Float64Array(1);
  /** Sums of m x x, m y y, m z z, m x y, m x z, m y z about the centre, kg m2. */
  private readonly moments = new Float64Array(6);
  private readonly u = new Float64Array(9);
  private readonly v = new Float64Array(9);
  private readonly s = new Float64Array(3);

  /**
   * Finds that of momentum P (kg m/s) and angular momentum L (kg m2/s) about `origin`, for masses (kg) at `positions` (m): omega = I^+ (L - (centre - origin) cross P).
   * The inertia is symmetric positive semidefinite, so its singular vectors are its principal axes.
   */
  find(
    masses: Float64Array,
    positions: Float64Array,
    linear: Float64Array,
    angular: Float64Array,
    origin: Float64Array,
  ): void {
    this.place(masses, positions);
    this.move(linear, angular, origin);
  }

  /** Finds the centre and the principal moments of masses (kg) at `positions` (m), for `move`. */
  place(masses: Float64Array, positions: Float64Array): void {
    const { centre, total, inertia, u, s, v } = this;
    total[0] = sumNumbers(masses);
    this.sumMassMoments(masses, positions);
    for (let axis = 0; axis < 3; axis++) centre[axis] /= total[0];
    this.findInertia(masses, positions);
    signedSvd(inertia, u, s, v);
  }

  /** Finds the motion as `find` does, of the masses that were placed last. */
  move(linear: Float64Array, angular: Float64Array, origin: Float64Array): void {
    const { centre, total, velocity, angularVelocity } = this;
    const rx = centre[0] - origin[0];
    const ry = centre[1] - origin[1];
    const rz = centre[2] - origin[2];
    const lx = angular[0] - (ry * linear[2] - rz * linear[1]);
    const ly = angular[1] - (rz * linear[0] - rx * linear[2]);
    const lz = angular[2] - (rx * linear[1] - ry * linear[0]);
    angularVelocity[0] = lx;
    angularVelocity[1] = ly;
    angularVelocity[2] = lz;
    this.turning(angularVelocity, angularVelocity);
    for (let axis = 0; axis < 3; axis++) velocity[axis] = linear[axis] / total[0];
  }

  /** out = I^+ L, 1/s, of the masses that `find` was asked about last; L = `angular`, kg m2/s, about their centre. May be the same array. */
  turning(angular: Float64Array, out: Float64Array): void {
    const { u, s, v } = this;
    const lx = angular[0];
    const ly = angular[1];
    const lz = angular[2];
    out.fill(0);
    for (let axis = 0; axis < 3; axis++) {
      if (!(s[axis] > MOMENT_CUTOFF * s[0])) continue;
      const along = u[axis] * lx + u[3 + axis] * ly + u[6 + axis] * lz;
      for (let k = 0; k < 3; k++) out[k] += (along / s[axis]) * v[3 * k + axis];
    }
  }

  /** out = I omega, kg m2/s, of these masses about their centre; `omega` in 1/s. */
  turnedBy(omega: Float64Array, out: Float64Array): void {
    const { inertia } = this;
    for (let row = 0; row < 3; row++) {
      out[row] = inertia[3 * row] * omega[0] + inertia[3 * row + 1] * omega[1] + inertia[3 * row + 2] * omega[2];
    }
  }

  /** centre = sum m x, kg m. Ends with its loop, like `vectorSums`. */
  private sumMassMoments(masses: Float64Array, positions: Float64Array): void {
    const { centre } = this;
    centre.fill(0);
    for (let i = 0; i < masses.length; i++) {
      centre[0] += masses[i] * positions[3 * i];
      centre[1] += masses[i] * positions[3 * i + 1];
      centre[2] += masses[i] * positions[3 * i + 2];
    }
  }

  /** Inertia tensor about the centre, kg m2. */
  private findInertia(masses: Float64Array, positions: Float64Array): void {
    this.sumProducts(masses, positions);
    const { inertia, moments } = this;
    inertia[0] = moments[1] + moments[2];
    inertia[4] = moments[0] + moments[2];
    inertia[8] = moments[0] + moments[1];
    inertia[1] = inertia[3] = -moments[3];
    inertia[2] = inertia[6] = -moments[4];
    inertia[5] = inertia[7] = -moments[5];
  }

  /** Fills `moments`. Ends with its loop, like `vectorSums`. */
  private sumProducts(masses: Float64Array, positions: Float64Array): void {
    const { centre, moments } = this;
    moments.fill(0);
    for (let i = 0; i < masses.length; i++) {
      const m = masses[i];
      const x = positions[3 * i] - centre[0];
      const y = positions[3 * i + 1] - centre[1];
      const z = positions[3 * i + 2] - centre[2];
      moments[0] += m * x * x;
      moments[1] += m * y * y;
      moments[2] += m * z * z;
      moments[3] += m * x * y;
      moments[4] += m * x * z;
      moments[5] += m * y * z;
    }
  }
}

import { RigidMotion } from './momenta/RigidMotion.ts';
import { sumMomenta } from './momenta/sumMomenta.ts';

/** The rigid motion of a body with its momenta, as a first guess of an implicit velocity solve. */
export class RigidGuess {
  /** Sums over the vertices, kg m2/s2: of the squared damping impulse over the mass, and of m u^2, u the velocity beside the rigid one. */
  private readonly sums = new Float64Array(2);
  private readonly motion = new RigidMotion();
  private readonly linear = new Float64Array(3);
  private readonly angular = new Float64Array(3);
  private readonly origin = new Float64Array(3);

  constructor(private readonly masses: Float64Array) {}

  /**
   * Whether damping over `h`, s, changes the velocity more than its end would: D v (`damping`, N) of `velocity` (m/s) has the larger part of the residual then, and a solution that is accurate to a share of it may be wrong by
   * all of the motion. `positions` in m.
   */
  isBetter(positions: Float64Array, velocity: Float64Array, damping: Float64Array, h: number): boolean {
    const { masses, motion, linear, angular, origin, sums } = this;
    for (let axis = 0; axis < 3; axis++) origin[axis] = positions[axis];
    sumMomenta(masses, positions, velocity, origin, linear, angular);
    motion.find(masses, positions, linear, angular, origin);
    this.addSums(positions, velocity, damping, h);
    return sums[0] > sums[1];
  }

  /** velocity = the rigid motion that `isBetter` has found, at `positions`, m. */
  write(positions: Float64Array, velocity: Float64Array): void {
    const { centre, angularVelocity: w, velocity: v } = this.motion;
    for (let k = 0; k < velocity.length; k += 3) {
      const x = positions[k] - centre[0];
      const y = positions[k + 1] - centre[1];
      const z = positions[k + 2] - centre[2];
      velocity[k] = v[0] + w[1] * z - w[2] * y;
      velocity[k + 1] = v[1] + w[2] * x - w[0] * z;
      velocity[k + 2] = v[2] + w[0] * y - w[1] * x;
    }
  }

  /** Fills `sums`. Ends with its loop, like `vectorSums`. */
  private addSums(positions: Float64Array, velocity: Float64Array, damping: Float64Array, h: number): void {
    const { masses, sums } = this;
    const { centre, angularVelocity: w, velocity: v } = this.motion;
    sums.fill(0);
    for (let i = 0; i < masses.length; i++) {
      const m = masses[i];
      if (!(m > 0)) continue;
      const k = 3 * i;
      const x = positions[k] - centre[0];
      const y = positions[k + 1] - centre[1];
      const z = positions[k + 2] - centre[2];
      const ux = velocity[k] - v[0] - w[1] * z + w[2] * y;
      const uy = velocity[k + 1] - v[1] - w[2] * x + w[0] * z;
      const uz = velocity[k + 2] - v[2] - w[0] * y + w[1] * x;
      const square = damping[k] * damping[k] + damping[k + 1] * damping[k + 1] + damping[k + 2] * damping[k + 2];
      sums[0] += (h * h * square) / m;
      sums[1] += m * (ux * ux + uy * uy + uz * uz);
    }
  }
}

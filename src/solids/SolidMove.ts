import type { SolidOperators } from './SolidOperators.ts';
import type { FreeMove } from './DeformableBody.ts';
import { StepFailure, worstElement } from './StepFailure.ts';
import { MOTION_LIMIT } from './timeStep.ts';

/** A substep in which a vertex moves this many motion limits has exploded: it is tried again, shorter. */
const EXPLOSION = 8;

/** Step 3 of Irving 2007, 3.1: vertices move as their velocity says, unless that has exploded. */
export class SolidMove implements FreeMove {
  /** Longest way of a vertex against the body's mean motion, m. */
  private readonly longest: number;
  /** Squared speed of the fastest vertex, m2/s2: in an array, where writing allocates nothing. */
  private readonly square = new Float64Array(1);
  private vertex = 0;

  /** `constrained`: not 0 for prescribed vertices; `elementSize`: mean edge, m; `meanVelocity`: of the body at the last limit of a substep, m/s. */
  constructor(
    private readonly operators: Pick<SolidOperators, 'singularValues' | 'elementCount'>,
    private readonly constrained: Uint8Array,
    elementSize: number,
    private readonly meanVelocity: Float64Array,
  ) {
    this.longest = EXPLOSION * MOTION_LIMIT * elementSize;
  }

  /** The fastest vertex against the mean velocity is found, constrained ones left out. */
  move(from: Float64Array, velocity: Float64Array, dt: number, to: Float64Array): void {
    const { square, constrained, meanVelocity } = this;
    this.vertex = 0;
    square[0] = 0;
    for (let v = 0; v < velocity.length / 3; v++) {
      const k = 3 * v;
      let speed = 0;
      for (let axis = 0; axis < 3; axis++) {
        to[k + axis] = from[k + axis] + dt * velocity[k + axis];
        const relative = velocity[k + axis] - meanVelocity[axis];
        speed += relative * relative;
      }
      if (speed <= square[0] || constrained[v] !== 0) continue;
      square[0] = speed;
      this.vertex = v;
    }
  }

  checkExplosion(dt: number): void {
    const limit = this.longest / dt;
    if (!(this.square[0] > limit * limit)) return;
    const way = Math.sqrt(this.square[0]) * dt;
    throw new StepFailure(`vertex ${this.vertex} moves ${way} m in one substep`, worstElement(this.operators));
  }
}

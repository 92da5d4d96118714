import type { FreeMove } from '../DeformableBody.ts';
import type { SolidOperators } from '../SolidOperators.ts';
import { StepFailure, worstElement } from '../StepFailure.ts';
import type { TargetTerm } from '../terms/TargetTerm.ts';
import { largestSquare, sumVectors } from '../vectorSums.ts';

/** A vertex that moves farther than this share of the body's size in one substep, against the mean motion, has exploded. */
const EXPLOSION = 0.5;

/** How the vertices of a shell move: by backward Euler, which explodes only where its forces are no numbers that make sense. */
export class ShellMove implements FreeMove {
  private readonly operators: Pick<SolidOperators, 'singularValues' | 'elementCount'>;
  private readonly targets: TargetTerm;
  /** m. */
  private readonly size: number;
  private readonly meanVelocity = new Float64Array(3);
  private velocity: Float64Array = new Float64Array(0);

  /** `size`: diagonal of the box at rest, m. */
  constructor(operators: Pick<SolidOperators, 'singularValues' | 'elementCount'>, targets: TargetTerm, size: number) {
    this.operators = operators;
    this.targets = targets;
    this.size = size;
  }

  move(from: Float64Array, velocity: Float64Array, dt: number, to: Float64Array): void {
    this.velocity = velocity;
    for (let k = 0; k < from.length; k++) to[k] = from[k] + dt * velocity[k];
  }

  checkExplosion(dt: number): void {
    const { velocity, meanVelocity } = this;
    const limit = (EXPLOSION * this.size) / dt;
    sumVectors(velocity, meanVelocity);
    for (let axis = 0; axis < 3; axis++) meanVelocity[axis] /= velocity.length / 3;
    if (!this.targets.anyConstrained && largestSquare(velocity, meanVelocity) > limit * limit) {
      throw new StepFailure('a vertex moves half the size of the cloth in one substep', worstElement(this.operators));
    }
  }
}

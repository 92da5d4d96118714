import type { SolidBodyInput } from './SolidOperators.ts';
import { stableStep } from './timeStep.ts';

/** How fibres shorten the stable substep of a body, from the state that they are in. */
export class FibreStep {
  private readonly body: SolidBodyInput;
  /** Smallest isotropic stiffness 2 mu + 3 lambda, and shear modulus, of the materials with fibres, Pa. */
  private readonly isotropic: number;
  private readonly shear: number;
  private readonly at = new Float64Array(2);
  private readonly law = new Float64Array(3);

  constructor(body: SolidBodyInput) {
    this.body = body;
    const models = body.models.filter(({ fibre }) => fibre !== undefined);
    this.isotropic = Math.min(...models.map(({ mu, lambda }) => 2 * mu + 3 * Math.max(lambda, 0)));
    this.shear = Math.min(...models.map(({ mu }) => mu));
  }

  /**
   * Longest stable substep (s) of a body whose elastic frequency bound at the present strength, fibres left out, is `frequency` (1/s). Along the
   * fibres the stiffness grows by k = max(dT/dlambda, T / lambda), which has no damping of its own: omega^2 grows by k / (2 mu + 3 lambda), and
   * a mode that keeps its volume has 3 mu tau / (3 mu + k) left of its damping time tau.
   */
  longest(
    fibreStretches: ArrayLike<number>,
    activation: number,
    frequency: number,
    dampingTime: number,
    stiffening: number,
  ): number {
    const k = this.largestStiffness(fibreStretches, activation);
    const stiffer = frequency * Math.sqrt(1 + k / (this.isotropic * stiffening));
    const damped = dampingTime / (1 + k / (3 * this.shear));
    return stableStep(stiffer, damped, stiffening);
  }

  /** Largest max(dT/dlambda, T / lambda) of all points, Pa. */
  private largestStiffness(fibreStretches: ArrayLike<number>, activation: number): number {
    const { at, law } = this;
    const { models, elementModel, elementKind } = this.body;
    const points = elementKind === 'tet' ? 1 : 8;
    at[1] = activation;
    let largest = 0;
    for (let q = 0; q < fibreStretches.length; q++) {
      const { fibre } = models[elementModel?.[Math.floor(q / points)] ?? 0];
      if (fibre === undefined || !(fibreStretches[q] > 0)) continue;
      at[0] = fibreStretches[q];
      fibre.evaluate(at, law);
      largest = Math.max(largest, law[2], law[1] / at[0]);
    }
    return largest;
  }
}

import { elementTypes } from '../geometry/elements/elementTypes.ts';
import type { SolidBodyInput } from './SolidOperators.ts';
import { stableStep } from './timeStep.ts';

/** How fibres shorten the stable substep of a body, from the state that they are in. */
export class FibreStep {
  private readonly body: SolidBodyInput;
  private readonly at = new Float64Array(2);
  private readonly law = new Float64Array(3);
  private readonly largest = new Float64Array(2);
  private readonly softest = new Float64Array(2);

  constructor(body: SolidBodyInput) {
    this.body = body;
  }

  /**
   * Longest stable substep (s) of a body whose elastic frequency bound at the present strength, fibres left out, is `frequency` (1/s). The
   * stiffness grows by dT/dlambda along the fibres and by T / lambda across them, which have no damping of their own: omega^2 grows by the larger over
   * 2 mu + 3 lambda. Of its damping time tau a mode that stretches fibres, and keeps its volume, has 3 mu tau / (3 mu + dT/dlambda) left, and one that shears them
   * sideways, like a string, mu tau / (mu + T / lambda).
   */
  longest(
    fibreStretches: ArrayLike<number>,
    activation: number,
    frequency: number,
    dampingTime: number,
    stiffening: number,
  ): number {
    this.findLargest(fibreStretches, activation);
    const { largest, softest } = this;
    this.findSoftest();
    const [isotropic, shear] = softest;
    const stiffer = frequency * Math.sqrt(1 + Math.max(largest[0], largest[1]) / (isotropic * stiffening));
    const damped = dampingTime / (1 + Math.max(largest[0] / 3, largest[1]) / shear);
    return stableStep(stiffer, damped, stiffening);
  }

  /** Puts the smallest isotropic stiffness 2 mu + 3 lambda, and shear modulus, of the present materials with fibres, Pa, into `softest`. */
  private findSoftest(): void {
    const { softest } = this;
    softest.fill(Infinity);
    for (const { mu, lambda, fibre } of this.body.models) {
      if (fibre === undefined) continue;
      softest[0] = Math.min(softest[0], 2 * mu + 3 * Math.max(lambda, 0));
      softest[1] = Math.min(softest[1], mu);
    }
  }

  /** Puts the largest dT/dlambda and T / lambda of all points, Pa, into `largest`. */
  private findLargest(fibreStretches: ArrayLike<number>, activation: number): void {
    const { at, law, largest } = this;
    const { models, elementModel, elementKind } = this.body;
    const points = elementTypes[elementKind].points.length;
    at[1] = activation;
    largest.fill(0);
    for (let q = 0; q < fibreStretches.length; q++) {
      const { fibre } = models[elementModel?.[Math.floor(q / points)] ?? 0];
      if (fibre === undefined || !(fibreStretches[q] > 0)) continue;
      at[0] = fibreStretches[q];
      fibre.evaluate(at, law);
      largest[0] = Math.max(largest[0], law[2]);
      largest[1] = Math.max(largest[1], law[1] / at[0]);
    }
  }
}

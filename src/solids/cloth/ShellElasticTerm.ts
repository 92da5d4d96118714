import { StepFailure, worstElement } from '../StepFailure.ts';
import type { ElasticPart } from '../terms/ElasticTerm.ts';
import type { Substep } from '../terms/Term.ts';
import { addVectors, allFinite } from '../vectorSums.ts';
import type { KnownSurface } from './KnownSurface.ts';
import type { ShellOperators } from './ShellOperators.ts';
import type { ShellPlasticity } from './ShellPlasticity.ts';

/** What the elasticity of a shell depends on beside its material. */
export interface ShellElasticInput {
  /** Factor on elastic and damping forces at `time`, >= 0. */
  strengthAt(time: number): number;
  /** What the shell lies on; left out, none of its triangles is ever inverted. */
  readonly surface?: KnownSurface;
}

/** Elasticity of a shell: stretching, shearing and bending with their damping, and what of them stays for good. */
export class ShellElasticTerm implements ElasticPart {
  private strength = 1;
  private readonly input: ShellElasticInput;
  private readonly operators: ShellOperators;
  private readonly plasticity: ShellPlasticity | undefined;
  private readonly positions: Float64Array;

  /** `positions`: the live state, m; without `plasticity` the shell always springs back. */
  constructor(
    input: ShellElasticInput,
    operators: ShellOperators,
    positions: Float64Array,
    plasticity?: ShellPlasticity,
  ) {
    this.input = input;
    this.operators = operators;
    this.positions = positions;
    this.plasticity = plasticity;
  }

  beginStep({ start, end }: Substep): void {
    this.strength = this.input.strengthAt((start + end) / 2);
    this.input.surface?.findSides(start, this.positions, this.operators.membrane.sides);
  }

  addForce(x: Float64Array, _v: Float64Array, force: Float64Array): void {
    const { operators } = this;
    this.evaluateAt(x);
    const { elasticForce } = operators;
    if (!allFinite(elasticForce)) throw new StepFailure('the elastic force is not finite', worstElement(operators));
    addVectors(force, elasticForce, force);
  }

  evaluateAt(x: Float64Array): void {
    this.operators.updateElastic(x, this.strength);
  }

  energyAt(x: Float64Array): number {
    this.evaluateAt(x);
    return this.operators.elasticEnergy();
  }

  energyBetween(time: number): number {
    const { operators, input, positions } = this;
    input.surface?.findSides(time, positions, operators.membrane.sides);
    operators.updateElastic(positions, input.strengthAt(time));
    return operators.elasticEnergy();
  }

  commit(): void {
    if (this.plasticity === undefined) return;
    if (this.plasticity.advance(this.positions)) this.operators.renewRest();
  }
}

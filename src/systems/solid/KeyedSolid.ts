import type { Solid } from '../../scene/kinds/solid.ts';
import type { KeyedInputs } from '../../simulation/keyed/KeyedInputs.ts';

/** The keyed values of a solid that its solver reads at any time of the running interval. */
export class KeyedSolid {
  private readonly inputs: KeyedInputs;
  private readonly solid: Solid;

  constructor(inputs: KeyedInputs, solid: Solid) {
    this.inputs = inputs;
    this.solid = solid;
  }

  /** Mass-proportional damping at `time` (s), 1/s: the material's share of the drag. */
  massDampingAt(time: number): number {
    return this.inputs.value(this.inputs.of(this.solid).material.massDamping, time);
  }

  /** Strength at `time` (s), a factor of the material's stiffness. */
  strengthAt(time: number): number {
    return this.inputs.value(this.inputs.of(this.solid).strength, time);
  }

  /** Activation of its fibres at `time` (s), 0 to 1; 0 without any. */
  activationAt(time: number): number {
    return this.inputs.value(this.inputs.of(this.solid).fibres?.activation ?? 0, time);
  }
}

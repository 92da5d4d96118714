import type { VelocityOperators } from '../VelocityOperators.ts';
import type { Bending } from './Bending.ts';
import type { Membrane } from './Membrane.ts';
import type { ShellInput } from './ShellInput.ts';

/**
 * Forces, stiffness and velocity solve of a shell. Two implementations with one meaning: `ClothOperators` (TypeScript, float64) and
 * `KernelClothOperators` (AssemblyScript SIMD, threads). Nothing allocates after construction.
 */
export interface ShellOperators extends VelocityOperators {
  /** What the shell is made of, which plastic flow changes; energies in float64. */
  readonly membrane: Membrane;
  readonly bending: Bending;
  /** Elastic forces at `positions`, m, times `strength`. */
  updateElastic(positions: Float64Array, strength: number): void;
  /** Says that rest angles or gradients have changed. */
  renewRest(): void;
  /** Strain and bending energy at the state of the last `updateElastic`, J. */
  elasticEnergy(): number;
  dispose(): void;
}

export type ShellOperatorsFactory = (input: ShellInput) => ShellOperators;

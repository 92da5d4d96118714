import type { CreatedModel } from '../materials/ConstitutiveModel.ts';

/** A material whose numbers are keyed: changes what the body and its operators are made of. */
export interface ChangingMaterial {
  /** Another number after every change. */
  readonly version: number;
  /** Makes body and operators what they are at `time`, s, of the running frame. Depends on nothing that was before. */
  moveTo(time: number): void;
  /** Least upper bound of the operators' frequency over the running frame, over that of the present material. */
  readonly frequencyFactor: number;
  /** Ratio of damping to stiffness, s, and of the density to that at which the body was made: the least of the running frame. */
  readonly dampingTime: number;
  readonly densityRatio: number;
  /** Materials between which that of the running frame stays as to how it stiffens; none where it stiffens as the body was made. */
  readonly stiffening: readonly CreatedModel[];
  /** Whether there is damping later although there is none at first. */
  readonly dampedLater: boolean;
}

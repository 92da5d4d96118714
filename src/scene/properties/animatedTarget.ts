import { z } from 'zod';
import { quantity } from '../../base/quantities.ts';
import { keyable } from '../keyable.ts';
import { paintedField } from '../paintedField.ts';
import { animationMatching } from './animationMatching.ts';
import { referenceTo } from './common.ts';

/** An animation that a whole solid is pulled towards, by a damped spring on every vertex whose strength does not depend on the mesh. */
export const animatedTarget = z.strictObject({
  animation: referenceTo('importedAnimation'),
  matching: animationMatching,
  frequency: quantity({
    unit: 'Hz',
    label: 'target frequency',
    help: 'Frequency at which the solid oscillates about its target. Larger values follow it more closely.',
    min: 0.01,
    max: 1000,
    softMax: 20,
    default: 4,
  }),
  dampingRatio: quantity({
    unit: '',
    label: 'damping ratio',
    help: 'Damping relative to critical damping: below 1 the solid oscillates about its target, 1 settles fastest. It damps motion against the target, not along with it.',
    symbol: 'zeta',
    min: 0,
    max: 10,
    softMax: 2,
    default: 1,
  }),
  strength: keyable({
    unit: '',
    label: 'target strength',
    help: 'Factor of the stiffness of the pull: 1 pulls with the given frequency, 0 lets the solid go.',
    min: 0,
    max: 1,
    default: 1,
  }),
  /** Multiplies the strength, painted on the solid: 0 leaves a part free. */
  paintedStrength: paintedField(1, 'painted target strength').optional(),
});
export type AnimatedTarget = z.output<typeof animatedTarget>;

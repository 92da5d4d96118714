import { z } from 'zod';
import { quantity } from '../../base/quantities.ts';
import { keyable } from '../keyable.ts';
import { labelled } from '../marks.ts';
import { referenceTo } from './common.ts';

/** An animation that a whole solid is pulled towards, by a damped spring on every vertex whose strength does not depend on the mesh. */
export const animatedTarget = z.strictObject({
  animation: referenceTo('importedAnimation'),
  matching: labelled(z.enum(['surface', 'vertices']).default('surface'), {
    label: 'matched by',
    help: 'Which place of the animation a place of the solid follows. Surface: the nearest one where the shot begins, so that both have to lie on each other there. Vertices: the one of the same number, for an animation of the mesh that the solid is made of.',
  }),
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
});
export type AnimatedTarget = z.output<typeof animatedTarget>;

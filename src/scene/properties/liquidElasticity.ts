import { z } from 'zod';
import { keyable } from '../keyable.ts';
import { marked } from '../marks.ts';

const group = z.strictObject({
  shearModulus: keyable({
    unit: 'Pa',
    label: 'shear modulus',
    help: 'Stiffness with which the liquid springs back when it is sheared: toothpaste 1000, jelly 2000 to 10 000. 0 is a liquid without elasticity; any other value makes it stick to walls and colliders. Stiffer liquids take more substeps. Where keys melt it to 0 the liquid forgets its shape.',
    symbol: 'G',
    min: 0,
    max: 1e7,
    softMax: 10_000,
    default: 0,
  }),
  flowRate: keyable({
    unit: '1/s',
    label: 'flow rate',
    help: 'How fast the liquid forgets a deformation beyond the yield strain: the part of it that is gone per second. 0 always springs back, like jelly; 5 runs and springs back a little; 100 keeps every new shape at once, like toothpaste.',
    symbol: 'alpha',
    min: 0,
    max: 1e4,
    softMax: 200,
    default: 0,
  }),
  yieldStrain: keyable({
    unit: '',
    label: 'yield strain',
    help: 'Shear up to which the liquid springs back, as the tangent of its angle. It flows under stresses above the shear modulus times this. With 0 it flows under any stress.',
    symbol: 'gamma',
    min: 0,
    max: 10,
    softMax: 1,
    default: 0.1,
  }),
});
type Elasticity = z.output<typeof group>;

/** What a liquid resists shear with as a solid does, and when it flows. */
export const liquidElasticity = marked(group, {
  counts: (value) => whatActs(value as Elasticity),
});

/** The part that frames depend on: without a modulus there is nothing to yield, and without a flow rate nothing that does. */
function whatActs(elasticity: Elasticity): Partial<Elasticity> | undefined {
  const { shearModulus, flowRate } = elasticity;
  if (shearModulus === 0) return undefined;
  return flowRate === 0 ? { shearModulus } : elasticity;
}

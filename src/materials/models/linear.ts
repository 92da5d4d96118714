import { z } from 'zod';
import type { ConstitutiveModelDefinition } from '../ConstitutiveModel.ts';
import rotatedLinear from './rotatedLinear.ts';

/**
 * Linear elasticity without rotation (Zarifi 2017, chapter 3), with the small strain eps = (F + F^T) / 2 - I:
 *
 *     W = mu eps : eps + lambda/2 tr(eps)^2,      P = 2 mu eps + lambda tr(eps) I     [J/m3, Pa]
 *
 * In the principal directions of eps this is the law of the rotated linear model with s_i = 1 + eps_i. A rotation by an angle theta has the strain cos(theta) - 1 across its axis, so that bodies swell
 * where they turn by more than a few degrees: it is a comparison for the models that follow rotations.
 */
const params = z.strictObject({});

const linear: ConstitutiveModelDefinition<z.infer<typeof params>> = {
  type: 'linear',
  label: 'Linear, not rotated (for comparison)',
  reference: 'Zarifi 2017, chapter 3, figure 3.4',
  params,
  measure: 'small-strain',
  create: (elastic, given) => ({ ...rotatedLinear.create(elastic, given), measure: 'small-strain' }),
};

export default linear;

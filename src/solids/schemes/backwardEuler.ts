import { BackwardEuler } from '../implicit/BackwardEuler.ts';
import { newtonOf } from '../implicit/NewtonRefinement.ts';
import type { TimeSchemeDefinition } from '../TimeScheme.ts';

const definition: TimeSchemeDefinition = {
  type: 'implicit',
  label: 'Backward Euler',
  reference: 'Teran et al. 2005, "Robust quasistatic finite elements and flesh simulation"; Baraff and Witkin 1998',
  implicit: true,
  carries: true,
  create: (body) =>
    new BackwardEuler(body, {
      createNewton: newtonOf(body, body.positions, 1),
      speculates: body.keepsContact !== true,
    }),
};

export default definition;

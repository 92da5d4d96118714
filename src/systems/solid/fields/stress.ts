import { elasticStress } from '../elasticStress.ts';
import type { SolidField } from '../SolidField.ts';

/** The stress of an elastic solid, which follows from a stored frame by the material. */
const stress: SolidField = {
  type: 'stress',
  order: 10,
  of: ({ plasticity }) => (plasticity === undefined ? { declared: [elasticStress.declared] } : undefined),
};

export default stress;

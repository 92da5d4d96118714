import { z } from 'zod';
import { marked } from '../marks.ts';
import { registeredChoice } from './common.ts';

/** The constitutive model of cloth in its plane, with the constants of its fabric. */
export const membraneModel = marked(
  z.strictObject({
    /** Registered constitutive model: one of stretches, without fibres. */
    model: registeredChoice.type,
    params: registeredChoice.params,
  }),
  { definition: { of: 'constitutiveModels', by: 'model' } },
);

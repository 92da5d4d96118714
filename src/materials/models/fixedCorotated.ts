import { z } from 'zod';
import { lameParameters, type ConstitutiveModelDefinition } from '../ConstitutiveModel.ts';
import { modelKernel } from '../modelKernel.ts';
import { volumeStiffness } from '../volumeEnergy.ts';

/**
 * Fixed corotated elasticity (Stomakhin et al. 2012, "Energetically consistent invertible elasticity", section 3.4), with
 * J = s_0 s_1 s_2 and J_i = dJ/ds_i the product of the other two stretches:
 *
 *     W    = mu sum (s_i - 1)^2 + lambda/2 (J - 1)^2      [J/m3]
 *     P_i  = 2 mu (s_i - 1) + lambda (J - 1) J_i          [Pa]
 *     H_ij = 2 mu delta_ij + lambda (J_i J_j + (J - 1) d2J/ds_i ds_j)
 *
 * The energy is a polynomial, so it is finite everywhere, and the mu term alone restores a flat or inverted stretch with a
 * stiffness of at least 2 mu: unlike models with a singularity or a weakening branch it needs no extrapolation past a threshold.
 */
const params = z.strictObject({});

const fixedCorotated: ConstitutiveModelDefinition<z.infer<typeof params>> = {
  type: 'fixed-corotated',
  label: 'Fixed corotated',
  reference: 'Stomakhin, Howes, Schroeder and Teran 2012, section 3.4',
  params,
  create(elastic) {
    const { mu, lambda } = lameParameters(elastic);
    return {
      mu,
      lambda,
      kernel: modelKernel('fixedCorotated', { mu, lambda }),
      energyDensity(s, out) {
        const a = s[0] - 1;
        const b = s[1] - 1;
        const c = s[2] - 1;
        const volumeChange = s[0] * s[1] * s[2] - 1;
        out[0] = mu * (a * a + b * b + c * c) + 0.5 * lambda * volumeChange * volumeChange;
      },
      principalStress(s, out) {
        const pressure = lambda * (s[0] * s[1] * s[2] - 1);
        const area0 = s[1] * s[2];
        const area1 = s[0] * s[2];
        const area2 = s[0] * s[1];
        out[0] = 2 * mu * (s[0] - 1) + pressure * area0;
        out[1] = 2 * mu * (s[1] - 1) + pressure * area1;
        out[2] = 2 * mu * (s[2] - 1) + pressure * area2;
      },
      principalStiffness(s, out) {
        volumeStiffness(s, lambda, 1, out);
        for (let i = 0; i < 3; i++) out[4 * i] += 2 * mu;
      },
    };
  },
};

export default fixedCorotated;

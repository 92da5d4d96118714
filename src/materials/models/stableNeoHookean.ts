import { z } from 'zod';
import { quantity } from '../../base/quantities.ts';
import { lameParameters, type ConstitutiveModelDefinition } from '../ConstitutiveModel.ts';
import { modelKernel } from '../modelKernel.ts';
import { volumeStiffness } from '../volumeEnergy.ts';

/**
 * Stable neo-Hookean (Smith et al. 2018, equations 14 and 16), with I = sum s_i^2, J = s_0 s_1 s_2, m = 4/3 mu,
 * n = lambda + 5/6 mu, alpha = 1 + 3/4 m/n and J_i = dJ/ds_i:
 *
 *     W    = m/2 (I - 3 - log((I + 1)/4)) + n/2 ((J - alpha)^2 - (1 - alpha)^2)      [J/m3]
 *     P_i  = m (1 - 1/(I + 1)) s_i + n (J - alpha) J_i                              [Pa]
 *
 * m and n give the small-strain limit of mu and lambda. As published, an element that is exactly a point or a line is
 * free of stress and stays so; the term k/2 sum min(s_i - collapseThreshold, 0)^2 with k = mu restores it and does not change
 * the model above the threshold (0 omits the term: the model as published).
 */
const params = z.strictObject({
  collapseThreshold: quantity({
    unit: '',
    label: 'Collapse threshold',
    help: 'Principal stretch below which a linear restoring stress is added, so that elements crushed to a line or a point recover; 0 turns it off.',
    min: 0,
    max: 0.9,
    default: 0.25,
  }),
});

const stableNeoHookean: ConstitutiveModelDefinition<z.infer<typeof params>> = {
  type: 'stable-neo-hookean',
  label: 'Stable neo-Hookean',
  reference: 'Smith, de Goes and Kim 2018, section 3',
  params,
  create(elastic, { collapseThreshold }) {
    const { mu, lambda } = lameParameters(elastic);
    const m = (4 / 3) * mu;
    const n = lambda + (5 / 6) * mu;
    const restVolume = 1 + (0.75 * m) / n;
    const restEnergy = 0.5 * n * (1 - restVolume) * (1 - restVolume);
    const crushSlope = collapseThreshold > 0 ? mu : 0;
    const crushed = (s: number): number => Math.min(s - collapseThreshold, 0);
    const sumOfSquares = (s: Float64Array): number => s[0] * s[0] + s[1] * s[1] + s[2] * s[2];
    return {
      mu,
      lambda,
      kernel: modelKernel('stableNeoHookean', { mu: m, lambda: n, restVolume, crushSlope, collapseThreshold }),
      energyDensity(s, out) {
        const squares = sumOfSquares(s);
        const volumeChange = s[0] * s[1] * s[2] - restVolume;
        const crush = crushed(s[0]) ** 2 + crushed(s[1]) ** 2 + crushed(s[2]) ** 2;
        const shape = 0.5 * m * (squares - 3 - Math.log((squares + 1) / 4));
        out[0] = shape + (0.5 * n * volumeChange * volumeChange - restEnergy) + 0.5 * crushSlope * crush;
      },
      principalStress(s, out) {
        const shape = m * (1 - 1 / (sumOfSquares(s) + 1));
        const pressure = n * (s[0] * s[1] * s[2] - restVolume);
        const p0 = shape * s[0] + pressure * (s[1] * s[2]) + crushSlope * crushed(s[0]);
        const p1 = shape * s[1] + pressure * (s[0] * s[2]) + crushSlope * crushed(s[1]);
        const p2 = shape * s[2] + pressure * (s[0] * s[1]) + crushSlope * crushed(s[2]);
        out[0] = p0;
        out[1] = p1;
        out[2] = p2;
      },
      principalStiffness(s, out) {
        volumeStiffness(s, n, restVolume, out);
        const inverse = 1 / (sumOfSquares(s) + 1);
        for (let i = 0; i < 3; i++) {
          for (let j = 0; j < 3; j++) out[3 * i + j] += 2 * m * inverse * inverse * (s[i] * s[j]);
          out[4 * i] += m * (1 - inverse) + (s[i] < collapseThreshold ? crushSlope : 0);
        }
      },
    };
  },
};

export default stableNeoHookean;

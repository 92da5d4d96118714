import { z } from 'zod';
import { quantity } from '../../base/quantities.ts';

const factor = (label: string, help: string) =>
  quantity({ unit: '', label, help, min: 0.01, max: 1000, softMax: 5, default: 1 });

/** What cloth is made of. */
export const fabric = z.strictObject({
  areaDensity: quantity({
    unit: 'kg/m2',
    label: 'weight',
    help: 'Mass per area: silk 0.06, cotton 0.2, denim 0.4 kg/m².',
    symbol: 'rho',
    min: 1e-4,
    max: 1e5,
    softMax: 2,
    default: 0.2,
  }),
  membraneStiffness: quantity({
    unit: 'N/m',
    label: 'stretch stiffness',
    help: 'Resistance to stretching in the plane of the cloth. Below 200 N/m it looks like rubber.',
    symbol: 'k',
    min: 1e-3,
    max: 1e9,
    softMin: 100,
    softMax: 5000,
    default: 500,
  }),
  poissonRatio: quantity({
    unit: '',
    label: "Poisson's ratio",
    help: 'How much the cloth narrows when it is stretched: 0 not at all, 0.5 as rubber does.',
    symbol: 'nu',
    min: -0.9,
    max: 0.95,
    softMin: 0,
    softMax: 0.5,
    default: 0.3,
  }),
  bendingStiffness: quantity({
    unit: 'N m',
    label: 'bending stiffness',
    help: 'Resistance to folding, four times the flexural rigidity: silk 2e-6, cotton 5e-5, denim 3e-4, sheet metal 0.1 N m. Larger values give wider folds.',
    symbol: 'k_b',
    min: 0,
    max: 1e6,
    softMax: 1e-3,
    default: 5e-5,
  }),
  warp: factor('warp', 'Multiplies the stretch stiffness along the grain, the x axis of the rest shape.'),
  weft: factor('weft', 'Multiplies the stretch stiffness across the grain.'),
  dampingTime: quantity({
    unit: 's',
    label: 'damping time',
    help: 'Ratio of viscous to elastic stress. Larger values move more sluggishly and wrinkle less.',
    symbol: 'tau',
    min: 0,
    max: 10,
    softMax: 0.05,
    default: 0.002,
  }),
  thickness: quantity({
    unit: 'm',
    label: 'thickness',
    help: 'Distance between layers, and twice the distance from colliders. Where triangles are finer than that, layers come closer.',
    symbol: 'h',
    min: 1e-6,
    max: 1,
    softMax: 0.02,
    default: 0.003,
  }),
});

import { evaluate } from '../scene/curves.ts';
import type { Liquid } from '../scene/kinds/liquid.ts';
import type { ElasticSettings } from './elasticity/ElasticSettings.ts';

/** What a liquid resists shear with, and how its surface contracts, at a time. */
export interface LiquidMaterial {
  /** mu, Pa s. */
  viscosity: number;
  /** sigma, N/m. */
  surfaceTension: number;
  readonly elasticity: ElasticSettings;
}

/** Returns the material of a liquid at a frame. */
export function materialAt(
  { viscosity, surfaceTension, elasticity }: Pick<Liquid, 'viscosity' | 'surfaceTension' | 'elasticity'>,
  frame: number,
): LiquidMaterial {
  return {
    viscosity: evaluate(viscosity, frame),
    surfaceTension: evaluate(surfaceTension, frame),
    elasticity: {
      shearModulus: evaluate(elasticity.shearModulus, frame),
      yieldStrain: evaluate(elasticity.yieldStrain, frame),
      flowRate: evaluate(elasticity.flowRate, frame),
    },
  };
}

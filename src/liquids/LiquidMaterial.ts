import { evaluate } from '../scene/curves.ts';
import type { Liquid } from '../scene/kinds/liquid.ts';
import type { ElasticSettings } from './elasticity/ElasticSettings.ts';

/** What a liquid resists shear with at a time. */
export interface LiquidMaterial {
  /** mu, Pa s. */
  viscosity: number;
  readonly elasticity: ElasticSettings;
}

/** Returns what a liquid resists shear with at a frame. */
export function materialAt(
  { viscosity, elasticity }: Pick<Liquid, 'viscosity' | 'elasticity'>,
  frame: number,
): LiquidMaterial {
  return {
    viscosity: evaluate(viscosity, frame),
    elasticity: {
      shearModulus: evaluate(elasticity.shearModulus, frame),
      yieldStrain: evaluate(elasticity.yieldStrain, frame),
      flowRate: evaluate(elasticity.flowRate, frame),
    },
  };
}

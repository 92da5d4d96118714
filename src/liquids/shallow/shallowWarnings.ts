import { largestKey } from '../../scene/curves.ts';
import type { Liquid } from '../../scene/kinds/liquid.ts';
import { withoutEffect } from '../withoutEffect.ts';

/** What a liquid asks for and shallow water does not do: for the first frame. */
export function shallowWarnings(liquid: Liquid): string[] {
  const { id, viscosity, surfaceTension, elasticity, opticalDepth, transport, spray, vortices, domain } = liquid;
  const unused = [
    ...(largestKey(viscosity) > 0 ? ['viscosity'] : []),
    ...(largestKey(surfaceTension) === 0 ? [] : ['surface tension']),
    ...(largestKey(elasticity.shearModulus) > 0 ? ['elasticity'] : []),
    ...(opticalDepth === 'full' ? [] : ['optical depth']),
    ...(transport === undefined ? [] : ['advection']),
    ...(spray.enabled ? ['spray'] : []),
    ...(vortices.enabled ? ['vortex particles'] : []),
    ...(domain.walls.top ? ['top wall'] : []),
    ...(domain.walls.bottom ? [] : ['open bottom']),
  ];
  return withoutEffect(id, 'is shallow water', unused, 'choose the method Full 3D');
}

import { largestKey } from '../../scene/curves.ts';
import type { Liquid } from '../../scene/kinds/liquid.ts';
import { transportOf } from '../LiquidTransport.ts';
import { closedSides } from '../liquidGrid.ts';
import { withoutEffect } from '../withoutEffect.ts';
import { isBasin } from './TallFaces.ts';

/** What a liquid with an optical depth asks for and tall cells do not do: for the first frame. */
export function tallWarnings(liquid: Liquid): string[] {
  const { id, opticalDepth, viscosity, elasticity, vortices, transport } = liquid;
  const unused = [
    ...(largestKey(viscosity) > 0 ? ['viscosity'] : []),
    ...(largestKey(elasticity.shearModulus) > 0 ? ['elasticity'] : []),
    ...(vortices.enabled ? ['vortex particles'] : []),
  ];
  const { definition } = transportOf(transport);
  const everywhere = [
    ...(isBasin(closedSides(liquid)) ? [] : ['a side or the bottom of its box is open']),
    ...(definition.isParted === true ? [] : [`its advection ${definition.label} stores more than particles`]),
  ];
  return [
    ...withoutEffect(id, `has the optical depth ${opticalDepth}`, unused, 'set the optical depth to full'),
    ...(everywhere.length === 0
      ? []
      : [
          `liquid '${id}' is simulated in full detail down to the floor, as ${everywhere.join(' and ')}; its optical depth saves nothing`,
        ]),
  ];
}

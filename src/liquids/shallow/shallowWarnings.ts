import type { Liquid } from '../../scene/kinds/liquid.ts';

/** What a liquid asks for and shallow water does not do: for the first frame. */
export function shallowWarnings({ id, viscosity, elasticity, transport, spray, vortices, domain }: Liquid): string[] {
  const unused = [
    ...(viscosity > 0 ? ['viscosity'] : []),
    ...(elasticity.shearModulus > 0 ? ['elasticity'] : []),
    ...(transport === undefined ? [] : ['advection']),
    ...(spray.enabled ? ['spray'] : []),
    ...(vortices.enabled ? ['vortex particles'] : []),
    ...(domain.walls.top ? ['top wall'] : []),
    ...(domain.walls.bottom ? [] : ['open bottom']),
  ];
  if (unused.length === 0) return [];
  return [
    `liquid '${id}' is shallow water, so that its ${unused.join(', ')} ${unused.length === 1 ? 'has' : 'have'} no effect; choose the method Full 3D where that matters`,
  ];
}

import { z } from 'zod';
import { quantity } from '../../base/quantities.ts';
import type { LiquidTransportDefinition } from '../LiquidTransport.ts';
import { advectionParam } from '../transport/advectionScheme.ts';
import { MarkerTransport } from '../transport/MarkerTransport.ts';

const params = z.strictObject({
  advection: advectionParam('semi-lagrangian'),
  radius: quantity({
    unit: 'cells',
    label: 'marker radius',
    help: 'Radius of the sphere around each marker. Larger spheres close holes and make the surface bumpier.',
    symbol: 'r',
    min: 0.5,
    max: 1.2,
    default: 0.62,
  }),
});

const markers: LiquidTransportDefinition<z.infer<typeof params>> = {
  type: 'markers',
  label: 'Marker particles',
  reference: 'Zarifi 2017, 4.3 and 4.5; Selle et al. 2008',
  params,
  create: (liquid, params) => new MarkerTransport(liquid, params),
};

export default markers;

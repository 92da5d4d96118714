import { z } from 'zod';
import { quantity } from '../../base/quantities.ts';
import type { LiquidTransportDefinition } from '../LiquidTransport.ts';
import { advectionParam } from '../transport/advectionScheme.ts';
import { MarkerTransport } from '../transport/MarkerTransport.ts';

const params = z.strictObject({
  advection: advectionParam('semi-lagrangian'),
  radius: quantity({
    unit: 'cells',
    label: 'radius',
    help: 'Of the sphere around each marker, in cells: larger ones close holes and stand out of the surface.',
    symbol: 'r',
    min: 0.5,
    max: 1.2,
    default: 0.62,
  }),
});

const markers: LiquidTransportDefinition<z.infer<typeof params>> = {
  type: 'markers',
  label: 'Calm (markers)',
  reference: 'Zarifi 2017, 4.3 and 4.5; Selle et al. 2008',
  params,
  create: (liquid, params) => new MarkerTransport(liquid, params),
};

export default markers;

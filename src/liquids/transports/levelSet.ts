import { z } from 'zod';
import { wholeNumber } from '../../base/quantities.ts';
import { LevelSetTransport } from '../levelset/LevelSetTransport.ts';
import { advectionParam } from '../transport/advectionScheme.ts';
import type { LiquidTransportDefinition } from '../LiquidTransport.ts';

const params = z.strictObject({
  markers: wholeNumber({
    unit: '',
    label: 'markers per cell',
    help: 'Number of marker particles in each cell beside the surface. More markers keep thin sheets and sharp edges better and take longer.',
    min: 8,
    max: 256,
    softMax: 128,
    default: 64,
  }),
  advection: advectionParam('maccormack'),
});

const levelSet: LiquidTransportDefinition<z.infer<typeof params>> = {
  type: 'level-set',
  label: 'Particle level set',
  reference: 'Enright et al. 2002; Irving 2007, 5.4',
  params,
  storesLevelSet: true,
  dropsOfCell: ({ markers }) => markers,
  create: (liquid, params) => new LevelSetTransport(liquid, params),
};

export default levelSet;

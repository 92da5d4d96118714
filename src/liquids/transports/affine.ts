import { z } from 'zod';
import type { LiquidTransportDefinition } from '../LiquidTransport.ts';
import { ParticleCarrier } from '../transport/ParticleCarrier.ts';
import { ParticleTransfer } from '../transport/ParticleTransfer.ts';

const params = z.strictObject({});

const affine: LiquidTransportDefinition<z.infer<typeof params>> = {
  type: 'affine',
  label: 'Affine (APIC)',
  reference: 'Jiang et al. 2015',
  params,
  create: (liquid) => new ParticleCarrier(liquid, new ParticleTransfer(liquid.grid, liquid.kernel)),
};

export default affine;

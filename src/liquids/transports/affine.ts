import { z } from 'zod';
import type { LiquidTransportDefinition } from '../LiquidTransport.ts';
import { ParticleTransport } from '../transport/ParticleTransport.ts';
import { ParticleTransfer } from '../transport/ParticleTransfer.ts';

const params = z.strictObject({});

const affine: LiquidTransportDefinition<z.infer<typeof params>> = {
  type: 'affine',
  label: 'APIC',
  reference: 'Jiang et al. 2015',
  params,
  isParted: true,
  create: (liquid) => new ParticleTransport(liquid, new ParticleTransfer(liquid.grid, liquid.kernel)),
};

export default affine;

import { z } from 'zod';
import { quantity } from '../../base/quantities.ts';
import type { LiquidTransportDefinition } from '../LiquidTransport.ts';
import { FlipTransfer } from '../transport/FlipTransfer.ts';
import { ParticleTransport } from '../transport/ParticleTransport.ts';

const params = z.strictObject({
  flip: quantity({
    unit: '',
    label: 'FLIP ratio',
    help: 'Share of FLIP in the velocities of particles: 1 is pure FLIP, which splashes most and is noisy; 0 is pure PIC, which looks viscous.',
    min: 0,
    max: 1,
    default: 0.97,
  }),
});

const flip: LiquidTransportDefinition<z.infer<typeof params>> = {
  type: 'flip',
  label: 'FLIP',
  reference: 'Brackbill and Ruppel 1986; Zhu and Bridson 2005, 4',
  params,
  isParted: true,
  create: (liquid, { flip: share }) =>
    new ParticleTransport(liquid, new FlipTransfer(liquid.grid, share, liquid.kernel)),
};

export default flip;

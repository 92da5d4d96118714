import { z } from 'zod';
import { quantity } from '../../base/quantities.ts';
import type { LiquidTransportDefinition } from '../LiquidTransport.ts';
import { FlipTransfer } from '../transport/FlipTransfer.ts';
import { ParticleTransport } from '../transport/ParticleTransport.ts';

const params = z.strictObject({
  flip: quantity({
    unit: '',
    label: 'FLIP share',
    help: 'How much of its velocity a particle keeps: 1 splashes most and is noisy, 0 (PIC) is smooth and thick as syrup.',
    min: 0,
    max: 1,
    default: 0.97,
  }),
});

const flip: LiquidTransportDefinition<z.infer<typeof params>> = {
  type: 'flip',
  label: 'Lively (FLIP)',
  reference: 'Brackbill and Ruppel 1986; Zhu and Bridson 2005, 4',
  params,
  create: (liquid, { flip: share }) =>
    new ParticleTransport(liquid, new FlipTransfer(liquid.grid, share, liquid.kernel)),
};

export default flip;

import { z } from 'zod';
import { quantity } from '../../base/quantities.ts';
import type { TemplateDefinition } from '../templates.ts';
import { gearParams, gearScene } from './parts/gearScene.ts';

const params = z.strictObject({
  percent: quantity({
    unit: '%',
    label: 'edge length',
    help: 'Edge of the hexahedra as a share of the diagonal: 4 gives about 3 000 elements, 1.4 the 56 000 of the figure.',
    min: 0.5,
    max: 20,
    default: 4,
  }),
  ...gearParams,
});

/** The scan between the gears, of hexahedra with eight quadrature points each. */
const hexGears: TemplateDefinition<z.output<typeof params>> = {
  type: 'hex-gears',
  label: 'Hexahedra through the gears',
  reference: 'Irving 2007, figure 2.8; Irving et al. 2006, sections 3 and 4',
  params,
  needsMesh: true,
  sampleMesh: 'rabbit',
  create: ({ percent, ...numbers }, request) => gearScene(numbers, request, { method: 'hexahedra', edge: { percent } }),
};

export default hexGears;

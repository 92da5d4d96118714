import { z } from 'zod';
import type { TemplateDefinition } from '../templates.ts';
import { gearParams, gearScene } from './parts/gearScene.ts';
import { edgePercent } from './parts/templateParams.ts';

const params = z.strictObject({ percent: edgePercent(4), ...gearParams });

/** A soft scan is pushed between two gears whose teeth interlock, comes out below, and takes its shape again. */
const gears: TemplateDefinition<z.output<typeof params>> = {
  type: 'gears',
  label: 'Through the gears',
  reference: 'Irving 2007, figure 2.9',
  params,
  needsMesh: true,
  sampleMesh: 'rabbit',
  create: ({ percent, ...numbers }, request) =>
    gearScene(numbers, request, { method: 'graded-stuffing', edge: { percent } }),
};

export default gears;

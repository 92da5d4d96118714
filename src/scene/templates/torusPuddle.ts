import { z } from 'zod';
import type { TemplateDefinition } from '../templates.ts';
import { edgePercent } from './parts/templateParams.ts';
import { puddleScene, puddleTiming } from './puddle/puddleScene.ts';

const params = z.strictObject({
  ...puddleTiming,
  percent: edgePercent(3.7, ': 3.7 gives 11 000 elements, 1.7 gives 115 000'),
  method: z
    .string()
    .default('graded-stuffing')
    .meta({ label: 'Mesher', help: 'Mesher that fills the torus with elements.', registry: 'mesher' }),
});

/** A torus of no strength collapses into a puddle; given its strength back, it recovers its shape. */
const torusPuddle: TemplateDefinition<z.output<typeof params>> = {
  type: 'torus-puddle',
  label: 'Torus puddle',
  reference: 'Irving 2007, figure 2.2',
  params,
  needsMesh: false,
  create: ({ percent, method, ...timing }, request) =>
    puddleScene(timing, request, 'Torus', { meshing: { method, edge: { percent } } }),
};

export default torusPuddle;

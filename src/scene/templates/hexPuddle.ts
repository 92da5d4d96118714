import { z } from 'zod';
import { quantity } from '../../base/quantities.ts';
import type { TemplateDefinition } from '../templates.ts';
import { puddleScene, puddleTiming } from './puddle/puddleScene.ts';

const params = z.strictObject({
  ...puddleTiming,
  percent: quantity({
    unit: '%',
    label: 'edge length',
    help: 'Edge of the hexahedra as a share of the diagonal: 3 gives about 2 000 elements, 1.35 about 20 000.',
    min: 0.5,
    max: 20,
    default: 3,
  }),
});

/** The torus puddle with hexahedra of eight quadrature points each. */
const hexPuddle: TemplateDefinition<z.output<typeof params>> = {
  type: 'hex-puddle',
  label: 'Hexahedral puddle',
  reference: 'Irving 2007, figure 2.7; Irving et al. 2006, sections 3 and 4',
  params,
  needsMesh: false,
  create: ({ percent, ...timing }, request) =>
    puddleScene(timing, request, 'Hexahedral torus', { meshing: { method: 'hexahedra', edge: { percent } } }),
};

export default hexPuddle;

import { z } from 'zod';
import { quantity } from '../../base/quantities.ts';
import type { TemplateDefinition } from '../templates.ts';
import { clothEdge } from './parts/clothEdge.ts';
import { floor } from './parts/floor.ts';
import { newShot } from './parts/newShot.ts';
import { frameCount } from './parts/templateParams.ts';

const params = z.strictObject({
  edge: clothEdge(0.0217, ': 0.0217 gives 3 500 triangles'),
  height: quantity({
    unit: 'm',
    label: 'drop height',
    help: 'Initial height of the rim over the floor.',
    min: 0,
    max: 100,
    default: 1,
  }),
  plastic: z
    .boolean()
    .default(true)
    .meta({ label: 'plastic', help: 'Makes dents permanent. Without it the shell springs back.' }),
  frames: frameCount(48, { min: 1, max: 10_000 }),
});

/** Half of a torus of thin metal is dropped and keeps its dents. */
const halfTorusShell: TemplateDefinition<z.output<typeof params>> = {
  type: 'half-torus-shell',
  label: 'Dented shell',
  reference: 'Irving 2007, figure 2.6',
  params,
  needsMesh: false,
  create({ edge, height, plastic, frames }, request) {
    return {
      ...newShot(request, frames),
      notes:
        'Look at: the rim that lands first folds in and stays so. ' +
        'Must hold: it is at rest by 2 s, and at least three times as far from its first shape as a shell that springs back.',
      entities: [
        {
          kind: 'cloth',
          id: 'shell',
          name: 'Shell',
          display: { colour: '#b9a58a' },
          source: {
            kind: 'procedural',
            form: { shape: 'half-torus', majorRadius: 0.3, minorRadius: 0.12, edge },
          },
          fabric: {
            areaDensity: 3,
            membraneStiffness: 20_000,
            bendingStiffness: 0.2,
            dampingTime: 0.005,
            thickness: 0.004,
          },
          plasticity: { enabled: plastic, bendYield: 0.002, stretchYield: 0.02, sheetThickness: 0.004 },
          substeps: 8,
          transform: { position: [0, height, 0], rotation: [0.2, 0, 0.35] },
        },
        floor(),
        { kind: 'camera', id: 'camera', name: 'Camera', position: [-1, 0.75, 1], target: [0, 0.3, 0] },
      ],
    };
  },
};

export default halfTorusShell;

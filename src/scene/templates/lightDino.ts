import { z } from 'zod';
import { quantity } from '../../base/quantities.ts';
import type { TemplateDefinition } from '../templates.ts';
import { newShot } from './parts/newShot.ts';
import { waterColumn } from './parts/waterColumn.ts';
import { cellsAlong, frameCount } from './parts/templateParams.ts';

const params = z.strictObject({
  cells: cellsAlong(40, 100),
  density: quantity({
    unit: 'kg/m3',
    label: 'density of the toy',
    help: 'Density of the toy. At 200 the wave carries it along; at 1500 it is knocked over and stays under water.',
    min: 20,
    max: 1e4,
    default: 200,
  }),
  frames: frameCount(72, { min: 1, max: 10_000 }),
});

/** m. */
const LENGTH = 0.5;
/** Edge length as a percentage of the diagonal of its box: about as many nodes and tetrahedra as in table 6.1, 1424 and 5920. */
const EDGE_PERCENT = 3.4;

/** A light toy dinosaur falls into the wave of a breaking dam, which carries it away. */
const lightDino: TemplateDefinition<z.output<typeof params>> = {
  type: 'light-dino',
  label: 'Toy dinosaur in a wave',
  reference: 'Zarifi 2017, 6.1.6, figure 6.7',
  params,
  needsMesh: false,
  create({ cells, density, frames }, request) {
    return {
      ...newShot(request, frames),
      notes:
        'Look at: the wave catches the falling toy, bends its neck and tail, carries it to the far wall and back; then it floats. ' +
        'Must hold: the volume of the water.',
      entities: [
        ...waterColumn({ cellSize: 1 / cells, size: [1, 1, 1], width: 0.34, height: 0.62 }),
        {
          kind: 'solid',
          id: 'dino',
          name: 'Toy dinosaur',
          source: { kind: 'procedural', form: { shape: 'dinosaur', length: LENGTH } },
          meshing: { method: 'graded-stuffing', edge: { percent: EDGE_PERCENT } },
          material: { density, youngsModulus: 6e4, poissonRatio: 0.35, dampingTime: 0.005 },
          liquids: 'coupled',
          transform: { position: [0.15, 0.45, 0], rotation: [0, 0.5, 0.15] },
          display: { colour: '#8fae8b' },
        },
        { kind: 'camera', id: 'camera', name: 'Camera', position: [0.75, 1.1, 1.75], target: [0, 0.36, 0] },
      ],
    };
  },
};

export default lightDino;

import { z } from 'zod';
import { quantity } from '../../base/quantities.ts';
import type { TemplateDefinition } from '../templates.ts';
import { newShot } from './parts/newShot.ts';
import { tank } from './parts/tank.ts';
import { cellsAlong, frameCount } from './parts/templateParams.ts';

const params = z.strictObject({
  cells: cellsAlong(32, 100),
  stiffness: quantity({
    unit: 'Pa',
    label: 'stiffness of the cube',
    help: "Young's modulus of the cube, which sets how fast it expands; at 5000 Pa the water keeps it small.",
    min: 1e3,
    max: 1e7,
    default: 3e4,
  }),
  frames: frameCount(60, { min: 1, max: 10_000 }),
});

/** m. */
const LEVEL = 0.5;
const EDGE = 0.24;
const PLACE = 0.24;
/** Cubes of six tetrahedra along an edge: 343 nodes and 1296 tetrahedra. */
const CUBES = 6;
const DENSITY = 600;

/** A cube that was pressed to an eighth of its volume is let go under water: it springs out, sinks a little, and floats up. */
const expandingCube: TemplateDefinition<z.output<typeof params>> = {
  type: 'expanding-cube',
  label: 'Expanding cube under water',
  reference: 'Zarifi 2017, 6.1.3, figure 6.2',
  params,
  needsMesh: false,
  create({ cells, stiffness, frames }, request) {
    return {
      ...newShot(request, frames),
      notes:
        'Look at: the compressed cube is dense and sinks a little; it expands, lifts the water, and rises to float. ' +
        'Must hold: it comes back to its size, and the volume of the water stays.',
      entities: [
        ...tank({ size: [1, 1, 1], level: LEVEL, cellSize: 1 / cells }),
        {
          kind: 'solid',
          id: 'cube',
          name: 'Compressed cube',
          source: {
            kind: 'procedural',
            form: { shape: 'block', size: [EDGE, EDGE, EDGE], cells: [CUBES, CUBES, CUBES], elements: 'tets' },
          },
          material: { density: DENSITY, youngsModulus: stiffness, poissonRatio: 0.3, dampingTime: 0.01 },
          liquids: 'coupled',
          transform: { position: [0, PLACE, 0], rotation: [0.2, 0.4, 0.1] },
          startScale: 0.5,
          display: { colour: '#d3ab5b' },
        },
        { kind: 'camera', id: 'camera', name: 'Camera', position: [0.95, 1.1, 1.65], target: [0, 0.36, 0] },
      ],
    };
  },
};

export default expandingCube;

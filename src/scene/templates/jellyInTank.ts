import { z } from 'zod';
import { quantity } from '../../base/quantities.ts';
import type { TemplateDefinition } from '../templates.ts';
import { newShot } from './parts/newShot.ts';
import { tank } from './parts/tank.ts';
import { frameCount } from './parts/templateParams.ts';

const params = z.strictObject({
  cells: quantity({
    unit: '',
    label: 'cells',
    help: 'Number of cells along the tank. Twice as many take about sixteen times as long.',
    min: 12,
    max: 200,
    default: 40,
  }),
  density: quantity({
    unit: 'kg/m3',
    label: 'density of the jelly',
    help: 'Density of the jelly. Below 1000 it floats, above 1000 it sinks.',
    min: 50,
    max: 5000,
    default: 700,
  }),
  stiffness: quantity({
    unit: 'Pa',
    label: 'stiffness of the jelly',
    help: "Young's modulus: 5000 wobbles, 100 000 hardly bends.",
    min: 500,
    max: 1e8,
    default: 1.2e4,
  }),
  frames: frameCount(96, { min: 1, max: 10_000 }),
});

/** m. */
const WIDTH = 1;
const LEVEL = 0.4;

/** A ring of jelly falls into a tank of water. */
const jellyInTank: TemplateDefinition<z.output<typeof params>> = {
  type: 'jelly-in-tank',
  label: 'Jelly in a tank',
  reference: 'Zarifi 2017, 5',
  params,
  needsMesh: false,
  create({ cells, density, stiffness, frames }, request) {
    return {
      ...newShot(request, frames),
      notes:
        'Look at: the ring of jelly is squashed where it hits the water, throws it up on both sides, goes under, comes up again and rides its own waves. ' +
        'Must hold: the volume of the water.',
      entities: [
        ...tank({ size: [WIDTH, 1, 0.6], level: LEVEL, cellSize: WIDTH / cells }),
        {
          kind: 'solid',
          id: 'ring',
          name: 'Ring of jelly',
          source: { kind: 'procedural', form: { shape: 'torus', majorRadius: 0.15, minorRadius: 0.07 } },
          meshing: { method: 'graded-stuffing', edge: { percent: 9 } },
          material: { density, youngsModulus: stiffness, poissonRatio: 0.4, dampingTime: 0.005 },
          liquids: 'coupled',
          transform: { position: [-0.05, LEVEL + 0.38, 0], rotation: [0.35, 0, 0.9] },
          display: { colour: '#ef4560', surface: 'jelly' },
        },
        { kind: 'camera', id: 'camera', name: 'Camera', position: [0.9, 1.15, 1.6], target: [0, 0.36, 0] },
      ],
    };
  },
};

export default jellyInTank;

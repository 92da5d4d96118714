import { z } from 'zod';
import { quantity } from '../../base/quantities.ts';
import type { TemplateDefinition } from '../templates.ts';
import type { SolidInput } from './parts/EntityInput.ts';
import { newShot } from './parts/newShot.ts';
import { tank } from './parts/tank.ts';
import { frameCount } from './parts/templateParams.ts';

const params = z.strictObject({
  cells: quantity({
    unit: '',
    label: 'cells',
    help: 'Number of cells along the tank. Twice as many take about sixteen times as long.',
    min: 16,
    max: 200,
    default: 48,
  }),
  frames: frameCount(96, { min: 1, max: 10_000 }),
});

/** m. */
const LENGTH = 1.2;
const DEPTH = 0.4;
const LEVEL = 0.3;
const EDGE = 0.24;
const HEIGHT = 0.15;
/** Density of each box, of that of the water, and its colour. */
const BOXES = [
  [0.25, '#d8956a'],
  [0.5, '#8fae8b'],
  [0.9, '#7f9fc4'],
] as const;

/** A flat box that starts where it will float. */
function box(share: number, colour: string, x: number): SolidInput {
  return {
    kind: 'solid',
    id: `box${100 * share}`,
    name: `Box of ${1000 * share} kg/m³`,
    source: {
      kind: 'procedural',
      form: { shape: 'block', size: [EDGE, HEIGHT, EDGE], cells: [4, 3, 4], elements: 'tets' },
    },
    material: { density: 1000 * share, youngsModulus: 1e6, poissonRatio: 0.3, dampingTime: 0.01 },
    liquids: 'coupled',
    transform: { position: [x, LEVEL + (0.5 - share) * HEIGHT, 0] },
    display: { colour },
  };
}

/** Boxes of three densities float as deep as Archimedes says. */
const floatingBoxes: TemplateDefinition<z.output<typeof params>> = {
  type: 'floating-boxes',
  label: 'Floating boxes',
  reference: 'Archimedes; Zarifi 2017, 6.1.4',
  params,
  needsMesh: false,
  create({ cells, frames }, request) {
    return {
      ...newShot(request, frames),
      notes:
        'Look at: boxes of a quarter, a half and nine tenths of the density of water float level, each deeper than the one before it. ' +
        'Must hold: the water that each displaces weighs what the box does.',
      entities: [
        ...tank({ size: [LENGTH, 0.5, DEPTH], level: LEVEL, cellSize: LENGTH / cells }),
        ...BOXES.map(([share, colour], n) => box(share, colour, (n - 1) * 0.38)),
        { kind: 'camera', id: 'camera', name: 'Camera', position: [0.5, 0.75, 1.5], target: [0, 0.22, 0] },
      ],
    };
  },
};

export default floatingBoxes;

import { z } from 'zod';
import type { TemplateDefinition } from '../templates.ts';
import type { EntityInput } from './parts/EntityInput.ts';
import { filledBox } from './parts/filledBox.ts';
import { newShot } from './parts/newShot.ts';
import { cellsOfTanks, frameCount } from './parts/templateParams.ts';
import { waterBox } from './parts/waterBox.ts';

const params = z.strictObject({
  cells: cellsOfTanks(16),
  frames: frameCount(48, { min: 1, max: 10_000 }),
});

/** m: of a tank, and of the cube that falls in its middle, whose lower side is `above` the floor. */
const TANK = [0.4, 0.3, 0.4] as const;
const CUBE = { edge: 0.16, above: 0.04 };
/** Distance between the middles of two tanks, m. */
const SPACING = 0.42;

/** What the cubes are made of, from left to right. Moduli and yields are chosen by eye, so that both act at this size. */
const LIQUIDS = [
  {
    id: 'jelly',
    name: 'Jelly',
    viscosity: 0,
    elasticity: { shearModulus: 2500 },
    display: { colour: '#c8434f', turbidity: 4 },
  },
  {
    id: 'toothpaste',
    name: 'Toothpaste',
    viscosity: 0,
    elasticity: { shearModulus: 2000, flowRate: 100, yieldStrain: 0.25 },
    display: { colour: '#7fc4c9', turbidity: 20 },
  },
] as const;

function cube(liquid: (typeof LIQUIDS)[number], x: number, cells: number): EntityInput[] {
  const { edge, above } = CUBE;
  return [
    {
      ...waterBox(TANK, TANK[0] / cells),
      ...liquid,
      domain: { centre: [x, TANK[1] / 2, 0], size: [...TANK] },
      display: { ...liquid.display, tank: 'glass' },
    },
    filledBox({
      id: `${liquid.id}-cube`,
      name: `Cube of ${liquid.name.toLowerCase()}`,
      liquid: liquid.id,
      size: [edge, edge, edge],
      at: [x, above + edge / 2],
    }),
  ];
}

/** Cubes of two liquids fall that spring back: one always, one up to a stress. */
const elasticDrops: TemplateDefinition<z.output<typeof params>> = {
  type: 'elastic-drops',
  label: 'Jelly and toothpaste',
  reference: 'Irving 2007, 6.1',
  params,
  needsMesh: false,
  create({ cells, frames }, request) {
    return {
      ...newShot(request, frames),
      notes:
        'Look at: the jelly wobbles and comes back to a cube, the toothpaste keeps the shape that the fall gave it. ' +
        'Must hold: the jelly ends at its height but for the sag of its weight, the toothpaste lower.',
      entities: [
        ...LIQUIDS.flatMap((liquid, k) => cube(liquid, (k - 0.5) * SPACING, cells)),
        { kind: 'camera', id: 'camera', name: 'Camera', position: [0.1, 0.42, 0.95], target: [0, 0.08, 0] },
      ],
    };
  },
};

export default elasticDrops;

import { z } from 'zod';
import type { TemplateDefinition } from '../templates.ts';
import type { EntityInput } from './parts/EntityInput.ts';
import { filledBox } from './parts/filledBox.ts';
import { newShot } from './parts/newShot.ts';
import { cellsOfTanks, frameCount } from './parts/templateParams.ts';
import { waterBox } from './parts/waterBox.ts';

const params = z.strictObject({
  cells: cellsOfTanks(32),
  frames: frameCount(60, { min: 1, max: 10_000 }),
});

/** m: of a tank, and of the column in its middle. */
const TANK = [1, 0.7, 0.8] as const;
const COLUMN = { width: 0.28, height: 0.6 };
/** Distance between the middles of two tanks, m. */
const SPACING = 1.05;

/** What the columns are made of, from left to right. */
const LIQUIDS = [
  { id: 'oil', name: 'Oil', viscosity: 0.1, density: 900, colour: '#d9b13b', turbidity: 1 },
  { id: 'batter', name: 'Batter', viscosity: 150, density: 1000, colour: '#e8c48a', turbidity: 8 },
  { id: 'putty', name: 'Putty', viscosity: 2000, density: 1000, colour: '#b9837a', turbidity: 20 },
] as const;

function column(liquid: (typeof LIQUIDS)[number], x: number, cells: number): EntityInput[] {
  const { id, name, viscosity, density, colour, turbidity } = liquid;
  const [length, height] = TANK;
  return [
    {
      ...waterBox(TANK, length / cells),
      id,
      name,
      domain: { centre: [x, height / 2, 0], size: [...TANK] },
      density,
      viscosity,
      display: { colour, turbidity, tank: 'glass' },
    },
    filledBox({
      id: `${id}-column`,
      name: `Column of ${name.toLowerCase()}`,
      liquid: id,
      size: [COLUMN.width, COLUMN.height, COLUMN.width],
      at: [x],
    }),
  ];
}

/** Three columns of liquids that resist shear more and more fall, flow and slump. */
const viscousColumns: TemplateDefinition<z.output<typeof params>> = {
  type: 'viscous-columns',
  label: 'Oil, batter and putty',
  reference: 'Batty and Bridson 2008',
  params,
  needsMesh: false,
  create({ cells, frames }, request) {
    return {
      ...newShot(request, frames),
      notes:
        'Look at: the oil falls over and splashes, the batter spreads to a cake, the putty only sags. ' +
        'Must hold: the thicker a liquid, the less far it has come; putty twice as thick takes twice as long to the same shape.',
      entities: [
        ...LIQUIDS.flatMap((liquid, k) => column(liquid, (k - 1) * SPACING, cells)),
        { kind: 'camera', id: 'camera', name: 'Camera', position: [0.35, 1.35, 3], target: [0, 0.25, 0] },
      ],
    };
  },
};

export default viscousColumns;

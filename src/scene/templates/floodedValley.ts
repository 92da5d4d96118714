import { z } from 'zod';
import { quantity } from '../../base/quantities.ts';
import { bedMiddle, type Valley, valleyHeight } from '../../geometry/terrain/valley.ts';
import type { TemplateDefinition } from '../templates.ts';
import type { ColliderInput } from './parts/EntityInput.ts';
import { newShot } from './parts/newShot.ts';
import { frameCount } from './parts/templateParams.ts';

const params = z.strictObject({
  cells: quantity({
    unit: '',
    label: 'cells',
    help: 'Number of columns of water along the valley: 240 are columns of 0.25 m; twice as many take eight times as long.',
    min: 30,
    max: 2000,
    default: 240,
  }),
  frames: frameCount(192, { min: 1, max: 10_000 }),
});

const GROUND: Valley = {
  sizeX: 60,
  sizeZ: 36,
  height: 7,
  hillSize: 9,
  slope: 0.05,
  bedDepth: 1.2,
  bedWidth: 6,
  meander: 3,
  seed: 4,
};
/** Lowest and highest point of the box of water, m. */
const FLOOR = -5;
const TOP = 11;
/** Place of the dam along the valley, its thickness, the width of the breach, and the heights of the lake and of the crown, m. */
const DAM = { x: -16, thickness: 1.2, breach: 5, lake: 5, crown: 5.8 };
/** Places of houses along the valley and across it from the middle of the bed, their turns and sizes: x, z, rad, width, height, depth. */
const HOUSES: readonly (readonly [number, number, number, number, number, number])[] = [
  [-3, 5.5, 0.3, 3, 2.6, 2.4],
  [1, -5, -0.2, 2.6, 2.4, 3.2],
  [4, 5.2, 0.1, 3.4, 3, 2.6],
  [7.5, -4.6, 0.5, 2.4, 2.2, 2.4],
  [9, 6.5, -0.4, 2.6, 2.6, 3],
  [12.5, -6, 0.15, 3.2, 2.8, 2.6],
  [14, 4.4, 0.35, 2.4, 2.2, 2.6],
  [18, -4.4, -0.3, 2.8, 2.6, 2.4],
  [19.5, 6, 0, 3, 3.4, 3],
  [23.5, -6.5, 0.25, 2.6, 2.4, 2.8],
];
const PLASTER = ['#cdb79a', '#b98d6f', '#d6cfc0', '#a9795f'];
/** How deep houses stand in the ground, m. */
const FOUNDATION = 2;

/** A dam breaks above a village: the lake runs down the valley. */
const floodedValley: TemplateDefinition<z.output<typeof params>> = {
  type: 'flooded-valley',
  label: 'Flooded valley',
  reference: 'Müller et al. 2008, fig. 11.4 and 11.5',
  params,
  needsMesh: false,
  create({ cells, frames }, request) {
    const lakeLength = DAM.x - DAM.thickness / 2 + GROUND.sizeX / 2;
    return {
      ...newShot(request, frames),
      notes:
        'Look at: the lake breaks through the dam, a bore runs down the bed, parts around the houses and leaves the valley below; white water trails behind it. ' +
        'Must hold: the volume of the water until it reaches the open side.',
      entities: [
        {
          kind: 'liquid',
          id: 'water',
          name: 'Water',
          method: { kind: 'shallow-water', manning: 0.03 },
          domain: {
            centre: [0, (FLOOR + TOP) / 2, 0],
            size: [GROUND.sizeX, TOP - FLOOR, GROUND.sizeZ],
            walls: { right: false },
          },
          cellSize: GROUND.sizeX / cells,
          display: { colour: '#4f8f8a', turbidity: 12 },
        },
        {
          kind: 'region',
          id: 'lake',
          name: 'Lake',
          liquid: 'water',
          role: { kind: 'fill' },
          shape: {
            kind: 'registered',
            type: 'box',
            params: { sizeX: lakeLength, sizeY: DAM.lake - FLOOR, sizeZ: GROUND.sizeZ },
          },
          transform: { position: [(lakeLength - GROUND.sizeX) / 2, (DAM.lake + FLOOR) / 2, 0] },
        },
        {
          kind: 'collider',
          id: 'valley',
          name: 'Valley',
          shape: { kind: 'registered', type: 'valley', params: { ...GROUND } },
          display: { colour: '#7d8467' },
        },
        ...damWalls(),
        ...HOUSES.map(house),
        {
          kind: 'camera',
          id: 'camera',
          name: 'Camera',
          position: [31, 15, 21],
          target: [1, 0.5, -0.5],
        },
      ],
    };
  },
};

/** What is left of the dam, on both sides of the breach over the bed. */
function damWalls(): ColliderInput[] {
  const middle = bedMiddle(GROUND, DAM.x);
  return [-1, 1].map((side) => {
    const from = middle + (side * DAM.breach) / 2;
    const length = GROUND.sizeZ / 2 - side * from;
    return box(side < 0 ? 'dam-back' : 'dam-front', 'Dam', [DAM.thickness, DAM.crown - FLOOR, length], {
      position: [DAM.x, (DAM.crown + FLOOR) / 2, from + (side * length) / 2],
      colour: '#9a9a96',
    });
  });
}

function house([x, across, turn, width, height, depth]: (typeof HOUSES)[number], number: number): ColliderInput {
  const z = bedMiddle(GROUND, x) + across;
  const ground = valleyHeight(GROUND, x, z);
  return box(`house-${number + 1}`, `House ${number + 1}`, [width, height + FOUNDATION, depth], {
    position: [x, ground + (height - FOUNDATION) / 2, z],
    turn,
    colour: PLASTER[number % PLASTER.length],
  });
}

function box(
  id: string,
  name: string,
  [sizeX, sizeY, sizeZ]: readonly [number, number, number],
  { position, turn = 0, colour }: { position: [number, number, number]; turn?: number; colour: string },
): ColliderInput {
  return {
    kind: 'collider',
    id,
    name,
    shape: { kind: 'registered', type: 'box', params: { sizeX, sizeY, sizeZ } },
    transform: { position, rotation: [0, turn, 0] },
    display: { colour },
  };
}

export default floodedValley;

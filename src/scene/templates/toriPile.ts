import { z } from 'zod';
import { wholeNumber } from '../../base/quantities.ts';
import { solidColours } from '../kinds/solid.ts';
import type { TemplateDefinition } from '../templates.ts';
import type { ColliderInput, SolidInput } from './parts/EntityInput.ts';
import { floor } from './parts/floor.ts';
import { newShot } from './parts/newShot.ts';
import { edgePercent, firmness, frameCount, keepVolume } from './parts/templateParams.ts';

const params = z.strictObject({
  count: wholeNumber({
    unit: '',
    label: 'tori',
    help: 'Number of tori, which fall four abreast; the figure of the paper has 40.',
    min: 1,
    max: 200,
    default: 12,
  }),
  percent: edgePercent(8, ': 8 gives 1 200 elements in each torus, and 12 000 at final quality'),
  firmness: firmness(3e4, 'Softer tori sag into each other; firmer ones bounce.'),
  keepVolume: keepVolume(true, 'Conserves the volume of every part of each torus as the pile presses on it.'),
  frames: frameCount(72, { min: 1, max: 10_000 }),
});

/** Major radius of a torus, m. */
const MAJOR = 0.3;
/** Minor radius of a torus, m. */
const MINOR = 0.12;
/** Distances of the tori from the middle of their four, and of one four from the next, m: nothing touches at the start. */
const ASIDE = 0.45;
const STOREY = 0.62;
const LOWEST = 0.75;
/** Inner half width, height and thickness of the walls, m. */
const INSIDE = 1.1;
const WALL = 0.55;
const THICKNESS = 0.15;
/** How far the walls reach into the floor, m: nothing is wedged under their rounded edges. */
const SUNK = 0.1;
/** Turn from one torus to the next, rad: no two lie alike. */
const GOLDEN = 2.399963;
/** Largest tilt, rad. */
const TILT = 0.45;

/** Soft tori fall into a crate and come to rest on each other. */
const toriPile: TemplateDefinition<z.output<typeof params>> = {
  type: 'tori-pile',
  label: 'Pile of tori',
  reference: 'Irving 2007, figure 4.6',
  params,
  needsMesh: false,
  create({ count, percent, firmness, keepVolume, frames }, request) {
    const tori = Array.from({ length: count }, (_, index) => torus(index, percent, firmness, keepVolume));
    return {
      ...newShot(request, frames),
      notes:
        'Look at: tori squash where they lie on each other, and nothing passes through anything. ' +
        'Must hold: no intersecting triangles in any frame; every torus within 0.5 % of its volume.',
      entities: [
        ...tori,
        ...crate(),
        floor(0.5),
        { kind: 'camera', id: 'camera', name: 'Camera', position: [2.1, 3.6, 3.2], target: [0, 0.35, 0] },
      ],
    };
  },
};

/** So many tori are told apart by what they look as if they were made of. */
const LOOKS: readonly SolidInput['display'][] = [
  { colour: solidColours[0] },
  { colour: '#e8e3d8', surface: 'plaster' },
  { colour: '#24566f', surface: 'rubber' },
  { colour: '#d9a878', surface: 'metal' },
  { colour: solidColours[3] },
  { colour: '#ef4560', surface: 'jelly' },
  { colour: solidColours[2] },
  { colour: '#c98a2b', surface: 'jelly' },
  { colour: solidColours[4] },
  { colour: '#2f8fd0', surface: 'jelly' },
  { colour: solidColours[1], surface: 'rubber' },
];

function torus(index: number, percent: number, firmness: number, keepVolume: boolean): SolidInput {
  const storey = Math.floor(index / 4);
  const corner = Math.PI * (0.25 + 0.5 * (index % 4)) + 0.35 * storey;
  const turn = GOLDEN * index;
  return {
    kind: 'solid',
    id: `torus${index + 1}`,
    name: `Torus ${index + 1}`,
    display: LOOKS[index % LOOKS.length],
    source: { kind: 'procedural', form: { shape: 'torus', majorRadius: MAJOR, minorRadius: MINOR } },
    meshing: { method: 'graded-stuffing', edge: { percent } },
    material: {
      model: 'neo-hookean',
      density: 1000,
      youngsModulus: firmness,
      poissonRatio: 0.4,
      dampingTime: 0.01,
    },
    volumeConservation: keepVolume ? { enabled: true } : undefined,
    contact: { others: true, friction: 0.4 },
    transform: {
      position: [
        Math.SQRT2 * ASIDE * Math.cos(corner),
        LOWEST + STOREY * storey,
        Math.SQRT2 * ASIDE * Math.sin(corner),
      ],
      rotation: [TILT * Math.cos(turn), turn, TILT * Math.sin(turn)],
    },
  };
}

/** Four walls on the floor. */
function crate(): ColliderInput[] {
  const reach = INSIDE + THICKNESS / 2;
  const long = 2 * (INSIDE + THICKNESS);
  const sides: readonly (readonly [string, string, number, number])[] = [
    ['left', 'Left wall', -reach, 0],
    ['right', 'Right wall', reach, 0],
    ['back', 'Back wall', 0, -reach],
    ['front', 'Front wall', 0, reach],
  ];
  return sides.map(([id, name, x, z]) => ({
    kind: 'collider',
    id,
    name,
    shape: {
      kind: 'registered',
      type: 'box',
      params: {
        sizeX: x === 0 ? 2 * INSIDE : THICKNESS,
        sizeY: WALL + SUNK,
        sizeZ: x === 0 ? THICKNESS : long,
        rounding: 0.03,
      },
    },
    friction: 0.3,
    transform: { position: [x, (WALL - SUNK) / 2, z] },
  }));
}

export default toriPile;

import { z } from 'zod';
import { quantity } from '../../base/quantities.ts';
import type { TemplateDefinition, TemplateMesh } from '../templates.ts';
import type { ColliderInput, EntityInput, RegionInput } from './parts/EntityInput.ts';
import { floor } from './parts/floor.ts';
import { keyedCurve } from './parts/keyedCurve.ts';
import { newShot } from './parts/newShot.ts';
import { frameCount } from './parts/templateParams.ts';
import { scanCollider } from './scan/scanCollider.ts';

const params = z.strictObject({
  cells: quantity({
    unit: '',
    label: 'cells',
    help: 'Number of cells across the box; twice as many take about sixteen times as long. Water leaks through walls that are thinner than two cells.',
    min: 32,
    max: 300,
    default: 40,
  }),
  fill: quantity({
    unit: '%',
    label: 'fill',
    help: 'Share of the cup that is filled before the toy falls in.',
    min: 0,
    max: 120,
    default: 60,
  }),
  frames: frameCount(84, { min: 24, max: 10_000 }, ': the spout is open over the first half'),
});

/** m. */
const HEIGHT = 0.1;
const CUP = { radius: 0.049, baseRadius: 0.038, height: HEIGHT, thickness: 0.01 };
/** What goes into our own cup, about, m3. */
const CAPACITY = 2.7e-4;
const BOX = { width: 0.16, height: 0.2 };
const TOY_RADIUS = 0.017;
/** Frames per second of a new shot, and m/s2. */
const RATE = 24;
const GRAVITY = 9.81;
/** Height of the toy before it falls, m above the floor. */
const TOY_HEIGHT = 0.17;

function cup(mesh: TemplateMesh | undefined): ColliderInput {
  const look = { display: { colour: '#d8cfc2', surface: 'plaster' as const, roughness: 0.35 } };
  if (mesh === undefined) {
    return {
      kind: 'collider',
      id: 'cup',
      name: 'Cup',
      shape: { kind: 'registered', type: 'cup', params: CUP },
      ...look,
    };
  }
  return scanCollider(mesh, HEIGHT, { id: 'cup', name: 'Scanned cup', ...look });
}

function spout(rate: number, close: number): RegionInput {
  return {
    kind: 'region',
    id: 'spout',
    name: 'Spout',
    liquid: 'water',
    role: { kind: 'emit', rate: keyedCurve([1, rate, 'step'], [close, 0, 'step']), velocity: [0, -0.4, 0] },
    shape: { kind: 'registered', type: 'cylinder', params: { radius: 0.0095, height: 0.02 } },
    transform: { position: [-0.008, 0.122, 0] },
  };
}

/** A soft ball that moves with the water, and what keeps it in the air until `release`. */
function toy(release: number): EntityInput[] {
  return [
    {
      kind: 'solid',
      id: 'toy',
      name: 'Jelly toy',
      source: { kind: 'procedural', form: { shape: 'sphere', radius: TOY_RADIUS, segments: 32 } },
      meshing: { method: 'graded-stuffing', edge: { percent: 13 } },
      material: { density: 450, youngsModulus: 8e3, poissonRatio: 0.4, dampingTime: 0.005 },
      liquids: 'coupled',
      transform: { position: [0.006, TOY_HEIGHT, 0] },
      display: { colour: '#ef4560', surface: 'jelly' },
    },
    {
      kind: 'force',
      id: 'hold',
      name: 'Toy release',
      targets: ['toy'],
      field: { kind: 'gravity', acceleration: [0, keyedCurve([1, 0, 'step'], [release, -GRAVITY, 'step']), 0] },
    },
  ];
}

/** A cup of the artist's, or one of our own, is filled from a spout; then a toy drops into it. */
const cupFill: TemplateDefinition<z.output<typeof params>> = {
  type: 'cup-fill',
  label: 'A cup is filled',
  reference: 'Zarifi 2017, 4; Jiang et al. 2015',
  params,
  needsMesh: false,
  takesMesh: true,
  create({ cells, fill, frames }, request) {
    const open = Math.round(0.5 * (frames - 1));
    const close = 1 + open;
    const rate = ((fill / 100) * CAPACITY * RATE) / open;
    return {
      ...newShot(request, frames),
      notes:
        'Look at: a stream breaks on the floor of the cup and fills it; the toy splashes in and the level rises by as much as it takes. ' +
        'Must hold: the volume of the water is what came out of the spout, and none of it goes through the cup.',
      entities: [
        {
          kind: 'liquid',
          id: 'water',
          name: 'Water',
          domain: {
            centre: [0, BOX.height / 2, 0],
            size: [BOX.width, BOX.height, BOX.width],
            walls: { left: false, right: false, front: false, back: false, top: false },
          },
          cellSize: BOX.width / cells,
        },
        spout(rate, close),
        cup(request.mesh),
        ...toy(close + 2),
        floor(0.5),
        { kind: 'camera', id: 'camera', name: 'Camera', position: [0.1, 0.27, 0.19], target: [0, 0.065, 0] },
      ],
    };
  },
};

export default cupFill;

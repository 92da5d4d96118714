import { z } from 'zod';
import { quantity } from '../../base/quantities.ts';
import type { TemplateDefinition, TemplateMesh } from '../templates.ts';
import type { ColliderInput, RegionInput } from './parts/EntityInput.ts';
import { floor } from './parts/floor.ts';
import { keyedCurve } from './parts/keyedCurve.ts';
import { newShot } from './parts/newShot.ts';
import { frameCount } from './parts/templateParams.ts';

const params = z.strictObject({
  cells: quantity({
    unit: '',
    label: 'cells',
    help: 'Across the box: twice as many cost about sixteen times as much. A thin wall needs about a cell.',
    min: 16,
    max: 300,
    default: 40,
  }),
  rate: quantity({
    unit: 'm3/s',
    label: 'rate',
    help: 'Volume that comes out of the spout per second while it is open.',
    min: 0,
    max: 0.01,
    softMax: 0.0005,
    default: 0.00015,
  }),
  frames: frameCount(84, { min: 24, max: 10_000 }, ': the spout is open over the first half'),
});

/** m. */
const HEIGHT = 0.1;
const CUP = { radius: 0.046, baseRadius: 0.034, height: HEIGHT, thickness: 0.007 };
const BOX = { width: 0.16, height: 0.2 };
const TOY_RADIUS = 0.017;
/** Frames per second of a new shot, and m/s2. */
const RATE = 24;
const GRAVITY = 9.81;
/** Where the toy falls from and where it comes to rest, m above the floor. */
const TOY_HIGH = 0.19;
const TOY_LOW = 0.062;

function cup(mesh: TemplateMesh | undefined): ColliderInput {
  const look = { display: { colour: '#d8cfc2' } };
  if (mesh === undefined) {
    return {
      kind: 'collider',
      id: 'cup',
      name: 'Cup',
      shape: { kind: 'registered', type: 'cup', params: CUP },
      ...look,
    };
  }
  const { bounds, ...file } = mesh;
  const [minX, minY, minZ, maxX, maxY, maxZ] = bounds;
  const scale = HEIGHT / (maxY - minY);
  return {
    kind: 'collider',
    id: 'cup',
    name: 'Scanned cup',
    shape: { kind: 'file', ...file, scale },
    transform: { position: [(-scale * (minX + maxX)) / 2, -scale * minY, (-scale * (minZ + maxZ)) / 2] },
    ...look,
  };
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

/** The toy waits, falls freely to where it floats, and dips twice more. It moves as keyed: the water does not push it. */
function toy(release: number): ColliderInput {
  const fall = Math.max(2, Math.round(RATE * Math.sqrt((2 * (TOY_HIGH - TOY_LOW)) / GRAVITY)));
  const falling = Array.from({ length: fall }, (_, k) => {
    const drop = (GRAVITY * (k / RATE) ** 2) / 2;
    return [release + k, TOY_HIGH - drop, 'linear'] as const;
  });
  const landed = release + fall;
  const rest = [
    [landed, TOY_LOW - 0.014, 'bezier'],
    [landed + 5, TOY_LOW + 0.006, 'bezier'],
    [landed + 10, TOY_LOW - 0.003, 'bezier'],
    [landed + 15, TOY_LOW, 'bezier'],
  ] as const;
  return {
    kind: 'collider',
    id: 'toy',
    name: 'Jelly toy',
    shape: { kind: 'registered', type: 'sphere', params: { radius: TOY_RADIUS } },
    transform: { position: [0.006, keyedCurve([1, TOY_HIGH, 'step'], ...falling, ...rest), 0] },
    display: { colour: '#e2607a' },
  };
}

/** A cup of the artist's, or one of our own, is filled from a spout; then a toy drops into it. */
const cupFill: TemplateDefinition<z.output<typeof params>> = {
  type: 'cup-fill',
  label: 'A cup is filled',
  reference: 'Zarifi 2017, 4; Jiang et al. 2015',
  params,
  needsMesh: false,
  takesMesh: true,
  create({ cells, rate, frames }, request) {
    const close = 1 + Math.round(0.5 * frames);
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
        toy(close + 2),
        floor(0.5),
        { kind: 'camera', id: 'camera', name: 'Camera', position: [0.11, 0.23, 0.24], target: [0, 0.06, 0] },
      ],
    };
  },
};

export default cupFill;

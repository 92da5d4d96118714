import { z } from 'zod';
import { quantity } from '../../base/quantities.ts';
import { solidPresets } from '../../materials/presets.ts';
import { presetMaterial, presetPlasticity } from '../presetMaterial.ts';
import type { TemplateDefinition } from '../templates.ts';
import { ballSolid } from './parts/ballSolid.ts';
import { floor } from './parts/floor.ts';
import { keyedCurve } from './parts/keyedCurve.ts';
import { newShot } from './parts/newShot.ts';
import { edgePercent, frameCount } from './parts/templateParams.ts';

const plasticPresets = solidPresets.filter(({ plasticity }) => plasticity !== undefined).map(({ type }) => type);

const params = z.strictObject({
  preset: z.enum(plasticPresets).default('clay').meta({ label: 'Material preset', help: 'Material of the ball.' }),
  percent: edgePercent(4),
  press: quantity({
    unit: '',
    label: 'press',
    help: 'Share of its height by which the ball is pressed together.',
    min: 0.05,
    max: 0.8,
    default: 0.5,
  }),
  towardsPrint: z.boolean().default(false).meta({
    label: 'imprint goal',
    help: 'Gives the ball a goal: its own shape under the plate at its lowest position.',
  }),
  frames: frameCount(
    96,
    { min: 12, max: 10_000 },
    ': the plate comes down over the first half and leaves in the second',
  ),
});

/** Radius of the ball and thickness of the plate, m. */
const RADIUS = 0.5;
const THICKNESS = 0.1;
/** Distance to the ball before and after, m. */
const CLEAR = 0.02;
const AWAY = 0.6;

/** A ball is pressed between the floor and a plate, and keeps the shape. */
const clayPress: TemplateDefinition<z.output<typeof params>> = {
  type: 'clay-press',
  label: 'Clay press',
  reference: 'Irving 2007, 2.6.3; Wojtan and Turk 2008',
  params,
  needsMesh: false,
  create({ preset, percent, press, towardsPrint, frames }, request) {
    const middle = 1 + Math.round((frames - 1) / 2);
    const plate = (gap: number) => 2 * RADIUS + gap + THICKNESS / 2;
    const goal = { shape: { kind: 'pressed' as const, collider: 'plate', frame: middle, reach: 2 } };
    return {
      ...newShot(request, frames),
      notes:
        'Look at: the ball keeps the shape that it was pressed to. ' +
        'Must hold: its volume comes back to 1.2 % after the plate has gone, and it stays flat.',
      entities: [
        ballSolid(RADIUS, percent, {
          material: presetMaterial(preset),
          plasticity: { ...presetPlasticity(preset), ...(towardsPrint && { goal }) },
          transform: { position: [0, RADIUS, 0] },
        }),
        {
          kind: 'collider',
          id: 'plate',
          name: 'Plate',
          shape: {
            kind: 'registered',
            type: 'box',
            params: { sizeX: 1.7, sizeY: THICKNESS, sizeZ: 1.7, rounding: 0.02 },
          },
          transform: {
            position: [
              0,
              keyedCurve(
                [1, plate(CLEAR), 'bezier'],
                [middle, plate(-2 * press * RADIUS), 'bezier'],
                [frames, plate(AWAY), 'step'],
              ),
              0,
            ],
          },
          friction: 0.3,
        },
        floor(0.3),
        { kind: 'camera', id: 'camera', name: 'Camera', position: [1.1, 0.45, 2.6], target: [0, 0.42, 0] },
      ],
    };
  },
};

export default clayPress;

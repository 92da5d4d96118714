import { z } from 'zod';
import { quantity, wholeNumber } from '../../base/quantities.ts';
import type { TemplateDefinition } from '../templates.ts';
import { scanSolid } from './scan/scanSolid.ts';

const params = z.strictObject({
  percent: quantity({
    unit: '%',
    label: 'edge',
    help: 'Long edge of the lattice as a share of the diagonal.',
    min: 0.5,
    max: 20,
    default: 4,
  }),
  model: z.string().default('cubic-spline').meta({
    label: 'Constitutive model',
    help: 'How the scan resists being squeezed.',
    registry: 'constitutive model',
  }),
  gap: quantity({
    unit: '',
    label: 'gap',
    help: 'How far the gears stand apart beyond the distance at which they mesh, in modules; the teeth overlap below 2.',
    min: 0,
    max: 3,
    default: 0.8,
  }),
  frames: wholeNumber({
    unit: '',
    label: 'frames',
    help: 'Frames to simulate after the first.',
    min: 24,
    max: 10_000,
    default: 144,
  }),
});

const TEETH = 16;
const PITCH_RADIUS = 0.5;
/** Diameter of the pitch circle per tooth, m. */
const MODULE = (2 * PITCH_RADIUS) / TEETH;
/** Turn of the gears, rad per frame: a tooth passes in 8 frames. */
const TURN = (2 * Math.PI) / TEETH / 8;
/** Height of the scan, m: about the radius of a gear. */
const SCAN_HEIGHT = 0.45;
/** Radius and length of the pushing cylinder, and its lowest point at the start and when it has pushed, m. */
const PISTON = { radius: 0.3, height: 0.4, from: 0.98, to: 0.5, until: 60 } as const;

const PI_OVER_TEETH = Math.PI / TEETH;

/** A soft scan is pushed between two gears whose teeth interlock, comes out below, and takes its shape again. */
const gears: TemplateDefinition<z.output<typeof params>> = {
  type: 'gears',
  label: 'Through the gears',
  reference: 'Irving 2007, figure 2.9',
  params,
  needsMesh: true,
  sampleMesh: 'bunny',
  create({ percent, model, gap, frames }, { project, name, mesh }) {
    const apart = PITCH_RADIUS + (gap * MODULE) / 2;
    const last = 1 + frames;
    const gear = (id: string, x: number, phase: number, turn: number) => ({
      kind: 'collider' as const,
      id,
      name: id === 'left' ? 'Left gear' : 'Right gear',
      shape: {
        kind: 'registered' as const,
        type: 'gear',
        params: { teeth: TEETH, pitchRadius: PITCH_RADIUS, thickness: 0.6, bore: 0.12 },
      },
      transform: {
        position: [x, 0, 0] as [number, number, number],
        rotation: [
          0,
          0,
          {
            keys: [
              { frame: 1, value: phase, interpolation: 'linear' as const },
              { frame: last, value: phase + turn * frames, interpolation: 'linear' as const },
            ],
          },
        ] as [number, number, { keys: { frame: number; value: number; interpolation: 'linear' }[] }],
      },
      friction: 0.6,
    });
    const tip = (value: number) => value + PISTON.height / 2;
    return {
      format: 'ductile-shot',
      version: 3,
      project,
      name,
      notes:
        'Look at: elements between the teeth are flat and inverted, and recover. ' +
        'Must hold: more than 3 % inverted at some frame; the shape comes back to 2 %.',
      range: { first: 1, last },
      physics: { gravity: [0, -9.81, 0] },
      entities: [
        scanSolid(mesh!, SCAN_HEIGHT, [0, 0.42, 0], {
          name: 'Soft scan',
          meshing: { method: 'graded-stuffing', edge: { percent } },
          material: { model, density: 1000, youngsModulus: 8e4, poissonRatio: 0.3, dampingTime: 0.01 },
        }),
        gear('left', -apart, 0, -TURN),
        gear('right', apart, PI_OVER_TEETH, TURN),
        {
          kind: 'collider',
          id: 'piston',
          name: 'Piston',
          shape: {
            kind: 'registered',
            type: 'cylinder',
            params: { radius: PISTON.radius, height: PISTON.height, rounding: 0.03 },
          },
          transform: {
            position: [
              0,
              {
                keys: [
                  { frame: 1, value: tip(PISTON.from), interpolation: 'bezier' },
                  { frame: PISTON.until, value: tip(PISTON.to), interpolation: 'bezier' },
                  { frame: PISTON.until + 24, value: tip(PISTON.from), interpolation: 'step' },
                ],
              },
              0,
            ],
          },
          friction: 0.3,
        },
        {
          kind: 'collider',
          id: 'floor',
          name: 'Floor',
          shape: { kind: 'registered', type: 'plane' },
          transform: { position: [0, -1.1, 0] },
        },
        { kind: 'camera', id: 'camera', name: 'Camera', position: [0.5, 0.6, 4], target: [0, 0, 0] },
      ],
    };
  },
};

export default gears;

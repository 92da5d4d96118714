import { z } from 'zod';
import { quantity } from '../../base/quantities.ts';
import type { TemplateDefinition } from '../templates.ts';
import { floor } from './parts/floor.ts';
import { keyedCurve } from './parts/keyedCurve.ts';
import { turningGear } from './parts/turningGear.ts';
import { newShot } from './parts/newShot.ts';
import { edgePercent, frameCount } from './parts/templateParams.ts';
import { scanSolid } from './scan/scanSolid.ts';

const params = z.strictObject({
  percent: edgePercent(4),
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
  frames: frameCount(144, { min: 24, max: 10_000 }),
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
  create({ percent, model, gap, frames }, request) {
    const apart = PITCH_RADIUS + (gap * MODULE) / 2;
    const gearing = { teeth: TEETH, pitchRadius: PITCH_RADIUS, thickness: 0.6, friction: 0.6, frames };
    const tip = (value: number) => value + PISTON.height / 2;
    return {
      ...newShot(request, frames),
      notes:
        'Look at: elements between the teeth are flat and inverted, and recover. ' +
        'Must hold: more than 3 % inverted at some frame; the shape comes back to 2 %.',
      physics: { gravity: [0, -9.81, 0] },
      entities: [
        scanSolid(request.mesh!, SCAN_HEIGHT, [0, 0.42, 0], {
          name: 'Soft scan',
          meshing: { method: 'graded-stuffing', edge: { percent } },
          material: { model, density: 1000, youngsModulus: 8e4, poissonRatio: 0.3, dampingTime: 0.01 },
        }),
        turningGear(gearing, { side: 'left', x: -apart, phase: 0, turn: -TURN }),
        turningGear(gearing, { side: 'right', x: apart, phase: PI_OVER_TEETH, turn: TURN }),
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
              keyedCurve(
                [1, tip(PISTON.from), 'bezier'],
                [PISTON.until, tip(PISTON.to), 'bezier'],
                [PISTON.until + 24, tip(PISTON.from), 'step'],
              ),
              0,
            ],
          },
          friction: 0.3,
        },
        floor(undefined, -1.1),
        { kind: 'camera', id: 'camera', name: 'Camera', position: [0.5, 0.6, 4], target: [0, 0, 0] },
      ],
    };
  },
};

export default gears;

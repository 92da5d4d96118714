import { z } from 'zod';
import type { SceneInput } from '../../Scene.ts';
import type { Meshing } from '../../kinds/solid.ts';
import type { TemplateRequest } from '../../templates.ts';
import { quantity } from '../../../base/quantities.ts';
import { floor } from './floor.ts';
import { frameCount } from './templateParams.ts';
import { keyedCurve } from './keyedCurve.ts';
import { newShot } from './newShot.ts';
import { turningGear } from './turningGear.ts';
import { scanSolid } from '../scan/scanSolid.ts';

/** How far the gears stand apart, how long they turn, and what resists being squeezed. */
export const gearParams = {
  model: z.string().default('cubic-spline').meta({
    label: 'Constitutive model',
    help: 'Constitutive model of the scan.',
    registry: 'constitutive model',
  }),
  gap: quantity({
    unit: '',
    label: 'gap',
    help: 'Distance between the gears beyond that at which they mesh, in modules. The teeth overlap below 2.',
    min: 0,
    max: 3,
    default: 0.8,
  }),
  frames: frameCount(144, { min: 24, max: 10_000 }),
};

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

/** A scan, filled as `meshing` says, that is pushed between two gears. */
export function gearScene(
  { model, gap, frames }: { readonly model: string; readonly gap: number; readonly frames: number },
  request: TemplateRequest,
  meshing: Pick<Meshing, 'method' | 'edge'>,
): SceneInput {
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
        meshing,
        material: { model, density: 1000, youngsModulus: 8e4, poissonRatio: 0.3, dampingTime: 0.01 },
      }),
      turningGear(gearing, { side: 'left', x: -apart, phase: 0, turn: -TURN }),
      turningGear(gearing, { side: 'right', x: apart, phase: PI_OVER_TEETH, turn: TURN }),
      {
        kind: 'collider',
        id: 'piston',
        name: 'Piston',
        display: { colour: '#c9ccd2', surface: 'metal' },
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
}

import { z } from 'zod';
import { quantity } from '../../base/quantities.ts';
import type { TemplateDefinition } from '../templates.ts';
import type { ColliderInput } from './parts/EntityInput.ts';
import { ballSolid } from './parts/ballSolid.ts';
import { keyedCurve } from './parts/keyedCurve.ts';
import { newShot } from './parts/newShot.ts';
import { edgePercent, frameCount } from './parts/templateParams.ts';

const params = z.strictObject({
  percent: edgePercent(5, ': 3.35 gives 24 000 elements'),
  thickness: quantity({
    unit: '',
    label: 'final thickness',
    help: 'Final gap between the plates, as a share of the diameter.',
    min: 0.005,
    max: 1,
    default: 0.011,
  }),
  frames: frameCount(48, { min: 6, max: 10_000 }),
});

/** m. */
const RADIUS = 0.5;

/** A soft ball that keeps its volume is pressed between two plates until it is a thin disc. */
const pressedSphere: TemplateDefinition<z.output<typeof params>> = {
  type: 'pressed-sphere',
  label: 'Pressed sphere',
  reference: 'Irving 2007, figure 4.7',
  params,
  needsMesh: false,
  create({ percent, thickness, frames }, request) {
    const plate = (id: string, label: string, turn: number, from: number, to: number): ColliderInput => ({
      kind: 'collider',
      id,
      name: label,
      shape: { kind: 'registered', type: 'plane' },
      friction: 0,
      transform: {
        position: [0, keyedCurve([1, from, 'linear'], [frames, to, 'linear']), 0],
        rotation: [turn, 0, 0],
      },
    });
    return {
      ...newShot(request, frames),
      notes:
        'Look at: the ball spreads evenly and stays in contact with the plates everywhere. ' +
        'Must hold: the whole volume stays within 0.5 % down to a hundredth of the thickness.',
      physics: { gravity: [0, 0, 0] },
      entities: [
        ballSolid(RADIUS, percent, {
          material: {
            model: 'rotated-linear',
            density: 1000,
            youngsModulus: 2e3,
            poissonRatio: 0.3,
            dampingTime: 0.01,
          },
          volumeConservation: { enabled: true, recoveryTime: 0 },
          transform: { position: [0, RADIUS, 0] },
        }),
        plate('bottom', 'Lower plate', 0, 0, RADIUS * (1 - thickness)),
        plate('top', 'Upper plate', Math.PI, 2 * RADIUS, RADIUS * (1 + thickness)),
        { kind: 'camera', id: 'camera', name: 'Camera', position: [0.8, 1.1, 3.2], target: [0, RADIUS, 0] },
      ],
    };
  },
};

export default pressedSphere;

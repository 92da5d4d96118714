import { z } from 'zod';
import { quantity } from '../../base/quantities.ts';
import type { TemplateDefinition } from '../templates.ts';
import { clothEdge } from './parts/clothEdge.ts';
import { newShot } from './parts/newShot.ts';
import { frameCount } from './parts/templateParams.ts';

const params = z.strictObject({
  edge: clothEdge(0.02),
  angle: quantity({
    unit: 'rad',
    label: 'slope',
    help: 'Angle of the ramp.',
    min: 0,
    max: 1.5,
    default: (20 * Math.PI) / 180,
  }),
  friction: quantity({
    unit: '',
    label: 'friction',
    help: 'Friction coefficient of the ramp.',
    symbol: 'mu',
    min: 0,
    max: 10,
    default: 0.5,
  }),
  speed: quantity({
    unit: 'm/s',
    label: 'speed',
    help: 'Initial speed down the ramp. The tube slides until friction makes it roll.',
    min: 0,
    max: 10,
    default: 0,
  }),
  frames: frameCount(18, { min: 1, max: 10_000 }),
});

/** m. */
const RADIUS = 0.08;
const THICKNESS = 0.002;

/** A tube of stiff cloth rolls down a rough ramp: what touches it stands still. */
const clothRoll: TemplateDefinition<z.output<typeof params>> = {
  type: 'cloth-roll',
  label: 'Rolling cloth',
  reference: 'Irving 2007, 3.2 and figure 3.4',
  params,
  needsMesh: false,
  create({ edge, angle, friction, speed, frames }, request) {
    const height = RADIUS + THICKNESS / 2;
    return {
      ...newShot(request, frames),
      notes:
        'Look at: the tube turns as it goes and does not slide. ' +
        'Must hold: once it rolls, its speed is (speed + g sin(angle) t) / 2, that of a thin ring, within 3 % at 0.25 s, and so is its spin times its radius.',
      quality: { draft: { solverTolerance: 1e-4 } },
      entities: [
        {
          kind: 'cloth',
          id: 'tube',
          name: 'Tube',
          source: { kind: 'procedural', form: { shape: 'tube', radius: RADIUS, length: 0.3, edge } },
          fabric: {
            areaDensity: 0.4,
            membraneStiffness: 3000,
            bendingStiffness: 0.5,
            thickness: THICKNESS,
          },
          contact: { self: false },
          drag: 0,
          substeps: 32,
          ...(speed > 0 && { velocity: [0, -speed * Math.sin(angle), speed * Math.cos(angle)] as const }),
          transform: {
            position: [0, height * Math.cos(angle), height * Math.sin(angle)],
            rotation: [angle, 0, 0],
          },
        },
        {
          kind: 'collider',
          id: 'ramp',
          name: 'Ramp',
          shape: { kind: 'registered', type: 'plane' },
          transform: { rotation: [angle, 0, 0] },
          friction,
        },
        { kind: 'camera', id: 'camera', name: 'Camera', position: [1, 0.35, 1.1], target: [0, -0.05, 0.4] },
      ],
    };
  },
};

export default clothRoll;

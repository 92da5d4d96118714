import { z } from 'zod';
import { quantity } from '../../base/quantities.ts';
import type { TemplateDefinition } from '../templates.ts';
import { newShot } from './parts/newShot.ts';
import { frameCount } from './parts/templateParams.ts';

const params = z.strictObject({
  body: z
    .enum(['tet', 'block'])
    .default('block')
    .meta({ label: 'Body', help: 'Shape of the body: one tetrahedron, or a block of 4 x 2 x 4 cells.' }),
  angle: quantity({
    unit: 'rad',
    label: 'slope',
    help: 'Angle between the incline and the ground.',
    symbol: 'theta',
    min: 0,
    max: 1.5,
    default: 0.4,
  }),
  friction: quantity({
    unit: '',
    label: 'friction',
    help: 'Friction coefficient of the slope. The body slides where tan(slope) is larger, and comes to rest where it is smaller.',
    symbol: 'mu',
    min: 0,
    max: 10,
    default: 0.2,
  }),
  speed: quantity({
    unit: 'm/s',
    label: 'initial speed',
    help: 'Initial speed down the slope.',
    min: 0,
    max: 100,
    default: 0,
  }),
  frames: frameCount(48, { min: 1, max: 10_000 }),
});

/** Size of a `block` (along, above and across the slope) and the edge of a `tet`, m. */
const BLOCK = [0.4, 0.2, 0.4] as const;
const TET_EDGE = 0.3;

/** Side of the piece of the slope that pictures show, m. */
const SLOPE_SHOWN = 16;

/** Friction is only as exact as the velocity solve. */
const TOLERANCE = 1e-7;

/** A body slides down a slope, or stays, as Coulomb's law says: s = v t + g (sin a - mu cos a) t^2 / 2. */
const incline: TemplateDefinition<z.output<typeof params>> = {
  type: 'incline',
  label: 'Incline',
  reference: 'Irving 2007, figures 3.2 and 3.3',
  params,
  needsMesh: false,
  create({ body, angle, friction, speed, frames }, request) {
    const [sine, cosine] = [Math.sin(angle), Math.cos(angle)];
    const height = body === 'block' ? BLOCK[1] / 2 : (TET_EDGE * Math.sqrt(2 / 3)) / 4;
    return {
      ...newShot(request, frames),
      notes:
        'Must hold: displacement along the slope within 0.5 % of the closed form; no drift where friction holds it.',
      quality: {
        draft: { solverTolerance: TOLERANCE },
        preview: { solverTolerance: TOLERANCE },
        final: { solverTolerance: TOLERANCE },
      },
      entities: [
        {
          kind: 'solid',
          id: 'body',
          name: body === 'block' ? 'Block' : 'Tetrahedron',
          source: {
            kind: 'procedural',
            form:
              body === 'block'
                ? { shape: 'block', size: [...BLOCK], cells: [4, 2, 4] }
                : { shape: 'tet', edge: TET_EDGE },
          },
          material: { density: 1000, youngsModulus: 2e5, poissonRatio: 0.3, dampingTime: 0.01 },
          transform: { position: [-sine * height, cosine * height, 0], rotation: [0, 0, angle] },
          velocity: [-cosine * speed, -sine * speed, 0],
        },
        {
          kind: 'collider',
          id: 'slope',
          name: 'Slope',
          shape: { kind: 'registered', type: 'plane', params: { displaySize: SLOPE_SHOWN } },
          transform: { rotation: [0, 0, angle] },
          friction,
        },
        { kind: 'camera', id: 'camera', name: 'Camera', position: [0.6, 0.9, 3], target: [0, 0, 0] },
      ],
    };
  },
};

export default incline;

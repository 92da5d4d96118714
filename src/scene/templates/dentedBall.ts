import { z } from 'zod';
import { quantity } from '../../base/quantities.ts';
import type { TemplateDefinition } from '../templates.ts';
import { clothEdge } from './parts/clothEdge.ts';
import type { EntityInput } from './parts/EntityInput.ts';
import { floor } from './parts/floor.ts';
import { keyedCurve } from './parts/keyedCurve.ts';
import { newShot } from './parts/newShot.ts';
import { frameCount } from './parts/templateParams.ts';

const params = z.strictObject({
  knowsSide: z.boolean().default(true).meta({
    label: 'guide surface',
    help: 'Gives the shell a hidden ball as its guide surface, so that dents turn back. Without it, what is pushed through stays inverted.',
  }),
  edge: clothEdge(0.018),
  depth: quantity({
    unit: '',
    label: 'depth',
    help: 'Depth of the dent in the top of the ball, as a share of its diameter.',
    min: 0.1,
    max: 0.9,
    default: 0.75,
  }),
  frames: frameCount(48, { min: 36, max: 10_000 }),
});

type Shot = z.output<typeof params>;

const RADIUS = 0.15;
const THICKNESS = 0.002;
/** Radius of the ball within that shows which side is out, m: its normals are those of any about the same middle. */
const GUIDE = 0.02;
/** Height of the middle over the floor, m: that of a ball that stands in a cup. */
const MIDDLE = RADIUS + THICKNESS;
/** Frames in which its top is pushed down, and the one in which it is let go. */
const PUSHED = 16;
const RELEASED = 22;

/** The top of a hollow ball is pushed down through itself and let go: it comes out on the side on which it was. */
const dentedBall: TemplateDefinition<Shot> = {
  type: 'dented-ball',
  label: 'Dented ball',
  reference: 'Irving 2007, 2.8',
  params,
  needsMesh: false,
  create(shot, request) {
    return {
      ...newShot(request, shot.frames),
      notes:
        'Look at: released, the dent pops out again; without a guide surface the shell stays dented. ' +
        'Must hold: no inverted triangle in the last frame, and the shell is within 3 % of its diameter from where it was.',
      entities: [
        shell(shot),
        {
          kind: 'pin',
          id: 'cup',
          name: 'Bottom pin',
          target: 'ball',
          // A little above the middle of the form: drawn flat at the rim, what is free faces out again.
          selection: { kind: 'box', min: [-1, -1, -1], max: [1, MIDDLE + 0.2 * RADIUS, 1] },
        },
        thumb(shot),
        {
          kind: 'collider',
          id: 'form',
          name: 'Guide surface',
          shape: { kind: 'registered', type: 'sphere', params: { radius: GUIDE } },
          transform: { position: [0, MIDDLE, 0] },
          display: { visible: false },
        },
        floor(0.5),
        { kind: 'camera', id: 'camera', name: 'Camera', position: [0.36, 0.46, 0.46], target: [0, 0.14, 0] },
      ],
    };
  },
};

function shell({ edge, knowsSide }: Shot): EntityInput {
  return {
    kind: 'cloth',
    id: 'ball',
    name: 'Ball',
    display: { colour: '#d9a878', surface: 'metal' },
    source: { kind: 'procedural', form: { shape: 'ball', radius: RADIUS, edge } },
    fabric: {
      areaDensity: 0.6,
      membraneStiffness: 800,
      poissonRatio: 0.4,
      bendingStiffness: 2e-3,
      dampingTime: 0.01,
      thickness: THICKNESS,
    },
    contact: { self: false },
    // Left on without its side, the form would hold the shell up.
    liesOn: { body: 'form', distance: knowsSide ? 2 * RADIUS : 1e-5, touches: false },
    drag: 1,
    substeps: 8,
    transform: { position: [0, MIDDLE, 0] },
  };
}

/** Pushes the top down, and lets go. */
function thumb({ depth }: Shot): EntityInput {
  const down = keyedCurve([1, 0, 'linear'], [1 + PUSHED, -2 * RADIUS * depth, 'linear']);
  return {
    kind: 'pin',
    id: 'thumb',
    name: 'Thumb',
    target: 'ball',
    selection: { kind: 'sphere', centre: [0, MIDDLE + RADIUS, 0], radius: 0.3 * RADIUS },
    motion: { position: [0, down, 0] },
    releaseFrame: 1 + RELEASED,
  };
}

export default dentedBall;

import { z } from 'zod';
import { quantity, wholeNumber } from '../../base/quantities.ts';
import type { TemplateDefinition } from '../templates.ts';
import { cape } from './parts/cape.ts';
import { clothEdge } from './parts/clothEdge.ts';
import type { EntityInput } from './parts/EntityInput.ts';
import { floor } from './parts/floor.ts';
import { keyedCurve } from './parts/keyedCurve.ts';
import { newShot } from './parts/newShot.ts';
import { frameCount } from './parts/templateParams.ts';
import { UNREAD_FIGURE } from './parts/unreadFigure.ts';

const params = z.strictObject({
  edge: clothEdge(0.03, ': 0.02 gives 1 900 vertices'),
  length: quantity({ unit: 'm', label: 'length', help: 'Length of the cape.', min: 0.2, max: 1.3, default: 1.05 }),
  preRoll: wholeNumber({
    unit: 'frames',
    label: 'pre-roll',
    help: 'Number of frames in which the cape comes to hang before the first one.',
    min: 0,
    max: 200,
    default: 24,
  }),
  substeps: wholeNumber({
    unit: '',
    label: 'substeps',
    help: 'Smallest number of substeps per frame of the cape. Use 8 where it is fine.',
    min: 1,
    max: 1000,
    default: 4,
  }),
  frames: frameCount(96, { min: 2, max: 10_000 }),
});

/** Half the width of the cape, m; the angle to the vertical from which it falls, rad; which part of its edge is sewn to each shoulder. */
const CAPE = { halfWidth: 0.34, tilt: 0.35, seam: [0.25, 0.55], follow: 'figure' } as const;

/** A cape hangs from the shoulders of a figure that begins to walk. */
const walkingCape: TemplateDefinition<z.output<typeof params>> = {
  type: 'walking-cape',
  label: 'Cape on a walking figure',
  reference: 'Bridson et al. 2003',
  params,
  needsMesh: false,
  sampleAnimation: 'walking-figure',
  create({ edge, length, preRoll, substeps, frames }, request) {
    const shot = newShot(request, frames);
    return {
      ...shot,
      range: { ...shot.range, preRoll },
      notes:
        'Look at: the cape is attached to the shoulders of a character whose motion comes from a file; it settles in the pre-roll, then swings with the steps. ' +
        'Must hold: its seams move with the shoulders; no intersecting triangles in any frame, nothing of the cape inside the figure.',
      entities: [
        {
          kind: 'importedAnimation',
          id: 'figure',
          name: 'Figure',
          source: { kind: 'file', ...(request.animation ?? UNREAD_FIGURE) },
          collision: { friction: 0.3 },
        },
        ...cape({ ...CAPE, length, edge }, { display: { colour: '#a33a3f' }, substeps }),
        floor(),
        camera(frames),
      ],
    };
  },
};

/** Speed of the figure, m/s, and the seconds by which it would have to begin later to walk as fast from the start. */
const WALK = 0.91;
const DELAY = 0.4;

/** A camera that goes along behind the figure. */
function camera(frames: number): EntityInput {
  const way = WALK * Math.max(0, (frames - 1) / 24 - DELAY);
  const along = (from: number) => keyedCurve([1, from, 'linear'], [frames, from + way, 'linear']);
  return {
    kind: 'camera',
    id: 'camera',
    name: 'Camera',
    position: [1.9, 1.5, along(-2)],
    target: [0, 0.9, along(0.1)],
  };
}

export default walkingCape;

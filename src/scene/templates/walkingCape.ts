import { z } from 'zod';
import { quantity, wholeNumber } from '../../base/quantities.ts';
import { presetFabric } from '../fabricPresets.ts';
import type { TemplateDefinition } from '../templates.ts';
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

/** Height of the upper edge of the cape, its distance behind the middle of the figure, and half its width, m. */
const HEIGHT = 1.46;
const BEHIND = 0.15;
const HALF_WIDTH = 0.34;
/** Angle to the vertical from which it falls against the back in the pre-roll, rad. */
const TILT = 0.35;
/** Which part of the upper edge is attached to each shoulder: from and to, in half widths; and how far down, m. */
const SEAM = [0.25, 0.55] as const;
const SEAM_DEPTH = 0.05;

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
    const fabric = presetFabric('wool');
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
        {
          kind: 'cloth',
          id: 'cape',
          name: 'Cape',
          display: { colour: '#a33a3f' },
          source: {
            kind: 'procedural',
            form: { shape: 'sheet', width: 2 * HALF_WIDTH, depth: length, edge },
          },
          // Layers that are thicker than the triangles are long cannot fold.
          fabric: { ...fabric, thickness: Math.min(fabric.thickness, edge / 2) },
          substeps,
          transform: {
            position: [0, HEIGHT - 0.5 * length * Math.cos(TILT), -BEHIND - 0.5 * length * Math.sin(TILT)],
            rotation: [Math.PI / 2 + TILT, 0, 0],
          },
        },
        seam('left-seam', 'Left seam', 1),
        seam('right-seam', 'Right seam', -1),
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

/** Part of the upper edge that goes along with a shoulder. */
function seam(id: string, name: string, side: 1 | -1): EntityInput {
  const ends = SEAM.map((share) => side * share * HALF_WIDTH).sort((a, b) => a - b);
  return {
    kind: 'pin',
    id,
    name,
    target: 'cape',
    selection: {
      kind: 'box',
      min: [ends[0], HEIGHT - SEAM_DEPTH, -BEHIND - 0.05],
      max: [ends[1], HEIGHT + 0.01, -BEHIND + 0.01],
    },
    follow: 'figure',
  };
}

export default walkingCape;

import { z } from 'zod';
import { quantity, wholeNumber } from '../../base/quantities.ts';
import type { TemplateDefinition } from '../templates.ts';
import { clothEdge } from './parts/clothEdge.ts';
import { floor } from './parts/floor.ts';
import { newShot } from './parts/newShot.ts';
import { frameCount } from './parts/templateParams.ts';
import { UNREAD_FIGURE } from './parts/unreadFigure.ts';

const params = z.strictObject({
  edge: clothEdge(0.035, ': 0.02 gives 4 900 vertices'),
  size: quantity({ unit: 'm', label: 'size', help: 'Side length of the sheet.', min: 0.3, max: 5, default: 1.4 }),
  substeps: wholeNumber({
    unit: '',
    label: 'substeps',
    help: 'Smallest number of substeps per frame of the cloth. Use 8 where it is fine.',
    min: 1,
    max: 1000,
    default: 4,
  }),
  frames: frameCount(73, { min: 2, max: 10_000 }),
});

/** Height of the sheet, just over the head of the figure, m. */
const HEIGHT = 1.8;
/** A sheet falls over a figure that begins to walk, whose motion comes from a file. */
const walkingFigure: TemplateDefinition<z.output<typeof params>> = {
  type: 'walking-figure',
  label: 'Sheet on a walking figure',
  reference: 'Bridson et al. 2002, 7; Bridson et al. 2003',
  params,
  needsMesh: false,
  sampleAnimation: 'walking-figure',
  create({ edge, size, substeps, frames }, request) {
    return {
      ...newShot(request, frames),
      notes:
        'Look at: the sheet falls over head and shoulders, and swings with the steps. ' +
        'Must hold: no intersecting triangles in any frame, nothing of the sheet inside the figure.',
      entities: [
        {
          kind: 'importedAnimation',
          id: 'figure',
          name: 'Figure',
          source: { kind: 'file', ...(request.animation ?? UNREAD_FIGURE) },
          collision: { friction: 0.4 },
        },
        {
          kind: 'cloth',
          id: 'sheet',
          name: 'Sheet',
          display: { colour: '#6f86c9' },
          source: { kind: 'procedural', form: { shape: 'sheet', width: size, depth: size, edge } },
          substeps,
          transform: { position: [0, HEIGHT, 0], rotation: [0, 0.5, 0] },
        },
        floor(),
        { kind: 'camera', id: 'camera', name: 'Camera', position: [3.2, 1.7, 3.4], target: [0, 0.9, 0.9] },
      ],
    };
  },
};

export default walkingFigure;

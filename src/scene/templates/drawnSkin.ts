import { z } from 'zod';
import { quantity } from '../../base/quantities.ts';
import type { TemplateDefinition } from '../templates.ts';
import { clothEdge } from './parts/clothEdge.ts';
import type { EntityInput } from './parts/EntityInput.ts';
import { keyedCurve } from './parts/keyedCurve.ts';
import { newShot } from './parts/newShot.ts';
import { frameCount } from './parts/templateParams.ts';

const params = z.strictObject({
  keepsArea: z.boolean().default(true).meta({
    label: 'area conservation',
    help: "Conserves the area of every part, as rubber of constant thickness does. Without it the band follows its fabric's Poisson ratio.",
  }),
  edge: clothEdge(0.012),
  stretch: quantity({
    unit: '',
    label: 'stretch',
    help: 'Largest length of the band, as a multiple of its rest length.',
    min: 1,
    max: 3,
    default: 1.5,
  }),
  frames: frameCount(48, { min: 24, max: 10_000 }),
});

type Shot = z.output<typeof params>;

/** m. */
const LENGTH = 0.4;
const WIDTH = 0.2;
const GRIP = 0.012;
/** Frames in which it is drawn out. */
const DRAWN = 24;

/** A band of skin is drawn out and narrows as it must to keep its area. */
const drawnSkin: TemplateDefinition<Shot> = {
  type: 'drawn-skin',
  label: 'Stretched membrane',
  reference: 'Irving 2007, 4.6: one-rings of triangles',
  params,
  needsMesh: false,
  create(shot, request) {
    return {
      ...newShot(request, shot.frames),
      notes:
        'Look at: the middle of the band narrows as much as the band grows longer. ' +
        'Must hold: its area within 0.5 % in every frame.',
      physics: { gravity: [0, -1, 0] },
      entities: [
        {
          kind: 'cloth',
          id: 'skin',
          name: 'Membrane',
          display: { colour: '#cf9a82' },
          source: { kind: 'procedural', form: { shape: 'sheet', width: LENGTH, depth: WIDTH, edge: shot.edge } },
          fabric: {
            areaDensity: 1,
            membraneStiffness: 600,
            poissonRatio: 0.3,
            bendingStiffness: 1e-3,
            dampingTime: 0.01,
            thickness: 0.002,
          },
          contact: { self: false },
          ...(shot.keepsArea && { volumeConservation: { enabled: true, keeps: 'area' as const } }),
          drag: 1,
          substeps: 4,
          transform: { position: [0, 0.2, 0] },
        },
        grip('left', 'Left grip', -1, shot),
        grip('right', 'Right grip', 1, shot),
        { kind: 'camera', id: 'camera', name: 'Camera', position: [0.12, 0.75, 0.5], target: [0, 0.18, 0] },
      ],
    };
  },
};

/** Half of the way at either end. */
function grip(id: string, name: string, side: 1 | -1, { stretch }: Shot): EntityInput {
  const way = (side * (stretch - 1) * LENGTH) / 2;
  const inner = (side * LENGTH) / 2 - side * GRIP;
  const outer = side * LENGTH;
  return {
    kind: 'pin',
    id,
    name,
    target: 'skin',
    selection: { kind: 'box', min: [Math.min(inner, outer), 0, -WIDTH], max: [Math.max(inner, outer), 0.4, WIDTH] },
    motion: { position: [keyedCurve([1, 0, 'linear'], [1 + DRAWN, way, 'linear']), 0, 0] },
  };
}

export default drawnSkin;

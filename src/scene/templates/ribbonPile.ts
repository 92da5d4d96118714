import { z } from 'zod';
import { quantity } from '../../base/quantities.ts';
import { presetFabric } from '../fabricPresets.ts';
import type { TemplateDefinition } from '../templates.ts';
import { clothEdge } from './parts/clothEdge.ts';
import { floor } from './parts/floor.ts';
import { keyedCurve } from './parts/keyedCurve.ts';
import { newShot } from './parts/newShot.ts';
import { frameCount } from './parts/templateParams.ts';

const params = z.strictObject({
  edge: clothEdge(0.016),
  length: quantity({ unit: 'm', label: 'length', help: 'Length of the ribbon.', min: 0.2, max: 20, default: 1.2 }),
  width: quantity({ unit: 'm', label: 'width', help: 'Width of the ribbon.', min: 0.02, max: 1, default: 0.14 }),
  frames: frameCount(48, { min: 12, max: 10_000 }, ': the ribbon is released after five sixths of them'),
});

/** How far its lower end hangs above the floor at first, and its upper end when it is let go, m. */
const GAP = 0.02;
const RELEASED = 0.12;
/** Bending stiffness, N m: stiffened, as ribbons for gifts are, so that it folds as wide as a hand. */
const STIFF = 4e-4;
/** Lean from upright, rad: which way it folds. */
const LEAN = 0.01;
/** Share of the shot in which the ribbon is lowered. */
const LOWERING = 5 / 6;

/** A long ribbon is lowered onto the floor, where it folds into a pile. */
const ribbonPile: TemplateDefinition<z.output<typeof params>> = {
  type: 'ribbon-pile',
  label: 'Ribbon in a pile',
  reference: 'Bridson et al. 2002; Irving 2007, 4.4',
  params,
  needsMesh: false,
  create({ edge, length, width, frames }, request) {
    const middle = GAP + length / 2;
    const top = GAP + length;
    const released = Math.round(1 + LOWERING * (frames - 1));
    return {
      ...newShot(request, frames),
      notes:
        'Look at: the ribbon folds to and fro, fold upon fold. ' + 'Must hold: no intersecting triangles in any frame.',
      entities: [
        {
          kind: 'cloth',
          id: 'ribbon',
          name: 'Ribbon',
          display: { colour: '#c8736b' },
          source: { kind: 'procedural', form: { shape: 'sheet', width: length, depth: width, edge } },
          fabric: { ...presetFabric('satin'), bendingStiffness: STIFF },
          substeps: 8,
          transform: { position: [0, middle, 0], rotation: [0, 0, Math.PI / 2 - LEAN] },
        },
        {
          kind: 'pin',
          id: 'hand',
          name: 'Hand',
          target: 'ribbon',
          selection: { kind: 'box', min: [-1, top - 0.02, -width], max: [1, top + 0.02, width] },
          motion: { position: [0, keyedCurve([1, 0, 'linear'], [released, RELEASED - top, 'linear']), 0] },
          releaseFrame: released,
        },
        floor(0.4),
        { kind: 'camera', id: 'camera', name: 'Camera', position: [0.35, 0.35, 0.7], target: [0, 0.14, 0] },
      ],
    };
  },
};

export default ribbonPile;

import { z } from 'zod';
import { quantity } from '../../base/quantities.ts';
import { presetFabric } from '../fabricPresets.ts';
import type { TemplateDefinition } from '../templates.ts';
import { clothEdge } from './parts/clothEdge.ts';
import type { ColliderInput } from './parts/EntityInput.ts';
import { floor } from './parts/floor.ts';
import { keyedCurve } from './parts/keyedCurve.ts';
import { newShot } from './parts/newShot.ts';
import { frameCount } from './parts/templateParams.ts';

const params = z.strictObject({
  edge: clothEdge(0.016, ': 0.0106 gives 5 000 vertices'),
  gap: quantity({
    unit: 'm',
    label: 'gap',
    help: 'Smallest distance between the bars; the sheet is 0.7 m wide.',
    min: 0.1,
    max: 0.7,
    default: 0.24,
  }),
  frames: frameCount(72, { min: 24, max: 10_000 }, ': the bars close for half of them, and draw back at last'),
});

type Crumple = z.output<typeof params>;

/** Side of the sheet, m. */
const SIDE = 0.7;
/** How high its waves rise, m: a flat one would be pressed together in its plane. */
const WAVES = 0.006;
/** Half of what the bars leave between them at first, m. */
const OPEN = 0.41;
/** Length of a bar, m; half of its height is above the floor, so that nothing gets below it. */
const LENGTH = 0.92;
const WIDTH = 0.07;
const HEIGHT = 0.28;
/** How far each reaches into the next, m: nothing slips through between them. */
const OVERLAP = 0.02;
/** How far each bar draws back at last, m. */
const BACK = 0.09;
/** Times at which the bars begin to close, have closed, begin to draw back and have done so, as shares of the shot. */
const BEAT = [0.08, 0.58, 0.7, 0.85] as const;

/** Four bars push a sheet together from all sides, and let go of what has become of it. */
const clothCrumple: TemplateDefinition<Crumple> = {
  type: 'cloth-crumple',
  label: 'Crumpled cloth',
  reference: 'Bridson et al. 2002; Irving 2007, 4.4',
  params,
  needsMesh: false,
  create(crumple, request) {
    return {
      ...newShot(request, crumple.frames),
      notes:
        'Look at: ridges rise, fall over and lie on each other; the heap opens when the bars leave, and keeps its creases. ' +
        'Must hold: no intersecting triangles in any frame.',
      entities: [
        {
          kind: 'cloth',
          id: 'cloth',
          name: 'Sheet',
          source: {
            kind: 'procedural',
            form: { shape: 'sheet', width: SIDE, depth: SIDE, edge: crumple.edge, waves: WAVES },
          },
          fabric: presetFabric('cotton'),
          plasticity: { enabled: true, bendYield: 0.05, stretchYield: 1, sheetThickness: 0.001 },
          substeps: 8,
          transform: { position: [0, 2 * WAVES, 0], rotation: [0, 0.1, 0] },
        },
        ...[0, 1, 2, 3].map((quarter) => bar(quarter, crumple)),
        floor(0.3),
        { kind: 'camera', id: 'camera', name: 'Camera', position: [0.6, 0.95, 1], target: [0, 0.04, 0] },
      ],
    };
  },
};

/** One of four bars, each with its end at the side of the next: they slide along each other as they close. */
function bar(quarter: number, { gap, frames }: Crumple): ColliderInput {
  const angle = (Math.PI / 2) * quarter;
  const [cos, sin] = [Math.round(Math.cos(angle)), Math.round(Math.sin(angle))];
  const key = (share: number) => Math.round(1 + share * (frames - 1));
  const along = (place: (half: number) => number) =>
    keyedCurve(
      [key(BEAT[0]), place(OPEN), 'linear'],
      [key(BEAT[1]), place(gap / 2), 'linear'],
      [key(BEAT[2]), place(gap / 2), 'linear'],
      [key(BEAT[3]), place(gap / 2 + BACK), 'linear'],
    );
  const out = (half: number) => half + WIDTH / 2;
  const aside = (half: number) => LENGTH / 2 - half - OVERLAP;
  return {
    kind: 'collider',
    id: `bar${quarter + 1}`,
    name: `Bar ${quarter + 1}`,
    shape: {
      kind: 'registered',
      type: 'box',
      params: { sizeX: WIDTH, sizeY: HEIGHT, sizeZ: LENGTH, rounding: 0.012 },
    },
    transform: {
      position: [
        along((half) => cos * out(half) + sin * aside(half)),
        0,
        along((half) => cos * aside(half) - sin * out(half)),
      ],
      rotation: [0, angle, 0],
    },
    friction: 0.2,
    display: { colour: '#8d7b68' },
  };
}

export default clothCrumple;

import { z } from 'zod';
import { quantity } from '../../base/quantities.ts';
import { fabricPresets } from '../fabricPresets.ts';
import type { TemplateDefinition } from '../templates.ts';
import { clothEdge } from './parts/clothEdge.ts';
import type { EntityInput } from './parts/EntityInput.ts';
import { floor } from './parts/floor.ts';
import { keyedCurve } from './parts/keyedCurve.ts';
import { newShot } from './parts/newShot.ts';
import { frameCount } from './parts/templateParams.ts';

const params = z.strictObject({
  speed: quantity({
    unit: 'm/s',
    label: 'wind speed',
    help: 'Speed of the wind during the gust.',
    min: 0,
    max: 50,
    default: 5,
  }),
  edge: clothEdge(0.03),
  frames: frameCount(120, { min: 24, max: 10_000 }),
});

type Shot = z.output<typeof params>;

/** m: height of the line over the ground, and size of a cloth that hangs from it. */
const LINE = 1.1;
const WIDTH = 0.45;
const LENGTH = 0.6;
const SPACING = 0.55;
/** Radius of the line, m. */
const RADIUS = 0.006;

/** Sheets from left to right: the lighter a fabric, the faster it takes the velocity of the air. `rate`: 1/s. */
const SHEETS = [
  { id: 'silk', name: 'Silk', fabric: 'silk', rate: 3, colour: '#d98a9c' },
  { id: 'cotton', name: 'Cotton', fabric: 'cotton', rate: 1.5, colour: '#e5e1d4' },
  { id: 'canvas', name: 'Canvas', fabric: 'canvas', rate: 0.5, colour: '#8c9a6b' },
] as const;

/** Shares of the shot at which the wind is there, begins to go, and is gone. */
const GUST = [0.1, 0.7, 0.8] as const;

function sheet(hung: (typeof SHEETS)[number], x: number, shot: Shot): EntityInput[] {
  const { id, name, fabric, rate, colour } = hung;
  const key = (share: number) => Math.round(1 + share * (shot.frames - 1));
  const blow = keyedCurve(
    [1, 0, 'linear'],
    [key(GUST[0]), shot.speed, 'linear'],
    [key(GUST[1]), shot.speed, 'linear'],
    [key(GUST[2]), 0, 'linear'],
  );
  return [
    {
      kind: 'cloth',
      id,
      name,
      display: { colour },
      source: { kind: 'procedural', form: { shape: 'sheet', width: WIDTH, depth: LENGTH, edge: shot.edge } },
      fabric: fabricPresets.find(({ type }) => type === fabric)?.fabric,
      drag: 0,
      transform: { position: [x, LINE - LENGTH / 2, 0], rotation: [Math.PI / 2, 0, 0] },
    },
    {
      kind: 'pin',
      id: `${id}-pegs`,
      name: `Pegs of the ${name.toLowerCase()}`,
      target: id,
      selection: {
        kind: 'box',
        min: [x - WIDTH, LINE - 1e-3, -0.1],
        max: [x + WIDTH, LINE + 1e-3, 0.1],
      },
    },
    {
      kind: 'force',
      id: `${id}-wind`,
      name: `Wind on the ${name.toLowerCase()}`,
      field: { kind: 'wind', velocity: [0, 0, blow], rate },
      targets: [id],
    },
  ];
}

/** Cloths of three weights on a line stream out in a gust of wind and swing back when it is over. */
const windLine: TemplateDefinition<Shot> = {
  type: 'wind-line',
  label: 'Washing in the wind',
  reference: 'Irving 2007, 2.8',
  params,
  needsMesh: false,
  create(shot, request) {
    return {
      ...newShot(request, shot.frames),
      notes:
        'Look at: the lighter a cloth, the flatter it streams; when the gust is over all swing back. ' +
        'Must hold: in steady wind each hangs along the sum of weight and wind, tan(angle) = rate x speed / g.',
      entities: [
        ...SHEETS.flatMap((hung, k) => sheet(hung, (k - 1) * SPACING, shot)),
        {
          kind: 'collider',
          id: 'line',
          name: 'Line',
          shape: { kind: 'registered', type: 'capsule', params: { radius: RADIUS, length: 2 } },
          transform: { position: [0, LINE + 3 * RADIUS, 0], rotation: [0, 0, Math.PI / 2] },
          display: { colour: '#6b6f76' },
        },
        floor(),
        { kind: 'camera', id: 'camera', name: 'Camera', position: [-1.5, 1.15, 1.9], target: [0, 0.75, 0.15] },
      ],
    };
  },
};

export default windLine;

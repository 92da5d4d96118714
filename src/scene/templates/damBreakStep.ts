import { z } from 'zod';
import { quantity } from '../../base/quantities.ts';
import type { TemplateDefinition } from '../templates.ts';
import type { ColliderInput, RegionInput } from './parts/EntityInput.ts';
import { newShot } from './parts/newShot.ts';
import { frameCount } from './parts/templateParams.ts';

const params = z.strictObject({
  cells: quantity({
    unit: '',
    label: 'cells',
    help: 'Along the tank: twice as many cost about sixteen times as much.',
    min: 16,
    max: 400,
    default: 72,
  }),
  transport: z.enum(['affine', 'flip', 'level-set']).default('flip').meta({
    label: 'transport',
    help: 'How the water is carried along: FLIP splashes most, affine is calmer, the level set is smoothest and keeps its spray as drops.',
  }),
  frames: frameCount(72, { min: 1, max: 10_000 }),
});

/** m. */
const LENGTH = 1.8;
const HEIGHT = 1.2;
const DEPTH = 0.5;
const COLUMN = { width: 0.5, height: 0.75 };
const STEP = { width: 0.3, height: 0.16 };
/** Of the shallow water that the wave runs over. */
const POOL = 0.06;

function fill(id: string, name: string, size: readonly [number, number], x: number): RegionInput {
  const [width, height] = size;
  return {
    kind: 'region',
    id,
    name,
    liquid: 'water',
    role: { kind: 'fill' },
    shape: { kind: 'registered', type: 'box', params: { sizeX: width, sizeY: height, sizeZ: DEPTH } },
    transform: { position: [x, height / 2, 0] },
  };
}

/** Higher than it looks, so that nothing runs below it. */
const step: ColliderInput = {
  kind: 'collider',
  id: 'step',
  name: 'Step',
  shape: {
    kind: 'registered',
    type: 'box',
    params: { sizeX: STEP.width, sizeY: 2 * STEP.height, sizeZ: DEPTH + 0.2 },
  },
  transform: { position: [0.45, 0, 0] },
  display: { colour: '#b9aa94' },
};

/** A wave runs against a step, shoots up and bursts into spray. */
const damBreakStep: TemplateDefinition<z.output<typeof params>> = {
  type: 'dam-break-step',
  label: 'Wave against a step',
  reference: 'Enright et al. 2002; Zhu and Bridson 2005; Selle et al. 2005',
  params,
  needsMesh: false,
  create({ cells, transport, frames }, request) {
    return {
      ...newShot(request, frames),
      notes:
        'Look at: the wave shoots up at the step, its crest bursts into drops that fall back far behind it, and eddies churn behind the step. ' +
        'Must hold: the volume of the water, drops and all.',
      entities: [
        {
          kind: 'liquid',
          id: 'water',
          name: 'Water',
          domain: { centre: [0, HEIGHT / 2, 0], size: [LENGTH, HEIGHT, DEPTH] },
          cellSize: LENGTH / cells,
          spray: { enabled: true },
          vortices: { enabled: true, source: 'obstacles', size: 0.1 },
          ...(transport !== 'affine' && { transport: { type: transport } }),
        },
        fill('column', 'Column of water', [COLUMN.width, COLUMN.height], (COLUMN.width - LENGTH) / 2),
        fill('pool', 'Shallow water', [LENGTH - COLUMN.width, POOL], COLUMN.width / 2),
        step,
        { kind: 'camera', id: 'camera', name: 'Camera', position: [1.7, 1.15, 2.1], target: [0.15, 0.3, 0] },
      ],
    };
  },
};

export default damBreakStep;

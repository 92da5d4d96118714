import { z } from 'zod';
import { quantity } from '../../base/quantities.ts';
import type { TemplateDefinition } from '../templates.ts';
import type { ColliderInput } from './parts/EntityInput.ts';
import { filledBox } from './parts/filledBox.ts';
import { newShot } from './parts/newShot.ts';
import { frameCount, liquidTransport } from './parts/templateParams.ts';
import { waterBox } from './parts/waterBox.ts';

const params = z.strictObject({
  cells: quantity({
    unit: '',
    label: 'cells',
    help: 'Number of cells along the tank. Twice as many take about sixteen times as long.',
    min: 16,
    max: 400,
    default: 72,
  }),
  transport: liquidTransport('flip'),
  frames: frameCount(72, { min: 1, max: 10_000 }),
});

/** m. */
const LENGTH = 1.8;
const HEIGHT = 1.2;
const DEPTH = 0.5;
const COLUMN = { width: 0.5, height: 0.75 };
const STEP = { width: 0.3, height: 0.16 };
/** Depth of the shallow water that the wave runs over, m. */
const POOL = 0.06;

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
        'Look at: the wave shoots up at the step, its crest bursts into drops that fall back far behind it, and vortices churn behind the step. ' +
        'Must hold: the volume of the water, drops and all.',
      entities: [
        {
          ...waterBox([LENGTH, HEIGHT, DEPTH], LENGTH / cells),
          display: { tank: 'glass' },
          spray: { enabled: true },
          // A level set has no particles that could make any.
          whitewater: { enabled: transport !== 'level-set' },
          vortices: { enabled: true, source: 'obstacles', size: 0.1 },
          ...(transport !== 'affine' && { transport: { type: transport } }),
        },
        filledBox({
          id: 'column',
          name: 'Column of water',
          size: [COLUMN.width, COLUMN.height, DEPTH],
          at: [(COLUMN.width - LENGTH) / 2],
        }),
        filledBox({
          id: 'pool',
          name: 'Shallow water',
          size: [LENGTH - COLUMN.width, POOL, DEPTH],
          at: [COLUMN.width / 2],
        }),
        step,
        { kind: 'camera', id: 'camera', name: 'Camera', position: [1.7, 1.15, 2.1], target: [0.15, 0.3, 0] },
      ],
    };
  },
};

export default damBreakStep;

import { z } from 'zod';
import { quantity } from '../../base/quantities.ts';
import type { TemplateDefinition } from '../templates.ts';
import type { RegionInput } from './parts/EntityInput.ts';
import { keyedCurve } from './parts/keyedCurve.ts';
import { newShot } from './parts/newShot.ts';
import { frameCount } from './parts/templateParams.ts';
import { waterBox } from './parts/waterBox.ts';

const params = z.strictObject({
  cells: quantity({
    unit: '',
    label: 'cells',
    help: 'Number of cells along the tank. Twice as many take about sixteen times as long.',
    min: 12,
    max: 300,
    default: 60,
  }),
  rate: quantity({
    unit: 'm3/s',
    label: 'flow rate',
    help: 'Volume that the spring emits per second.',
    min: 0,
    max: 1,
    softMax: 0.05,
    default: 0.008,
  }),
  frames: frameCount(96, { min: 1, max: 10_000 }),
});

/** m. */
const LENGTH = 1.2;
const HEIGHT = 0.9;
const DEPTH = 0.4;
/** Wider than the tank, so that nothing runs down beside them. */
const STEPS = { steps: 4, rise: 0.14, tread: 0.16, width: DEPTH + 0.2 };

function spring(rate: number): RegionInput {
  return {
    kind: 'region',
    id: 'spring',
    name: 'Spring',
    liquid: 'water',
    role: { kind: 'emit', rate, velocity: [-0.5, 0, 0] },
    shape: { kind: 'registered', type: 'box', params: { sizeX: 0.12, sizeY: 0.06, sizeZ: 0.34 } },
    transform: { position: [LENGTH / 2 - 0.07, STEPS.steps * STEPS.rise + 0.03, 0] },
  };
}

function drain(rate: ReturnType<typeof keyedCurve>): RegionInput {
  return {
    kind: 'region',
    id: 'drain',
    name: 'Drain',
    liquid: 'water',
    role: { kind: 'drain', rate },
    shape: { kind: 'registered', type: 'sphere', params: { radius: 0.06 } },
    transform: { position: [-LENGTH / 2 + 0.1, 0, 0] },
  };
}

/** A spring on top of a flight of steps fills a basin, whose drain is opened later. */
const waterSteps: TemplateDefinition<z.output<typeof params>> = {
  type: 'water-steps',
  label: 'Water down the steps',
  reference: 'Zarifi 2017, 4; Jiang et al. 2015',
  params,
  needsMesh: false,
  create({ cells, rate, frames }, request) {
    return {
      ...newShot(request, frames),
      notes:
        'Look at: water wells up on the top step, falls from step to step and fills the basin; from the middle of the shot on its drain is open. ' +
        'Must hold: what is there is what came out of the spring less what the drain took.',
      entities: [
        waterBox([LENGTH, HEIGHT, DEPTH], LENGTH / cells),
        spring(rate),
        drain(keyedCurve([1, 0, 'step'], [1 + Math.round((frames - 1) / 2), 2 * rate, 'linear'])),
        {
          kind: 'collider',
          id: 'steps',
          name: 'Steps',
          shape: { kind: 'registered', type: 'stairs', params: STEPS },
          transform: { position: [LENGTH / 2 - STEPS.steps * STEPS.tread, 0, 0] },
          display: { colour: '#b9aa94' },
        },
        { kind: 'camera', id: 'camera', name: 'Camera', position: [-1.2, 1.15, 1.5], target: [0.05, 0.3, 0] },
      ],
    };
  },
};

export default waterSteps;

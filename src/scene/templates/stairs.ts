import { z } from 'zod';
import { quantity, wholeNumber } from '../../base/quantities.ts';
import type { TemplateDefinition } from '../templates.ts';
import { scanSolid } from './scan/scanSolid.ts';

const params = z.strictObject({
  percent: quantity({
    unit: '%',
    label: 'edge',
    help: 'Long edge of the lattice as a share of the diagonal.',
    min: 0.5,
    max: 20,
    default: 3.5,
  }),
  firmness: quantity({
    unit: 'Pa',
    label: "Young's modulus",
    help: 'Softer scans flop from step to step; firmer ones bounce.',
    symbol: 'E',
    min: 1e3,
    max: 1e8,
    default: 4e4,
  }),
  keepVolume: z
    .boolean()
    .default(false)
    .meta({ label: 'keep volume', help: 'Every part of the scan keeps its volume as it is squeezed.' }),
  frames: wholeNumber({
    unit: '',
    label: 'frames',
    help: 'Frames to simulate after the first.',
    min: 1,
    max: 10_000,
    default: 96,
  }),
});

const STEPS = 6;
const RISE = 0.18;
const TREAD = 0.3;
/** Height of the scan, m. */
const SCAN_HEIGHT = 0.45;

/** A soft scan is dropped on the top step and tumbles down. */
const stairs: TemplateDefinition<z.output<typeof params>> = {
  type: 'stairs',
  label: 'Down the stairs',
  reference: 'Irving 2007, 3.2 and figure 4.1',
  params,
  needsMesh: true,
  sampleMesh: 'bunny',
  create({ percent, firmness, keepVolume, frames }, { project, name, mesh }) {
    return {
      format: 'ductile-shot',
      version: 3,
      project,
      name,
      notes: 'Look at: the scan bends over each edge. Must hold: it comes down the steps and nothing sinks into them.',
      range: { first: 1, last: 1 + frames },
      entities: [
        scanSolid(mesh!, SCAN_HEIGHT, [(STEPS - 0.4) * TREAD, STEPS * RISE + 0.15, 0], {
          name: 'Soft scan',
          meshing: { method: 'graded-stuffing', edge: { percent } },
          material: {
            model: 'neo-hookean',
            density: 1000,
            youngsModulus: firmness,
            poissonRatio: 0.4,
            dampingTime: 0.006,
          },
          volumeConservation: keepVolume ? { enabled: true } : undefined,
          velocity: [-1, 0, 0],
          angularVelocity: [0, 0, 2.5],
        }),
        {
          kind: 'collider',
          id: 'stairs',
          name: 'Stairs',
          shape: { kind: 'registered', type: 'stairs', params: { steps: STEPS, rise: RISE, tread: TREAD, width: 1.6 } },
          friction: 0.5,
        },
        { kind: 'collider', id: 'floor', name: 'Floor', shape: { kind: 'registered', type: 'plane' }, friction: 0.6 },
        { kind: 'camera', id: 'camera', name: 'Camera', position: [-1.6, 1.6, 3], target: [0.8, 0.5, 0] },
      ],
    };
  },
};

export default stairs;

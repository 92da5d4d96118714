import { z } from 'zod';
import { quantity } from '../../base/quantities.ts';
import type { TemplateDefinition } from '../templates.ts';
import type { EntityInput } from './parts/EntityInput.ts';
import { keyedCurve } from './parts/keyedCurve.ts';
import { newShot } from './parts/newShot.ts';
import { breakingStrain, edgePercent, pullingFrames } from './parts/templateParams.ts';
import { scanSolid } from './scan/scanSolid.ts';

const params = z.strictObject({
  percent: edgePercent(3),
  pull: quantity({
    unit: 'm',
    label: 'pull',
    help: 'Distance by which the two sides are pulled apart.',
    min: 0.05,
    max: 3,
    default: 1,
  }),
  strain: breakingStrain(0.35),
  frames: pullingFrames(),
});

/** Height of the scan, m, and what is held of each side, as a share of its width. */
const HEIGHT = 1;
const GRIP = 0.2;
/** The left grip holds what is higher than this, m: the head of the sample, not its feet. */
const HEAD = 0.4;
const FAR = 100;

/** Holds what lies beyond x = `inner` (m) on one side and draws it out. */
function grip(side: -1 | 1, inner: number, pull: number, end: number): EntityInput {
  const [low, high] = side < 0 ? [-FAR, -inner] : [inner, FAR];
  return {
    kind: 'pin',
    id: side < 0 ? 'left' : 'right',
    name: side < 0 ? 'Left grip' : 'Right grip',
    target: 'scan',
    selection: { kind: 'box', min: [low, side < 0 ? HEAD : -FAR, -FAR], max: [high, FAR, FAR] },
    motion: { position: [keyedCurve([1, 0, 'bezier'], [end, (side * pull) / 2, 'step']), 0, 0] },
  };
}

/** A scan of ductile stuff is drawn out between two grips and tears. */
const tornScan: TemplateDefinition<z.output<typeof params>> = {
  type: 'torn-scan',
  label: 'Torn scan',
  reference: 'Molino, Bao and Fedkiw 2004; Irving, Teran and Fedkiw 2006, 4 and figure 11',
  params,
  needsMesh: true,
  sampleMesh: 'rabbit',
  create({ percent, pull, strain, frames }, request) {
    const end = 1 + Math.round((2 * (frames - 1)) / 3);
    const [minX, minY, , maxX, maxY] = request.mesh!.bounds;
    const width = (HEIGHT * (maxX - minX)) / (maxY - minY);
    const inner = (0.5 - GRIP) * width;
    return {
      ...newShot(request, frames),
      physics: { gravity: [0, 0, 0] },
      notes:
        'Look at: the scan stretches, thins, and tears. ' +
        'Must hold: few clean pieces, none below one percent, with closed surfaces.',
      entities: [
        scanSolid(request.mesh!, HEIGHT, [0, 0, 0], {
          name: 'Scan',
          meshing: { method: 'graded-stuffing', edge: { percent } },
          material: {
            model: 'rotated-linear',
            density: 1700,
            youngsModulus: 3e5,
            poissonRatio: 0.4,
            dampingTime: 0.01,
          },
          plasticity: { law: 'log-strain', params: { yieldStrain: 0.06 }, stretchLimit: 6 },
          fracture: { enabled: true, measure: 'stretch', strain, tipWeakness: 3 },
        }),
        grip(-1, inner, pull, end),
        grip(1, inner, pull, end),
        { kind: 'camera', id: 'camera', name: 'Camera', position: [0.9, 1.35, 2.9], target: [0, 0.45, 0] },
      ],
    };
  },
};

export default tornScan;

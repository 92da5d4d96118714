import { z } from 'zod';
import type { TemplateDefinition } from '../templates.ts';
import { floor } from './parts/floor.ts';
import { newShot } from './parts/newShot.ts';
import { aboveTopStep, stairway } from './parts/stairway.ts';
import { edgePercent, firmness, frameCount, keepVolume } from './parts/templateParams.ts';
import { scanSolid } from './scan/scanSolid.ts';

const params = z.strictObject({
  percent: edgePercent(3.5),
  firmness: firmness(4e4, 'Softer scans flop from step to step; firmer ones bounce.'),
  keepVolume: keepVolume(false),
  frames: frameCount(96, { min: 1, max: 10_000 }),
});

/** Height of the scan, m. */
const SCAN_HEIGHT = 0.45;

/** A soft scan is dropped on the top step and tumbles down. */
const stairs: TemplateDefinition<z.output<typeof params>> = {
  type: 'stairs',
  label: 'Down the stairs',
  reference: 'Irving 2007, 3.2 and figure 4.1',
  params,
  needsMesh: true,
  sampleMesh: 'rabbit',
  create({ percent, firmness, keepVolume, frames }, request) {
    return {
      ...newShot(request, frames),
      notes: 'Look at: the scan bends over each edge. Must hold: it comes down the steps and nothing sinks into them.',
      entities: [
        scanSolid(request.mesh!, SCAN_HEIGHT, aboveTopStep(0.15), {
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
        stairway,
        floor(0.6),
        { kind: 'camera', id: 'camera', name: 'Camera', position: [-1.6, 1.6, 3], target: [0.8, 0.5, 0] },
      ],
    };
  },
};

export default stairs;

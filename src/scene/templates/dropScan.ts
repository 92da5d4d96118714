import { z } from 'zod';
import type { TemplateDefinition } from '../templates.ts';
import { floor } from './parts/floor.ts';
import { newShot } from './parts/newShot.ts';
import { edgePercent, firmness, frameCount, keepVolume } from './parts/templateParams.ts';
import { scanSolid } from './scan/scanSolid.ts';

const params = z.strictObject({
  percent: edgePercent(3.5),
  firmness: firmness(3e4, 'Softer scans fold onto themselves; firmer ones bounce.'),
  keepVolume: keepVolume(true),
  frames: frameCount(60, { min: 1, max: 10_000 }),
});

/** Height of the scan, and of its lowest point above the floor at the start, m. */
const SCAN_HEIGHT = 0.5;
const LIFT = 0.4;

/** A very soft scan falls, collapses onto itself, and limbs and ears stop at each other instead of passing through. */
const dropScan: TemplateDefinition<z.output<typeof params>> = {
  type: 'drop-scan',
  label: 'Dropped scan, touching itself',
  reference: 'Irving 2007, figure 4.5',
  params,
  needsMesh: true,
  sampleMesh: 'rabbit',
  create({ percent, firmness, keepVolume, frames }, request) {
    return {
      ...newShot(request, frames),
      notes:
        'Look at: the body folds onto itself as it lands. Must hold: no intersecting triangles in any frame, and with kept volume ' +
        'the whole within some percent: finer elements do better.',
      entities: [
        scanSolid(request.mesh!, SCAN_HEIGHT, [0, LIFT, 0], {
          name: 'Soft scan',
          meshing: { method: 'graded-stuffing', edge: { percent } },
          material: {
            model: 'neo-hookean',
            density: 1000,
            youngsModulus: firmness,
            poissonRatio: 0.4,
            dampingTime: 0.01,
          },
          volumeConservation: keepVolume ? { enabled: true } : undefined,
          contact: { self: true, friction: 0.3 },
          angularVelocity: [0.6, 0, 0.8],
        }),
        floor(0.5),
        { kind: 'camera', id: 'camera', name: 'Camera', position: [0.7, 0.7, 1.4], target: [0, 0.25, 0] },
      ],
    };
  },
};

export default dropScan;

import { z } from 'zod';
import type { TemplateDefinition } from '../templates.ts';
import { ballSolid } from './parts/ballSolid.ts';
import { floor } from './parts/floor.ts';
import { newShot } from './parts/newShot.ts';
import { edgePercent, frameCount } from './parts/templateParams.ts';

const params = z.strictObject({
  percent: edgePercent(5, ': 1.8 gives 100 000 elements in each ball'),
  frames: frameCount(48, { min: 6, max: 10_000 }),
});

/** m. */
const RADIUS = 0.5;
/** Height of the lowest points above the floor, and distance between the balls, m. */
const HEIGHT = 0.5;
const APART = 1.6;

/** Three soft balls fall on the floor: one keeps its volume, two try with Poisson ratios of 0.45 and 0.495. */
const dropCompare: TemplateDefinition<z.output<typeof params>> = {
  type: 'drop-compare',
  label: 'Drop comparison',
  reference: 'Irving 2007, figure 4.2',
  params,
  needsMesh: false,
  create({ percent, frames }, request) {
    const ball = (id: string, name: string, place: number, poissonRatio: number, keeps: boolean) =>
      ballSolid(RADIUS, percent, {
        id,
        name,
        material: { model: 'neo-hookean', density: 1000, youngsModulus: 1.5e4, poissonRatio, dampingTime: 0.005 },
        volumeConservation: keeps ? { enabled: true } : undefined,
        transform: { position: [place * APART, RADIUS + HEIGHT, 0] },
      });
    return {
      ...newShot(request, frames),
      notes:
        'Look at: the left ball bulges as it lands, the middle one shrinks, the right one is too stiff. ' +
        'Must hold: the left one stays within 0.5 % of its volume; the middle one loses more than a tenth.',
      entities: [
        ball('kept', 'Volume conservation', -1, 0.3, true),
        ball('soft', 'Poisson ratio 0.45', 0, 0.45, false),
        ball('locked', 'Poisson ratio 0.495', 1, 0.495, false),
        floor(0.3),
        { kind: 'camera', id: 'camera', name: 'Camera', position: [0, 1.6, 6], target: [0, 0.6, 0] },
      ],
    };
  },
};

export default dropCompare;

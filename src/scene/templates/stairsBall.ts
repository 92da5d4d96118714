import { z } from 'zod';
import type { TemplateDefinition } from '../templates.ts';
import { ballSolid } from './parts/ballSolid.ts';
import { floor } from './parts/floor.ts';
import { newShot } from './parts/newShot.ts';
import { aboveTopStep, stairway } from './parts/stairway.ts';
import { edgePercent, firmness, frameCount, keepVolume } from './parts/templateParams.ts';

const params = z.strictObject({
  percent: edgePercent(5),
  firmness: firmness(1e4, 'Softer balls flop from step to step; firmer ones bounce.'),
  keepVolume: keepVolume(true, 'Conserves the volume of every part of the ball as it is compressed at the edges.'),
  frames: frameCount(72, { min: 1, max: 10_000 }),
});

/** m. */
const RADIUS = 0.22;
/** Down the stairs, m/s. */
const SPEED = 1.2;

/** A very soft ball that keeps its volume rolls and bounces down the steps. */
const stairsBall: TemplateDefinition<z.output<typeof params>> = {
  type: 'stairs-ball',
  label: 'Ball down the stairs',
  reference: 'Irving 2007, figure 4.4',
  params,
  needsMesh: false,
  create: ({ percent, firmness, keepVolume, frames }, request) => ({
    ...newShot(request, frames),
    notes:
      'Look at: the ball sags over each edge and swells on both sides of it. ' +
      'Must hold: it comes down the steps; its volume stays within 1 % in every frame.',
    entities: [
      ballSolid(RADIUS, percent, {
        material: {
          model: 'neo-hookean',
          density: 1000,
          youngsModulus: firmness,
          poissonRatio: 0.3,
          dampingTime: 0.006,
        },
        volumeConservation: keepVolume ? { enabled: true } : undefined,
        transform: { position: aboveTopStep(RADIUS + 0.05) },
        velocity: [-SPEED, 0, 0],
        angularVelocity: [0, 0, SPEED / RADIUS],
      }),
      stairway,
      floor(0.6),
      { kind: 'camera', id: 'camera', name: 'Camera', position: [-1.6, 1.6, 3], target: [0.8, 0.5, 0] },
    ],
  }),
};

export default stairsBall;

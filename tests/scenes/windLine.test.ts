import { expect, test } from 'vitest';
import { positionsOf, streamOf } from '../../src/frames/Stream.ts';
import { runShot, templateScene } from '../support/shots.ts';

const GRAVITY = 9.81;
const SPEED = 5;
/** Height of the line, m. */
const LINE = 1.1;
/** How fast each takes the velocity of the air, 1/s. */
const RATES = { silk: 3, cotton: 1.5, canvas: 0.5 } as const;

test('wind-line: in steady wind each cloth hangs along the sum of weight and wind, and back when it is over', async () => {
  const frames = 180;
  const shot = await runShot(templateScene('wind-line', { speed: SPEED, edge: 0.1, frames }));
  const { simulation } = shot;
  /** Angle from the vertical of the line from the pegs to the middle of a cloth, rad. */
  const angle = (id: string) => {
    const positions = positionsOf(streamOf(simulation.currentFrame(), id, 'mesh')!);
    const middle = [0, 0, 0];
    for (let k = 0; k < positions.length; k++) middle[k % 3] += (3 * positions[k]) / positions.length;
    return Math.atan2(middle[2], LINE - middle[1]);
  };
  // Wind acts alike on every part, as weight does: a cloth that hangs is straight along their sum. The last sway of canvas, which goes with e^(-t / 4), is .004 rad after five seconds.
  shot.advanceTo(Math.round(1 + 0.7 * (frames - 1)));
  const off = Object.entries(RATES).map(([id, rate]) => angle(id) - Math.atan((rate * SPEED) / GRAVITY));
  for (const difference of off) expect(Math.abs(difference)).toBeLessThan(0.02);
  shot.advanceTo(frames);
  for (const id of Object.keys(RATES)) expect(Math.abs(angle(id))).toBeLessThan(0.1);
  shot.dispose();
});

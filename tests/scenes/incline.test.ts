import { expect, test } from 'vitest';
import { runShot, templateScene, type RunningShot } from '../support/shots.ts';

const GRAVITY = 9.81;
const FRAME = 1 / 24;

/** Mean position of a body's vertices along the slope, downwards, m. */
function alongSlope(shot: RunningShot, angle: number): number {
  const { positions } = shot.simulation.motionOf('body');
  let sum = 0;
  for (let k = 0; k < positions.length; k += 3) {
    sum -= positions[k] * Math.cos(angle) + positions[k + 1] * Math.sin(angle);
  }
  return (3 * sum) / positions.length;
}

/** How far Coulomb's law lets it slide in `time` s: s = v t + a t^2 / 2 with a = g (sin - mu cos), until it stands, m. */
function closedForm(angle: number, friction: number, speed: number, time: number): number {
  const acceleration = GRAVITY * (Math.sin(angle) - friction * Math.cos(angle));
  const moving = acceleration < 0 ? Math.min(time, -speed / acceleration) : time;
  return speed * moving + (acceleration * moving * moving) / 2;
}

test.each([
  ['tet', 0.4, 0.2, 0],
  ['tet', 0.2, 0.5, 2],
  ['block', 0.4, 0.2, 0],
  ['block', 0.2, 0.5, 2],
])(
  'a %s on a slope of %f with friction %f and %f m/s moves as the closed form says',
  async (body, angle, friction, speed) => {
    const frames = 36;
    const shot = await runShot(templateScene('incline', { body, angle, friction, speed, frames }));
    const start = alongSlope(shot, angle);
    shot.advanceTo(1 + frames);
    const distance = alongSlope(shot, angle) - start;
    const expected = closedForm(angle, friction, speed, frames * FRAME);
    expect(Math.abs(distance / expected - 1)).toBeLessThan(0.005);
    shot.dispose();
  },
);

test('a block that friction holds does not creep in ten seconds', async () => {
  const shot = await runShot(templateScene('incline', { body: 'block', angle: 0.3, friction: 0.5, frames: 241 }));
  // It sags onto its contacts first.
  shot.advanceTo(25);
  const settled = alongSlope(shot, 0.3);
  shot.advanceTo(241);
  expect(Math.abs(alongSlope(shot, 0.3) - settled)).toBeLessThan(1e-6);
  shot.dispose();
});

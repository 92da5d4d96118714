import { expect, test } from 'vitest';
import { encodeFrame } from '../../src/frames/Frame.ts';
import { runShot, templateScene, type RunningShot } from '../support/shots.ts';

/** Largest change of a solid's volume over the shot, as a share of its volume at the start. */
function worstError(shot: RunningShot, solid: string): number {
  const { simulation } = shot;
  const volume = () => simulation.currentFrame().stats.bodies[solid].volume;
  const start = volume();
  let worst = 0;
  while (simulation.frame < simulation.scene.range.last) {
    simulation.advance(() => false);
    worst = Math.max(worst, Math.abs(volume() / start - 1));
  }
  return worst;
}

test('a dropped ball that keeps its volume does; one of Poisson ratio 0.45 loses a tenth', async () => {
  const scene = templateScene('drop-compare', { percent: 12, frames: 18 });
  const shot = await runShot(scene);
  const kept = await runShot(scene);
  expect(worstError(shot, 'soft')).toBeGreaterThan(0.1);
  expect(worstError(kept, 'kept')).toBeLessThan(0.005);
  const { bodies, stats } = kept.simulation.currentFrame();
  expect(bodies[0].fields.map(({ name, location }) => [name, location])).toContainEqual(['one-ring volume', 'vertex']);
  expect(Math.abs(stats.bodies['kept'].kept!.volumeError)).toBeLessThan(0.005);
  expect(stats.bodies['soft'].kept).toBeUndefined();
  shot.dispose();
  kept.dispose();
});

test('a ball pressed to a twentieth of its thickness keeps its volume', async () => {
  const shot = await runShot(templateScene('pressed-sphere', { percent: 12, frames: 24, thickness: 0.05 }));
  expect(worstError(shot, 'ball')).toBeLessThan(0.005);
  const { positions } = shot.simulation.motionOf('ball');
  const heights = positions.filter((_x, k) => k % 3 === 1);
  expect(Math.max(...heights) - Math.min(...heights)).toBeCloseTo(0.05, 3);
  shot.dispose();
});

test('the same bytes with one thread and two, and from a checkpoint', async () => {
  const scene = templateScene('pressed-sphere', { percent: 7, frames: 12 });
  const run = async (threads: number) => {
    const shot = await runShot(scene, { threads });
    shot.advanceTo(7);
    return shot;
  };
  const [one, two] = [await run(1), await run(2)];
  expect(encodeFrame(two.simulation.currentFrame())).toEqual(encodeFrame(one.simulation.currentFrame()));
  const resumed = await runShot(scene);
  resumed.simulation.restore(one.simulation.checkpoint());
  resumed.advanceTo(9);
  one.advanceTo(9);
  expect(encodeFrame(resumed.simulation.currentFrame())).toEqual(encodeFrame(one.simulation.currentFrame()));
  for (const shot of [one, two, resumed]) shot.dispose();
});

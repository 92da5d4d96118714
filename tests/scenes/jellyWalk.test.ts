import { expect, test } from 'vitest';
import { positionsOf } from '../../src/frames/Stream.ts';
import { runShot, templateScene } from '../support/shots.ts';
import { figureSkin, sampleAnimations } from '../support/smallShot.ts';

const RELEASED = 8;
const LAST = 13;

test('a figure of jelly follows its animation within 10 cm without having it, keeps its volume, and falls once nothing pulls it', async () => {
  const scene = templateScene('jelly-walk', { element: 0.08, released: RELEASED, frames: LAST });
  const sources = new Map([['jelly', await figureSkin()]]);
  const shot = await runShot(scene, { sources, animations: await sampleAnimations(scene) });
  const { simulation } = shot;
  const at = (id: string) =>
    positionsOf(simulation.currentFrame().streams.find(({ entity }) => entity === id)!).slice();
  const centreOf = (x: ArrayLike<number>) => {
    const sum = [0, 0, 0];
    for (let k = 0; k < x.length; k++) sum[k % 3] += (3 * x[k]) / x.length;
    return sum;
  };
  const { warnings, entities } = simulation.currentFrame().stats;
  expect(warnings).toEqual([]);
  const begun = [centreOf(at('jelly')), centreOf(at('figure'))];
  const away = () => {
    const [jelly, figure] = [centreOf(at('jelly')), centreOf(at('figure'))];
    return Math.hypot(...[0, 1, 2].map((axis) => jelly[axis] - begun[0][axis] - (figure[axis] - begun[1][axis])));
  };
  let farthest = 0;
  for (let frame = 2; frame <= RELEASED; frame++) {
    shot.advanceTo(frame);
    farthest = Math.max(farthest, away());
    const { volume } = simulation.currentFrame().stats.entities.jelly;
    expect(Math.abs(volume / entities.jelly.volume - 1)).toBeLessThan(0.02);
  }
  expect(farthest).toBeLessThan(0.1);
  expect(farthest).toBeGreaterThan(0.002);
  // Nothing pulls it from the release on: it is below its animation by what it falls, g t^2 / 2, less what its feet carry of it.
  shot.advanceTo(LAST);
  expect(begun[0][1] - centreOf(at('jelly'))[1]).toBeGreaterThan(0.02);
  shot.dispose();
});

import { expect, test } from 'vitest';
import { positionsOf, streamOf } from '../../src/frames/Stream.ts';
import { runShot, templateScene } from '../support/shots.ts';

test('elastic-drops: the jelly comes back to a cube, the toothpaste keeps what the fall left of it', async () => {
  const shot = await runShot(templateScene('elastic-drops', { cells: 12, frames: 16 }));
  const heightOf = (id: string) => {
    const positions = positionsOf(streamOf(shot.simulation.currentFrame(), id, 'points')!);
    // Twice the height of the middle: that of a block.
    return positions.reduce((sum, y, k) => (k % 3 === 1 ? sum + (6 * y) / positions.length : sum), 0);
  };
  shot.advanceTo(16);
  const [jelly, toothpaste] = ['jelly', 'toothpaste'].map(heightOf);
  // A cube of .16 m that stands sinks by rho g H / (6 G) of its height, a tenth.
  expect(jelly).toBeGreaterThan(0.12);
  expect(toothpaste).toBeLessThan(0.9 * jelly);
  expect(toothpaste).toBeGreaterThan(0.06);
  shot.dispose();
});

import { expect, test } from 'vitest';
import { expectPassage } from '../support/betweenGears.ts';
import { rabbitTemplate } from '../support/rabbitTemplate.ts';
import { extent } from '../support/rigidDistance.ts';
import { runShot, templateScene } from '../support/shots.ts';

test('a scan of hexahedra passes between the gears, inverts, and takes its shape again', async () => {
  const { template, sources } = await rabbitTemplate();
  const shot = await runShot(templateScene('hex-gears', { percent: 6 }, template), { sources });
  expectPassage(shot);
});

test('a very soft ball comes down the stairs and keeps its volume in every frame', async () => {
  const shot = await runShot(templateScene('stairs-ball', { percent: 9 }));
  const { simulation } = shot;
  const { positions } = simulation.motionOf('ball');
  const top = extent(positions, 1).min;
  const start = simulation.currentFrame().stats.entities['ball'].volume;
  let worst = 0;
  while (simulation.frame < simulation.scene.range.last) {
    simulation.advance(() => false);
    worst = Math.max(worst, Math.abs(simulation.currentFrame().stats.entities['ball'].volume / start - 1));
  }
  expect(worst).toBeLessThan(0.01);
  expect(extent(positions, 1).max).toBeLessThan(0.5 * top);
  expect(extent(positions, 1).min).toBeGreaterThan(-1e-4);
  shot.dispose();
});

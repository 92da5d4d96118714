import { expect, test } from 'vitest';
import { expectPassage } from '../support/betweenGears.ts';
import { rabbitTemplate } from '../support/rabbitTemplate.ts';
import { extent } from '../support/rigidDistance.ts';
import { runShot, templateScene, type RunningShot } from '../support/shots.ts';

async function start(type: string, params: Record<string, unknown>): Promise<RunningShot> {
  const { template, sources } = await rabbitTemplate();
  return runShot(templateScene(type, params, template), { sources });
}

test('a scan passes between the gears, inverts, and takes its shape again', async () => {
  const shot = await start('gears', { percent: 7 });
  expectPassage(shot);
}, 120_000);

test('a scan comes down the stairs without sinking into them', async () => {
  const shot = await start('stairs', { percent: 7 });
  const { positions } = shot.simulation.motionOf('scan');
  const top = extent(positions, 1).min;
  shot.advanceTo(shot.simulation.scene.range.last);
  expect(extent(positions, 1).max).toBeLessThan(0.5 * top);
  expect(extent(positions, 1).min).toBeGreaterThan(-1e-4);
}, 120_000);

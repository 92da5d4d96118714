import { expect, test } from 'vitest';
import { embedPositions } from '../../src/geometry/TetMesh.ts';
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
});

test('a scan comes down the stairs without sinking into them', async () => {
  const shot = await start('stairs', { percent: 7 });
  const { positions } = shot.simulation.motionOf('scan');
  const top = extent(positions, 1).min;
  shot.advanceTo(shot.simulation.scene.range.last);
  expect(extent(positions, 1).max).toBeLessThan(0.5 * top);
  // What is drawn: at this edge the ears are of whole cells, which reach beyond it.
  const { embedding, surface } = shot.volumes.get('scan')!;
  const drawn = new Float64Array(surface.positions.length);
  embedPositions(embedding, positions, drawn);
  expect(extent(drawn, 1).min).toBeGreaterThan(-5e-4);
});

import { expect, test } from 'vitest';
import { bunnyTemplate } from '../support/bunnyTemplate.ts';
import { extent, rigidDistance } from '../support/rigidDistance.ts';
import { runShot, templateScene, type RunningShot } from '../support/shots.ts';

async function start(type: string, params: Record<string, unknown>): Promise<RunningShot> {
  const { template, sources } = await bunnyTemplate();
  return runShot(templateScene(type, params, template), { sources });
}

test('a scan passes between the gears, inverts, and takes its shape again', async () => {
  const shot = await start('gears', { percent: 7 });
  const { simulation, volumes } = shot;
  const { positions } = simulation.motionOf('scan');
  const rest = positions.slice();
  const volume = volumes.get('scan');
  const elements = volume?.kind === 'tet' ? volume.mesh.tets.length / 4 : 0;
  const size = extent(rest, 1).max - extent(rest, 1).min;
  let mostInverted = 0;
  while (simulation.frame < simulation.scene.range.last) {
    simulation.advance(() => false);
    mostInverted = Math.max(mostInverted, simulation.currentFrame().stats.invertedElements);
  }
  expect(mostInverted).toBeGreaterThan(0.03 * elements);
  expect(extent(positions, 1).max).toBeLessThan(-0.5);
  expect(rigidDistance(positions, rest).rms).toBeLessThan(0.02 * size);
}, 120_000);

test('a scan comes down the stairs without sinking into them', async () => {
  const shot = await start('stairs', { percent: 7 });
  const { positions } = shot.simulation.motionOf('scan');
  const top = extent(positions, 1).min;
  shot.advanceTo(shot.simulation.scene.range.last);
  expect(extent(positions, 1).max).toBeLessThan(0.5 * top);
  expect(extent(positions, 1).min).toBeGreaterThan(-1e-4);
}, 120_000);

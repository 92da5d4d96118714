import { expect, test } from 'vitest';
import type { Scene } from '../../src/scene/Scene.ts';
import { extent } from '../support/rigidDistance.ts';
import { runShot, templateScene } from '../support/shots.ts';
import { simulateStored, storeShot } from '../support/shotRuns.ts';
import { meshesIn } from '../support/streams.ts';

function pressed(integration: 'implicit' | 'semi-implicit', percent: number): Scene {
  const scene = templateScene('clay-press', { percent, frames: 37 });
  const entities = scene.entities.map((entity) => (entity.kind === 'solid' ? { ...entity, integration } : entity));
  return { ...scene, entities };
}

test('clay that is pressed implicitly keeps the shape that it keeps otherwise', async () => {
  const results = [];
  for (const integration of ['semi-implicit', 'implicit'] as const) {
    const scene = pressed(integration, 8);
    const shot = await runShot(scene);
    const rest = shot.simulation.currentFrame().stats.volume;
    let iterations = 0;
    let substeps = 0;
    for (let frame = 2; frame <= scene.range.last; frame++) {
      shot.advanceTo(frame);
      const { stats } = shot.simulation.currentFrame();
      expect(stats.invertedElements).toBe(0);
      iterations += stats.cgIterations;
      substeps += stats.substeps;
    }
    const frame = shot.simulation.currentFrame();
    const { stats } = frame;
    const bodies = meshesIn(frame);
    const { min, max } = extent(bodies[0].positions, 1);
    expect(Math.abs(stats.volume / rest - 1)).toBeLessThan(0.012);
    expect(stats.warnings).toEqual([]);
    const { meanStrain } = stats.entities['ball'].sections!.plasticity!;
    results.push({ height: max - min, meanStrain, iterations: iterations / substeps });
    shot.dispose();
  }
  const [semi, implicit] = results;
  expect(implicit.height / semi.height).toBeCloseTo(1, 1);
  expect(Math.abs(implicit.meanStrain / semi.meanStrain - 1)).toBeLessThan(0.1);
  // The preconditioner is of the ball that it was: it must serve the disk that it has become.
  expect(implicit.iterations).toBeLessThan(60);
});

test('implicit flow gives the same bytes in two threads, and after a stop', async () => {
  const scene = pressed('implicit', 9);
  const whole = await simulateStored(await storeShot(scene), { last: 17 });
  const threaded = await simulateStored(await storeShot(scene), { last: 17, threads: 2 });
  expect(threaded.hashes).toEqual(whole.hashes);
  const again = await storeShot(scene);
  const first = await simulateStored(again, { last: 9 });
  const rest = await simulateStored(again, { last: 17 });
  expect([...first.hashes, ...rest.hashes.slice(-8)]).toEqual(whole.hashes);
});

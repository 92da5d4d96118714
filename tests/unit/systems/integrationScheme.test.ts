import { expect, test } from 'vitest';
import type { Solid } from '../../../src/scene/kinds/solid.ts';
import { isKind, type Scene } from '../../../src/scene/Scene.ts';
import { runShot } from '../../support/shots.ts';
import { tinyShot } from '../../support/tinyShot.ts';

/** The tiny shot with its solids changed. */
function shot(change: (solid: Solid) => Partial<Solid>): Scene {
  const scene = tinyShot(8);
  const entities = scene.entities.map((entity) =>
    isKind('solid')(entity) ? { ...entity, ...change(entity) } : entity,
  );
  return { ...scene, entities };
}

const stiff = (integration: Solid['integration']) =>
  shot((solid) => ({ integration, material: { ...solid.material, youngsModulus: 1e8, dampingTime: 0 } }));

async function statsAfter(scene: Scene, frame: number) {
  const { simulation, advanceTo, dispose } = await runShot(scene);
  advanceTo(frame);
  const { stats } = simulation.currentFrame();
  dispose();
  return { substeps: stats.substeps, body: Object.values(stats.entities)[0] };
}

test('automatic takes soft solids semi-implicitly and stiff ones implicitly, in few substeps, and says how many it saves', async () => {
  const soft = await statsAfter(
    shot(() => ({ integration: 'automatic' })),
    3,
  );
  expect(soft.body.sections?.integration?.explicitSubsteps).toBeUndefined();
  const { substeps, body } = await statsAfter(stiff('automatic'), 3);
  expect(body.sections?.integration?.explicitSubsteps).toBeGreaterThan(24);
  expect(substeps).toBeLessThan(10);
  const explicit = await statsAfter(stiff('semi-implicit'), 3);
  expect(explicit.body.sections?.integration?.explicitSubsteps).toBeUndefined();
  expect(explicit.substeps).toBeGreaterThan(substeps);
});

test('an implicit shot goes on from a checkpoint, and in other threads, with the same bytes', async () => {
  const whole = await runShot(stiff('implicit'));
  whole.advanceTo(3);
  const checkpoint = whole.simulation.checkpoint();
  whole.advanceTo(6);
  const resumed = await runShot(stiff('implicit'), { threads: 2 });
  resumed.simulation.restore(checkpoint);
  resumed.advanceTo(6);
  expect(resumed.simulation.currentFrame()).toEqual(whole.simulation.currentFrame());
  whole.dispose();
  resumed.dispose();
});

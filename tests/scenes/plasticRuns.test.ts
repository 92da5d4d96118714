import { describe, expect, test } from 'vitest';
import { catalogue } from '../../src/host/catalogue/catalogue.ts';
import { documentVersion, type Scene, type SceneInput } from '../../src/scene/Scene.ts';
import { validateScene } from '../../src/scene/validateScene.ts';
import { runShot, templateScene } from '../support/shots.ts';
import { simulateStored, storeShot } from '../support/shotRuns.ts';
import { meshesIn } from '../support/streams.ts';

const LAST = 17;
/** Enough elements for several threads; yielding from the first frames on. */
const shots: [string, Scene][] = [
  ['clay-press', templateScene('clay-press', { percent: 9, frames: 25 })],
  ['goal-disk', templateScene('goal-disk', { percent: 9, frames: 25 })],
];

describe.each(shots)('%s', (_name, scene) => {
  test('gives the same bytes in two threads, and after a stop', async () => {
    const path = await storeShot(scene);
    const whole = await simulateStored(path, { last: LAST });
    const threaded = await simulateStored(await storeShot(scene), { last: LAST, threads: 2 });
    expect(threaded.hashes).toEqual(whole.hashes);

    const again = await storeShot(scene);
    const first = await simulateStored(again, { last: 9 });
    const rest = await simulateStored(again, { last: LAST });
    // It went on from where it had stopped.
    expect(rest.outcomes.filter(({ cached }) => !cached).length).toBeLessThanOrEqual(LAST - 9);
    expect([...first.hashes, ...rest.hashes.slice(-(LAST - 9))]).toEqual(whole.hashes);
  });
});

test('kernels and reference agree to what float32 holds', async () => {
  // Nothing is touched, so that no contact comes a substep earlier: a spinning block tears at itself, and is pulled to a rod.
  const scene = validateScene(
    {
      format: 'ductile-shot',
      version: documentVersion,
      project: '00000000-0000-4000-8000-000000000000',
      range: { first: 1, last: 13 },
      quality: { draft: { solverTolerance: 1e-6 } },
      entities: [
        {
          kind: 'solid',
          id: 'block',
          source: { kind: 'procedural', form: { shape: 'block', size: [1, 0.5, 0.5], cells: [8, 4, 4] } },
          material: { youngsModulus: 5e4, poissonRatio: 0.3, density: 1000, dampingTime: 0.02 },
          plasticity: {
            params: { yieldStrain: 0.02 },
            goal: { shape: { kind: 'registered', type: 'twist' }, pull: 1 },
          },
          angularVelocity: [0, 6, 3],
        },
      ],
    } as unknown as SceneInput,
    catalogue,
  );
  const [kernels, reference] = [await runShot(scene), await runShot(scene, { backend: 'reference' })];
  for (const shot of [kernels, reference]) shot.advanceTo(13);
  const [a, b] = [kernels, reference].map((shot) => shot.simulation.currentFrame());
  let worst = 0;
  meshesIn(a)[0].positions.forEach((x, k) => (worst = Math.max(worst, Math.abs(x - meshesIn(b)[0].positions[k]))));
  expect(worst).toBeLessThan(1e-4);
  const [own, other] = [a, b].map(({ stats }) => stats.entities['block'].sections!.plasticity!);
  expect(own.meanStrain).toBeGreaterThan(0.1);
  expect(own.meanStrain / other.meanStrain).toBeCloseTo(1, 4);
  expect(own.goalDistance! / other.goalDistance!).toBeCloseTo(1, 4);
  for (const shot of [kernels, reference]) shot.dispose();
});

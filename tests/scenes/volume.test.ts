import { expect, test } from 'vitest';
import { encodeFrame } from '../../src/frames/Frame.ts';
import { isKind } from '../../src/scene/Scene.ts';
import { runShot, templateScene, type RunningShot } from '../support/shots.ts';
import { meshesIn } from '../support/streams.ts';

/** Largest change of a solid's volume over the shot, as a share of its volume at the start; adds up the substeps. */
function worstError(shot: RunningShot, solid: string, substeps = { sum: 0 }): number {
  const { simulation } = shot;
  const volume = () => simulation.currentFrame().stats.entities[solid].volume;
  const start = volume();
  let worst = 0;
  while (simulation.frame < simulation.scene.range.last) {
    simulation.advance(() => false);
    substeps.sum += simulation.currentFrame().stats.substeps;
    worst = Math.max(worst, Math.abs(volume() / start - 1));
  }
  return worst;
}

test('a dropped ball that keeps its volume does; one of Poisson ratio 0.45 loses a tenth', async () => {
  const scene = templateScene('drop-compare', { percent: 12, frames: 19 });
  const shot = await runShot(scene);
  const kept = await runShot(scene);
  expect(worstError(shot, 'soft')).toBeGreaterThan(0.1);
  expect(worstError(kept, 'kept')).toBeLessThan(0.005);
  const frame = kept.simulation.currentFrame();
  const { stats } = frame;
  const bodies = meshesIn(frame);
  expect(bodies[0].fields.map(({ name, location }) => [name, location])).toContainEqual(['one-ring volume', 'vertex']);
  expect(Math.abs(stats.entities['kept'].sections!.volumeConservation!.volumeError)).toBeLessThan(0.005);
  expect(stats.entities['soft'].sections?.volumeConservation).toBeUndefined();
  shot.dispose();
  kept.dispose();
});

test('a ball pressed to a twentieth of its thickness keeps its volume', async () => {
  const shot = await runShot(templateScene('pressed-sphere', { percent: 12, frames: 25, thickness: 0.05 }));
  expect(worstError(shot, 'ball')).toBeLessThan(0.005);
  const { positions } = shot.simulation.motionOf('ball');
  const heights = positions.filter((_x, k) => k % 3 === 1);
  expect(Math.max(...heights) - Math.min(...heights)).toBeCloseTo(0.05, 3);
  shot.dispose();
});

test('a stiff ball keeps its volume in implicit substeps too, of which it needs fewer', async () => {
  const press = templateScene('pressed-sphere', { percent: 12, frames: 25, thickness: 0.05 });
  const pressed = async (integration: 'semi-implicit' | 'implicit') => {
    const entities = press.entities.map((entity) =>
      isKind('solid')(entity)
        ? { ...entity, integration, material: { ...entity.material, youngsModulus: 2e6 } }
        : entity,
    );
    const shot = await runShot({ ...press, entities });
    const substeps = { sum: 0 };
    const error = worstError(shot, 'ball', substeps);
    shot.dispose();
    return { error, substeps: substeps.sum };
  };
  const implicit = await pressed('implicit');
  expect(implicit.error).toBeLessThan(0.005);
  expect((await pressed('semi-implicit')).substeps).toBeGreaterThan(1.4 * implicit.substeps);
});

test.each(['semi-implicit', 'implicit'] as const)(
  'the same bytes with one thread and two, and from a checkpoint, %s',
  async (integration) => {
    const press = templateScene('pressed-sphere', { percent: 7, frames: 13 });
    const entities = press.entities.map((entity) => (isKind('solid')(entity) ? { ...entity, integration } : entity));
    const scene = { ...press, entities };
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
  },
);

import { describe, expect, test } from 'vitest';
import { isKind, type Scene } from '../../src/scene/Scene.ts';
import { initialInputs, sampleInterval } from '../../src/scene/sampleInterval.ts';
import { runShot, templateScene, type RunningShot } from '../support/shots.ts';

/** Coarse and short: an eighth of the elements, a quarter of the time. */
const params = { percent: 7, frames: 24 };

interface Moment {
  /** Volume over that at rest, inverted elements, width across (x) of the widest place, and mean fibre stretch, by muscle. */
  readonly volume: Readonly<Record<string, number>>;
  readonly width: Readonly<Record<string, number>>;
  readonly stretch: Readonly<Record<string, number>>;
  readonly inverted: number;
}

function measure({ simulation }: RunningShot): Moment {
  const { bodies, stats } = simulation.currentFrame();
  const by = (value: (body: (typeof bodies)[number]) => number) =>
    Object.fromEntries(bodies.map((body) => [body.id, value(body)]));
  return {
    volume: by(({ id }) => stats.bodies[id].volume),
    width: by(({ positions }) => {
      const xs = positions.filter((_x, k) => k % 3 === 0);
      return Math.max(...xs) - Math.min(...xs);
    }),
    stretch: by(({ fields }) => {
      const values = fields.find(({ name }) => name === 'fibre stretch')!.values;
      return values.reduce((sum, value) => sum + value / values.length, 0);
    }),
    inverted: stats.invertedElements,
  };
}

describe('the muscles of an arm', () => {
  test('bulge where they shorten, keep their volume and come back', async () => {
    const shot = await runShot(templateScene('muscle-arm', params));
    const rest = measure(shot);
    shot.advanceTo(13);
    const bent = measure(shot);
    expect(bent.stretch.biceps).toBeLessThan(0.85);
    expect(bent.stretch.triceps).toBeGreaterThan(1.1);
    expect(bent.width.biceps / rest.width.biceps).toBeGreaterThan(1.08);
    shot.advanceTo(25);
    const straight = measure(shot);
    for (const id of ['biceps', 'brachialis', 'triceps']) {
      expect(Math.abs(bent.volume[id] / rest.volume[id] - 1)).toBeLessThan(0.02);
      expect(Math.abs(straight.volume[id] / rest.volume[id] - 1)).toBeLessThan(0.02);
      expect(Math.abs(straight.width[id] / rest.width[id] - 1)).toBeLessThan(0.04);
    }
    expect(straight.inverted).toBe(0);
    shot.dispose();
  }, 120_000);

  test('give the same bytes again, and after going on from a checkpoint', async () => {
    const scene = templateScene('muscle-arm', params);
    const positions = ({ simulation }: RunningShot) => simulation.currentFrame().bodies.map((body) => body.positions);
    const first = await runShot(scene);
    first.advanceTo(5);
    const checkpoint = first.simulation.checkpoint();
    first.advanceTo(8);
    const second = await runShot(scene, { threads: 2 });
    second.simulation.restore(checkpoint);
    second.advanceTo(8);
    expect(positions(second)).toEqual(positions(first));
    first.dispose();
    second.dispose();
  }, 60_000);

  test('change no frame before the first interval that a key of their activation reaches', () => {
    const scene = templateScene('muscle-arm', { percent: 7, frames: 48 });
    const changed: Scene = {
      ...scene,
      entities: scene.entities.map((entity) => {
        if (!isKind('solid')(entity) || entity.id !== 'biceps' || entity.fibres === undefined) return entity;
        const activation = structuredClone(entity.fibres.activation) as { keys: { frame: number; value: number }[] };
        activation.keys[3].value = 0.3;
        return { ...entity, fibres: { ...entity.fibres, activation } } as typeof entity;
      }),
    };
    const keys = (shot: Scene) => [
      JSON.stringify(initialInputs(shot, 'draft')),
      ...Array.from({ length: 48 }, (_, k) => JSON.stringify(sampleInterval(shot, k + 2))),
    ];
    const [before, after] = [keys(scene), keys(changed)];
    const biceps = scene.entities.filter(isKind('solid')).find(({ id }) => id === 'biceps');
    const reached = (biceps?.fibres?.activation as { keys: { frame: number }[] }).keys[2].frame;
    expect(before.findIndex((key, k) => key !== after[k])).toBe(reached);
  });
});

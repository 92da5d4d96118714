import { describe, expect, test } from 'vitest';
import { isKind, type Scene } from '../../src/scene/Scene.ts';
import { initialInputs, sampleInterval } from '../../src/scene/shotInputs.ts';
import { runShot, templateScene, type RunningShot } from '../support/shots.ts';
import { meshesIn } from '../support/streams.ts';

/** Coarse and short: an eighth of the elements, a quarter of the time. */
const params = { percent: 7, frames: 25 };

interface Moment {
  /** Volume over that at rest, inverted elements, width across (x) of the widest place, and mean fibre stretch, by muscle. */
  readonly volume: Readonly<Record<string, number>>;
  readonly width: Readonly<Record<string, number>>;
  readonly stretch: Readonly<Record<string, number>>;
  readonly inverted: number;
}

function measure({ simulation }: RunningShot): Moment {
  const frame = simulation.currentFrame();
  const { stats } = frame;
  const bodies = meshesIn(frame);
  const by = (value: (body: (typeof bodies)[number]) => number) =>
    Object.fromEntries(bodies.map((body) => [body.id, value(body)]));
  return {
    volume: by(({ id }) => stats.entities[id].volume),
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
  });

  test('give the same bytes again, and after going on from a checkpoint', async () => {
    const scene = templateScene('muscle-arm', params);
    const positions = ({ simulation }: RunningShot) =>
      meshesIn(simulation.currentFrame()).map((body) => body.positions);
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
  });

  test('come to the same rest quasistatically as dynamically', async () => {
    // Bends until frame 11 and stays so; volumes are left to the material. Bent further, the biceps folds over the bone, in one way of several.
    const held = (integration: 'quasistatic' | 'semi-implicit'): Scene => {
      const scene = templateScene('muscle-arm', { ...params, flexion: 1 });
      return {
        ...scene,
        range: { first: 1, last: 73 },
        entities: scene.entities.map((entity) => {
          if (entity.kind === 'collider') return withKeysUpTo(entity, 11);
          if (!isKind('solid')(entity)) return entity;
          const material = { ...entity.material, dampingTime: 0.05 };
          return { ...withKeysUpTo(entity, 11), material, integration, volumeConservation: undefined };
        }),
      };
    };
    const quasistatic = await runShot(held('quasistatic'));
    quasistatic.advanceTo(12);
    const first = quasistatic.simulation.currentFrame();
    quasistatic.advanceTo(13);
    const moving = await runShot(held('semi-implicit'));
    moving.advanceTo(73);
    const [still2, settled] = [quasistatic.simulation.currentFrame(), moving.simulation.currentFrame()];
    for (const [k, body] of meshesIn(still2).entries()) {
      // Nothing moves on without a reason.
      expect(largestDistance(body.positions, meshesIn(first)[k].positions)).toBeLessThan(1e-5);
      expect(largestDistance(body.positions, meshesIn(settled)[k].positions)).toBeLessThan(5e-6);
      const equilibrium = still2.stats.entities[body.id].sections?.equilibrium;
      expect(equilibrium?.newtonIterations).toBeGreaterThan(0);
      expect(equilibrium?.residual).toBeLessThan(1e-4);
      expect(settled.stats.entities[body.id].sections?.equilibrium).toBeUndefined();
    }
    quasistatic.dispose();
    moving.dispose();
  });

  test('bend and bulge quasistatically, the same from a checkpoint', async () => {
    const scene = templateScene('muscle-arm', params);
    const still = {
      ...scene,
      entities: scene.entities.map((entity) =>
        isKind('solid')(entity) ? { ...entity, integration: 'quasistatic' as const } : entity,
      ),
    };
    const shot = await runShot(still);
    const { stats } = shot.simulation.currentFrame();
    expect(stats.warnings.filter((text) => text.includes('volume conservation has no effect'))).toHaveLength(3);
    const rest = measure(shot);
    shot.advanceTo(7);
    const resumed = await runShot(still, { threads: 2 });
    resumed.simulation.restore(shot.simulation.checkpoint());
    for (const one of [shot, resumed]) one.advanceTo(13);
    expect(resumed.simulation.currentFrame()).toEqual(shot.simulation.currentFrame());
    const bent = measure(shot);
    expect(bent.stretch.biceps).toBeLessThan(0.85);
    expect(bent.width.biceps / rest.width.biceps).toBeGreaterThan(1.08);
    expect(bent.inverted).toBeLessThan(3);
    shot.dispose();
    resumed.dispose();
  });

  test('pull at both bones while these rest, and shorten by the same pull where the insertion lets go', async () => {
    const [held, free, idle] = await Promise.all([
      tensed({ attached: true, peakStress: 1e5 }),
      tensed({ attached: false, peakStress: 1e5 }),
      tensed({ attached: false, peakStress: 0 }),
    ]);
    // Attached to bones that rest it can only shorten in the middle and draw its ends out, and its fibres pull at the bones by nearly 0.8 of the peak stress.
    expect(Math.abs(held.end)).toBeLessThan(1e-6);
    expect(held.stretch).toBeGreaterThan(0.85);
    expect(Math.abs(held.tension / 8e4 - 1)).toBeLessThan(0.1);
    expect(free.stretch).toBeLessThan(0.7);
    expect(free.end).toBeGreaterThan(0.1);
    expect(free.tension).toBeLessThan(0.5 * held.tension);
    // Its weight alone draws it out.
    expect(idle.stretch).toBeGreaterThan(1);
    expect(idle.end).toBeLessThan(0);
    expect(idle.tension).toBeLessThan(1e-3 * held.tension);
  });

  test('change no frame before the first interval that a key of their activation reaches', () => {
    const scene = templateScene('muscle-arm', { percent: 7, frames: 49 });
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

/**
 * The biceps at rest between bones that do not move, when it is tensed most: mean stretch, mean tension of its fibres, Pa, and how far its lower end has risen, m.
 * Attached to both bones, or to the upper arm alone.
 */
async function tensed({ attached, peakStress }: { attached: boolean; peakStress: number }) {
  const scene = templateScene('muscle-arm', { ...params, flexion: 0, peakStress });
  const kept = scene.entities.filter(
    ({ id }) => /humerus|forearm|biceps|camera/.test(id) && (attached || id !== 'biceps-insertion'),
  );
  const shot = await runShot({
    ...scene,
    entities: kept.map((entity) =>
      isKind('solid')(entity) && entity.fibres !== undefined
        ? { ...entity, fibres: { ...entity.fibres, direction: { kind: 'constant' as const, axis: [0, 1, 0] } } }
        : entity,
    ),
  } as Scene);
  const lowest = () => {
    const { positions } = meshesIn(shot.simulation.currentFrame())[0];
    return positions.reduce((least, y, k) => (k % 3 === 1 ? Math.min(least, y) : least), Infinity);
  };
  const start = lowest();
  shot.advanceTo(12);
  const { fields } = meshesIn(shot.simulation.currentFrame())[0];
  const mean = (name: string) => {
    const { values } = fields.find((field) => field.name === name)!;
    return values.reduce((sum, value) => sum + value / values.length, 0);
  };
  const found = { stretch: mean('fibre stretch'), tension: mean('fibre tension'), end: lowest() - start };
  shot.dispose();
  return found;
}

function largestDistance(a: Float32Array, b: Float32Array): number {
  return a.reduce((largest, x, k) => Math.max(largest, Math.abs(x - b[k])), 0);
}

/** The entity with all curves as they are up to `frame`, and constant from there. */
function withKeysUpTo<E>(entity: E, frame: number): E {
  const cut = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(cut);
    if (typeof value !== 'object' || value === null) return value;
    if (!('keys' in value)) return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, cut(one)]));
    return { ...value, keys: (value.keys as { frame: number }[]).filter((key) => key.frame <= frame) };
  };
  return cut(entity) as E;
}

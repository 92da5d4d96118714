import { describe, expect, test } from 'vitest';
import { runShot, templateScene, type RunningShot } from '../support/shots.ts';
import { meshesIn } from '../support/streams.ts';

const bodyOf = ({ simulation }: RunningShot) => {
  const frame = simulation.currentFrame();
  const { stats } = frame;
  const bodies = meshesIn(frame);
  return { x: bodies[0].positions, stats: stats.entities[bodies[0].id] };
};

const extent = (x: Float32Array, axis: number) => {
  const values = x.filter((_, k) => k % 3 === axis);
  return Math.max(...values) - Math.min(...values);
};

describe('a ball whose top is pushed through itself', () => {
  const params = { edge: 0.03 };
  const top = (x: Float32Array) => Math.max(...x.filter((_, k) => k % 3 === 1));
  /** rms, m. */
  const away = (x: Float32Array, from: Float32Array) =>
    Math.sqrt(x.reduce((sum, value, k) => sum + (value - from[k]) ** 2, 0) / x.length);

  test('comes out on its side where it knows it, with the same bytes on two threads from a checkpoint', async () => {
    const scene = templateScene('dented-ball', params);
    const shot = await runShot(scene);
    const { x: rest } = bodyOf(shot);
    shot.advanceTo(20);
    expect(bodyOf(shot).stats.invertedElements).toBeGreaterThan(0);
    const resumed = await runShot(scene, { threads: 2 });
    resumed.simulation.restore(shot.simulation.checkpoint());
    for (const one of [shot, resumed]) one.advanceTo(49);
    const { x, stats } = bodyOf(shot);
    expect(bodyOf(resumed).x).toEqual(x);
    expect(stats.invertedElements).toBe(0);
    expect(away(x, rest)).toBeLessThan(0.009);
    shot.dispose();
    resumed.dispose();
  });

  test('stays dented where it does not', async () => {
    const shot = await runShot(templateScene('dented-ball', { ...params, knowsSide: false }));
    const { x: rest } = bodyOf(shot);
    shot.advanceTo(49);
    expect(away(bodyOf(shot).x, rest)).toBeGreaterThan(0.015);
    expect(top(bodyOf(shot).x)).toBeLessThan(0.95 * top(rest));
    shot.dispose();
  });
});

describe('a balloon that is pressed', () => {
  test.each(['enclosed', 'area'])(
    'keeps its size: %s',
    async (keeps) => {
      const shot = await runShot(templateScene('balloon', { keeps, edge: 0.04 }));
      const height = extent(bodyOf(shot).x, 1);
      for (let frame = 2; frame <= 61; frame++) {
        shot.advanceTo(frame);
        const { x, stats } = bodyOf(shot);
        expect(Math.abs(stats.sections!.volumeConservation!.volumeError)).toBeLessThan(0.005);
        if (frame === 30) expect(extent(x, 1) / height).toBeLessThan(0.5);
      }
      // Its own weight flattens it a little.
      if (keeps === 'enclosed') expect(extent(bodyOf(shot).x, 1) / height).toBeGreaterThan(0.8);
      shot.dispose();
    },
    60_000,
  );

  test('creases like a bag where it keeps nothing', async () => {
    const shot = await runShot(templateScene('balloon', { keeps: 'nothing', edge: 0.04 }));
    shot.advanceTo(30);
    expect(bodyOf(shot).stats.sections?.volumeConservation).toBeUndefined();
    expect(bodyOf(shot).stats.volume).toBe(0);
    shot.dispose();
  });

  test('says what to do where the surface is open', async () => {
    const scene = templateScene('drawn-skin');
    const open = scene.entities.map((entity) =>
      entity.kind === 'cloth'
        ? { ...entity, volumeConservation: { ...entity.volumeConservation!, keeps: 'enclosed' as const } }
        : entity,
    );
    await expect(runShot({ ...scene, entities: open })).rejects.toMatchObject({ code: 'geometry-invalid' });
  });
});

test('skin that is drawn out keeps its area and narrows, the same from a checkpoint', async () => {
  const scene = templateScene('drawn-skin', { edge: 0.03 });
  const shot = await runShot(scene);
  const middle = (x: Float32Array, of: Float32Array) => {
    const values = x.filter((_, k) => k % 3 === 2 && Math.abs(of[k - 2]) < 0.04);
    return Math.max(...values) - Math.min(...values);
  };
  const { x: rest } = bodyOf(shot);
  for (let frame = 2; frame <= 13; frame++) {
    shot.advanceTo(frame);
    expect(Math.abs(bodyOf(shot).stats.sections!.volumeConservation!.volumeError)).toBeLessThan(0.005);
  }
  const resumed = await runShot(scene, { threads: 2 });
  resumed.simulation.restore(shot.simulation.checkpoint());
  for (const one of [shot, resumed]) one.advanceTo(36);
  expect(bodyOf(resumed).x).toEqual(bodyOf(shot).x);
  expect(Math.abs(bodyOf(shot).stats.sections!.volumeConservation!.volumeError)).toBeLessThan(0.005);
  expect(middle(bodyOf(shot).x, rest) / middle(rest, rest)).toBeLessThan(0.7);
  expect(meshesIn(shot.simulation.currentFrame())[0].fields.map(({ name }) => name)).toContain('one-ring area');
  shot.dispose();
  resumed.dispose();
});

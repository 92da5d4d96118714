import { expect, test } from 'vitest';
import { positionsOf, streamOf } from '../../src/frames/Stream.ts';
import { isKind, type Scene } from '../../src/scene/Scene.ts';
import { runShot, templateScene } from '../support/shots.ts';

const wax = { cells: 14, frames: 48 };

async function started(scene: Scene) {
  const shot = await runShot(scene);
  const positions = () => positionsOf(streamOf(shot.simulation.currentFrame(), 'wax', 'points')!);
  /** Mean height of the wax above the floor, m. */
  const height = () => positions().reduce((sum, y, k, { length }) => (k % 3 === 1 ? sum + (3 * y) / length : sum), 0);
  return { ...shot, positions, height };
}

test('melting-wax: the block stands until it melts, runs down, and what has set keeps its shape', async () => {
  const shot = await started(templateScene('melting-wax', wax));
  const heights = [1, 11, 31, 42, 48].map((frame) => {
    shot.advanceTo(frame);
    return shot.height();
  });
  const [begun, stood, melted, set, end] = heights;
  // The weight of the block presses it together by rho g H / (6 G), 5 %; its middle is .15 m above the floor.
  expect(stood).toBeGreaterThan(0.95 * begun);
  expect(melted).toBeLessThan(0.75 * begun);
  expect(Math.abs(end - set)).toBeLessThan(0.01 * begun);
  shot.dispose();
});

test('wax that is keyed to stay as it is moves as wax without keys does', async () => {
  const frames = 6;
  const scene = templateScene('melting-wax', { ...wax, frames });
  const steady = (keyed: boolean): Scene => ({
    ...scene,
    entities: scene.entities.map((entity) => {
      if (!isKind('liquid')(entity)) return entity;
      const value = (constant: number) =>
        keyed
          ? { keys: [0, 20].map((frame) => ({ frame, value: constant, interpolation: 'linear' as const })) }
          : constant;
      const elasticity = { shearModulus: value(2000), flowRate: value(3), yieldStrain: value(0.02) };
      return { ...entity, viscosity: value(4), elasticity };
    }),
  });
  const [keyed, plain] = await Promise.all([started(steady(true)), started(steady(false))]);
  for (const shot of [keyed, plain]) shot.advanceTo(frames);
  expect(keyed.positions()).toEqual(plain.positions());
  for (const shot of [keyed, plain]) shot.dispose();
});

test('liquid that melts has no strain when it sets', async () => {
  const scene = templateScene('melting-wax', { ...wax, frames: 12 });
  const keys = [4000, 0, 4000].map((value, k) => ({ frame: [1, 3, 8][k], value, interpolation: 'step' as const }));
  const shot = await started({
    ...scene,
    entities: scene.entities.map((entity) =>
      isKind('liquid')(entity)
        ? { ...entity, viscosity: 1, elasticity: { ...entity.elasticity, shearModulus: { keys } } }
        : entity,
    ),
  });
  const [solid, set, end] = [2, 8, 12].map((frame) => {
    shot.advanceTo(frame);
    return shot.simulation.currentFrame().stats.entities['wax'].energies.elastic;
  });
  expect(solid).toBeGreaterThan(1e-3);
  expect(set).toBe(0);
  expect(end).toBeGreaterThan(1e-3);
  shot.dispose();
});

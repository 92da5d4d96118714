import { beforeAll, describe, expect, test } from 'vitest';
import { catalogue } from '../../../src/host/catalogue/catalogue.ts';
import { saveShot } from '../../../src/io/shotFile.ts';
import type { Scene } from '../../../src/scene/Scene.ts';
import { FIRST, keyedShot, keyedShotWith, LAST } from '../../support/keyedShot.ts';
import { copyShot, simulateStored, storeShot, type RunResult } from '../../support/shotRuns.ts';
import { suiteFolder } from '../../support/temporaryFolder.ts';

const linear = (frame: number, value: number) => ({ frame, value, interpolation: 'linear' as const });
const still = [0, 0, 0];

describe('an edit of a simulated shot', () => {
  const folder = suiteFolder();
  let original: string;
  let whole: RunResult;

  beforeAll(async () => {
    original = await storeShot(keyedShot(), folder);
    whole = await simulateStored(original);
  });

  /** Saves `edited` over a copy of the simulated shot and simulates it. */
  async function rerun(edited: Scene) {
    const path = await copyShot(original);
    await saveShot(path, edited, catalogue);
    return { path, result: await simulateStored(path) };
  }

  // A changed key alters the interval from the key before it on: frames up to that key stay.
  test.each([
    [
      'the last key of a strength',
      5,
      keyedShotWith('torus', { strength: { keys: [linear(1, 0.2), linear(5, 0.6), linear(9, 2)] } }),
    ],
    [
      'a key added at the end of a strength',
      9,
      keyedShotWith('torus', { strength: { keys: [linear(1, 0.2), linear(5, 0.6), linear(9, 1), linear(10, 3)] } }),
    ],
    [
      'the last angle of a collider',
      3,
      keyedShotWith('floor', {
        transform: {
          position: [0, { keys: [linear(1, 0), linear(8, 0.15)] }, 0],
          rotation: [0, 0, { keys: [linear(3, 0), linear(10, 0.3)] }],
        },
      }),
    ],
    ['the release of a pin', 8, keyedShotWith('hook', { releaseFrame: 11 })],
    [
      'the friction of a collider from frame 3 on',
      3,
      keyedShotWith('floor', { friction: { keys: [{ frame: 3, value: 0.4, interpolation: 'step' }, linear(4, 0)] } }),
    ],
  ])('of %s recomputes the frames after %i alone; undone, nothing is simulated', async (_, kept, edited) => {
    const { path, result } = await rerun(edited);
    expect(result.simulated).toBe(LAST - kept);
    expect(result.hashes.slice(0, kept)).toEqual(whole.hashes.slice(0, kept));
    expect(result.hashes.at(-1)).not.toBe(whole.hashes.at(-1));
    const fresh = await simulateStored(await storeShot(edited));
    expect(result.hashes).toEqual(fresh.hashes);
    await saveShot(path, keyedShot(), catalogue);
    const undone = await simulateStored(path);
    expect(undone.simulated).toBe(0);
    expect(undone.hashes).toEqual(whole.hashes);
  });

  test.each([
    ['names and colours', keyedShotWith('torus', { name: 'Ring', display: { colour: '#ff0000' } })],
    ['the camera', keyedShotWith('view', { position: [9, 9, 9], verticalFieldOfView: 1 })],
    ['the notes', keyedShot({ notes: 'look at the rim', name: 'another' })],
    ['the display of a collider', keyedShotWith('floor', { name: 'Ground', display: { visible: false } })],
  ])('of %s simulates nothing', async (_, edited) => {
    const { result } = await rerun(edited);
    expect(result.simulated).toBe(0);
    expect(result.hashes).toEqual(whole.hashes);
  });

  test.each([
    ['a density', keyedShotWith('torus', { material: { density: 800 } })],
    ['a velocity', keyedShotWith('torus', { velocity: [0.5, 0, 0] })],
    ['the placement of a solid', keyedShotWith('torus', { transform: { position: [0, 0.25, 0] } })],
    ['the pivot of a pin', keyedShotWith('hook', { pivot: [1, 0, 0] })],
    ['the seed', keyedShot({ physics: { gravity: keyedShot().physics.gravity, seed: 5 } })],
  ])('of %s, which holds for the whole shot, recomputes every frame', async (_, edited) => {
    const { result } = await rerun(edited);
    expect(result.simulated).toBe(LAST - FIRST + 1);
  });

  test('that makes the range longer keeps every frame and goes on', async () => {
    const longer = keyedShot({ range: { first: FIRST, last: LAST + 3 } });
    const { result } = await rerun(longer);
    expect(result.simulated).toBe(3);
    expect(result.hashes.slice(0, LAST)).toEqual(whole.hashes);
    expect(result.hashes).toEqual((await simulateStored(await storeShot(longer))).hashes);
  });

  test('that disables a collider shares no frame with the shot', async () => {
    const { result } = await rerun(keyedShotWith('floor', { enabled: false }));
    expect(result.simulated).toBe(LAST - FIRST + 1);
    expect(result.outcomes.every(({ stats }) => stats.contacts === 0)).toBe(true);
  });

  test('that stills the motion of a pin keeps the first frame alone', async () => {
    const { result } = await rerun(keyedShotWith('hook', { motion: { position: still, rotation: still } }));
    expect(result.simulated).toBe(LAST - FIRST);
    expect(result.hashes[0]).toBe(whole.hashes[0]);
  });
});

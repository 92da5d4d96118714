import { describe, expect, test } from 'vitest';
import {
  checkpointBudget,
  checkpointInterval,
  findResumePoint,
  isCheckpointFrame,
  isWorthKeeping,
} from '../../../src/cache/checkpointSchedule.ts';
import { filePath } from '../../../src/cache/CacheFolder.ts';
import { FrameCache } from '../../../src/cache/FrameCache.ts';
import { readInputs, writeInputs } from '../../../src/cache/staleness.ts';
import { keyChain } from '../../../src/frames/keys.ts';
import { initialInputs, sampleInterval } from '../../../src/scene/shotInputs.ts';
import type { Scene } from '../../../src/scene/Scene.ts';
import { smallScene } from '../../support/scenes.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';
import { writeFile } from 'node:fs/promises';

function chainOf(scene: Scene) {
  const inputs = (index: number) =>
    index === 0 ? initialInputs(scene, 'draft') : sampleInterval(scene, scene.range.first + index);
  const keys = keyChain('test', inputs(0), scene.range, (frame) => inputs(frame - scene.range.first));
  return { first: scene.range.first, keys, inputs };
}

describe('what a key was made from', () => {
  test('comes back with the key before it', async () => {
    const cache = await FrameCache.open(await temporaryFolder());
    const { keys, inputs } = chainOf(smallScene());
    for (const [index, key] of keys.entries()) {
      await writeInputs(cache, key, { previous: keys[index - 1], inputs: inputs(index) });
    }
    const back = await readInputs(cache, keys[3]);
    expect(back?.previous).toBe(keys[2]);
    expect(back?.inputs).toEqual(JSON.parse(JSON.stringify(sampleInterval(smallScene(), 3))));
    expect((await readInputs(cache, keys[0]))?.previous).toBeUndefined();
  });
});

describe('checkpoints', () => {
  test('as many as a quarter of the quota holds', () => {
    expect(checkpointInterval(100, 1e6, 400e6)).toBe(1);
    expect(checkpointInterval(100, 1e6, 40e6)).toBe(10);
    expect(checkpointInterval(100, 10e6, 40e6)).toBe(100);
    expect(checkpointInterval(500, 1e6)).toBe(1);
    expect(checkpointInterval(1000, 1e6)).toBe(2);
    const frames = Array.from({ length: 23 }, (_, index) => index).filter((index) => isCheckpointFrame(index, 23, 10));
    expect(frames).toEqual([10, 20, 22]);
  });

  test('small ones are always worth their room, others by the seconds of simulation that they spare', () => {
    expect(isWorthKeeping(100e3, 0)).toBe(true);
    expect(isWorthKeeping(5e6, 9)).toBe(false);
    expect(isWorthKeeping(5e6, 10)).toBe(true);
    expect(checkpointBudget()).toBe(512e6);
  });

  test('those of earlier edits make room for new ones, which stay', async () => {
    const { keys } = chainOf(smallScene());
    let now = 0;
    const cache = await FrameCache.open(await temporaryFolder(), { now: () => (now += 1000) });
    for (let index = 0; index < 10; index++) await cache.write('checkpoint', keys[index], new Uint8Array(1000));
    await cache.write('frame', keys[0], new Uint8Array(1000));
    for (let index = 5; index < 10; index++) await cache.read('checkpoint', keys[index]);
    expect(await cache.limit('checkpoint', 6000, new Set([keys[0]]))).toBeLessThanOrEqual(5400);
    const kept = await cache.keys('checkpoint');
    expect(kept).toContain(keys[0]);
    expect(kept).toHaveLength(4);
    expect(await cache.keys('frame')).toHaveLength(1);
  });

  test('a simulation goes on from the last intact one', async () => {
    const folder = await temporaryFolder();
    const cache = await FrameCache.open(folder);
    const { keys } = chainOf(smallScene());
    expect(await findResumePoint(cache, keys, 100)).toBeUndefined();
    for (const index of [10, 20, 30]) await cache.write('checkpoint', keys[index], new Uint8Array([index]));
    expect(await findResumePoint(cache, keys, 100)).toMatchObject({ index: 30, checkpoint: Buffer.from([30]) });
    expect(await findResumePoint(cache, keys, 29)).toMatchObject({ index: 20 });
    await writeFile(filePath(folder, 'checkpoint', keys[20]), 'torn');
    expect(await findResumePoint(cache, keys, 29)).toMatchObject({ index: 10 });
    expect(await findResumePoint(cache, keys, 9)).toBeUndefined();
  });
});

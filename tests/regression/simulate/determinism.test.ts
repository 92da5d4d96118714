import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { filePath, listFiles } from '../../../src/cache/CacheFolder.ts';
import { shotKeys } from '../../../src/host/frames/shotKeys.ts';
import { FIRST, keyedShot, LAST } from '../../support/keyedShot.ts';
import { copyShot, openCache, simulateStored, storeShot, type RunResult } from '../../support/shotRuns.ts';
import { suiteFolder, temporaryFolder } from '../../support/temporaryFolder.ts';

const COUNT = LAST - FIRST + 1;
const frames = Array.from({ length: COUNT }, (_, index) => FIRST + index);

describe('the frames of a keyed shot', () => {
  const folder = suiteFolder();
  /** A shot that one uninterrupted run has simulated; copied before it is changed. */
  let original: string;
  let whole: RunResult;

  beforeAll(async () => {
    original = await storeShot(keyedShot(), folder);
    whole = await simulateStored(original);
  });

  test('come each once and in order, and every one is another', () => {
    expect(whole.simulated).toBe(COUNT);
    expect(whole.outcomes.map(({ frame }) => frame)).toEqual(frames);
    expect(new Set(whole.hashes).size).toBe(COUNT);
    expect(whole.outcomes.filter(({ stats }) => stats.contacts > 0).length).toBeGreaterThan(5);
  });

  test.each([3])('are the same bytes with %i threads', async (threads) => {
    const path = await storeShot(keyedShot());
    expect((await simulateStored(path, { threads })).hashes).toEqual(whole.hashes);
  });

  test('are the same bytes when every frame is asked for in a run of its own', async () => {
    const path = await storeShot(keyedShot());
    const hashes: string[] = [];
    for (const frame of frames) {
      const { outcomes, simulated } = await simulateStored(path, { first: frame, last: frame });
      expect(simulated).toBe(1);
      expect(outcomes.map((outcome) => outcome.frame)).toEqual([frame]);
      hashes.push(outcomes[0].sha256);
    }
    expect(hashes).toEqual(whole.hashes);
  });

  test('follow from checkpoints', async () => {
    for (const from of [1, 4, 7, 9, LAST - 1]) {
      const path = await copyShot(original);
      await forgetAfter(path, from);
      const { hashes, simulated, resumedFrom, outcomes } = await simulateStored(path);
      expect(outcomes.map(({ frame }) => frame)).toEqual(frames);
      expect({ from, simulated, hashes }).toEqual({ from, simulated: LAST - from, hashes: whole.hashes });
      expect(resumedFrom).toBe(from);
    }
  });

  test('follow from sparse checkpoints: frames that are there are not made anew', async () => {
    const [{ bytes }] = (await listFiles((await openCache(original)).folder)).filter(
      ({ kind }) => kind === 'checkpoint',
    );
    const sparse = { checkpointBudget: 4 * 3 * bytes };
    const sparseShot = await storeShot(keyedShot());
    await simulateStored(sparseShot, sparse);
    expect((await (await openCache(sparseShot)).keys('checkpoint')).length).toBeLessThanOrEqual(4);
    for (const lost of [3, 11]) {
      const path = await copyShot(sparseShot);
      const cache = await openCache(path);
      await rm(filePath(cache.folder, 'frame', keys()[lost - FIRST]));
      const { hashes, simulated, outcomes } = await simulateStored(path, sparse);
      expect(outcomes.map(({ frame }) => frame)).toEqual(frames);
      expect(hashes).toEqual(whole.hashes);
      expect(simulated).toBe(1);
    }
  });

  test('of the first half come before those of the second from a run with other threads', async () => {
    const path = await storeShot(keyedShot());
    await simulateStored(path, { last: 6, threads: 2 });
    const { hashes, simulated } = await simulateStored(path, { threads: 1 });
    expect(hashes).toEqual(whole.hashes);
    expect(simulated).toBe(LAST - 6);
  });

  test('stay with the shot when its folder moves', async () => {
    const path = await storeShot(keyedShot());
    await simulateStored(path);
    const moved = join(await temporaryFolder(), 'elsewhere');
    await rename(join(path, '..'), moved);
    const { hashes, simulated } = await simulateStored(join(moved, 'shot.ductile'));
    expect(simulated).toBe(0);
    expect(hashes).toEqual(whole.hashes);
  });

  test('of the reference backend are other frames with other keys, the same ones each time', async () => {
    const runs = [];
    for (let run = 0; run < 2; run++) {
      runs.push(await simulateStored(await storeShot(keyedShot()), { backend: 'reference', last: 4 }));
    }
    expect(runs[0].hashes).toEqual(runs[1].hashes);
    expect(runs[0].outcomes.map(({ key }) => key)).not.toEqual(whole.outcomes.slice(0, 4).map(({ key }) => key));
  });
});

function keys() {
  return shotKeys({ scene: keyedShot() }, 'draft', 'simd').keys;
}

/** Removes frames and checkpoints after a frame. */
async function forgetAfter(path: string, frame: number): Promise<void> {
  const { folder } = await openCache(path);
  for (const key of keys().slice(frame + 1 - FIRST)) {
    await rm(filePath(folder, 'frame', key));
    await rm(filePath(folder, 'checkpoint', key), { force: true });
  }
}

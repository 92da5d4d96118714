import { rm } from 'node:fs/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { filePath } from '../../../src/cache/CacheFolder.ts';
import { verifyCache } from '../../../src/cache/verifyCache.ts';
import type { FrameKey } from '../../../src/frames/keys.ts';
import type { Scene } from '../../../src/scene/Scene.ts';
import { bundleProgram, killAtRandomMoments, runToEnd } from '../../support/killHarness.ts';
import { filled, liquidShot } from '../../support/liquidShot.ts';
import {
  cancelledAfter,
  copyShot,
  openCache,
  simulateStored,
  storeShot,
  type RunResult,
} from '../../support/shotRuns.ts';
import { suiteFolder, temporaryFolder } from '../../support/temporaryFolder.ts';

const LAST = 9;

/** Two blocks that fall into a tank, beside and onto each other. */
function splash(): Scene {
  const block = (id: string, x: number, y: number, density: number) => ({
    kind: 'solid',
    id,
    source: { kind: 'procedural', form: { shape: 'block', size: [0.2, 0.1, 0.2], cells: [2, 1, 2], elements: 'tets' } },
    material: { density, youngsModulus: 5e4 },
    liquids: 'coupled',
    contact: { others: true },
    velocity: [0, -1.5, 0],
    transform: { position: [x, y, 0], rotation: [0.2, 0, 0.3] },
  });
  return liquidShot([filled(0.2), block('light', 0.05, 0.27, 300), block('heavy', -0.05, 0.41, 1800)], { last: LAST });
}

describe('a shot of solids in liquid', () => {
  const folder = suiteFolder();
  let original: string;
  let whole: RunResult;

  beforeAll(async () => {
    original = await storeShot(splash(), folder);
    whole = await simulateStored(original, { everyCheckpoint: true });
  });

  test('that is cancelled between substeps keeps the frames before; going on gives the same bytes', async () => {
    const stopped = new Set<number>();
    for (const substeps of [1, 9]) {
      const path = await storeShot(splash());
      const { job, begin } = cancelledAfter(substeps);
      const seen: number[] = [];
      const cancelled = simulateStored(path, {
        job,
        checkpointBudget: 1,
        onFrame: ({ frame }) => {
          seen.push(frame);
          begin();
        },
      });
      await expect(cancelled).rejects.toMatchObject({ code: 'cancelled' });
      const last = seen.at(-1)!;
      stopped.add(last);
      expect(last).toBeLessThan(LAST);
      const { hashes, simulated, resumedFrom } = await simulateStored(path);
      expect({ resumedFrom, simulated }).toEqual({ resumedFrom: last, simulated: LAST - last });
      expect(hashes).toEqual(whole.hashes);
    }
    expect(stopped.size).toBeGreaterThan(1);
  });

  test('follows from checkpoints with the same bytes', async () => {
    const keys = whole.outcomes.map(({ key }) => key as FrameKey);
    for (const from of [1, 4, LAST - 1]) {
      const path = await copyShot(original);
      const cache = await openCache(path);
      for (const key of keys.slice(from)) {
        await rm(filePath(cache.folder, 'frame', key));
        await rm(filePath(cache.folder, 'checkpoint', key), { force: true });
      }
      const { hashes, resumedFrom } = await simulateStored(path);
      expect(resumedFrom).toBe(from);
      expect(hashes).toEqual(whole.hashes);
    }
  });

  test('killed at random moments leaves no torn frame, and the bytes at the end are those of one run', async () => {
    const program = await bundleProgram('tests/support/simulateProgram.ts', await temporaryFolder());
    const path = await storeShot(splash());
    const args = [program, path];
    const known = new Map(whole.outcomes.map(({ key, sha256 }) => [key, sha256]));
    let checked = 0;
    const check = async () => {
      const cache = await openCache(path);
      for await (const { status, path: file, reason } of verifyCache(cache.folder)) {
        expect(status, `${file}: ${reason}`).toBe('ok');
      }
      for (const key of await cache.keys('frame')) {
        expect((await cache.read('frame', key))?.sha256).toBe(known.get(key));
        checked++;
      }
      return cache;
    };
    const { killed } = await killAtRandomMoments({
      command: process.execPath,
      args,
      rounds: 6,
      seed: 'coupled',
      longestDelayMs: 400,
      async afterRound(_round, ended) {
        const cache = await check();
        if (ended) await cache.clear();
      },
    });
    await runToEnd(process.execPath, args);
    await check();
    expect((await (await openCache(path)).keys('frame')).length).toBe(LAST);
    // The test means something only if kills fell while frames were made.
    expect(killed).toBeGreaterThan(2);
    expect(checked).toBeGreaterThan(LAST);
  });
});

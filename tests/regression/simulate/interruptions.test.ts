import { readFile, truncate, writeFile } from 'node:fs/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { listFiles } from '../../../src/cache/CacheFolder.ts';
import { verifyCache } from '../../../src/cache/verifyCache.ts';
import { SeededRandom } from '../../support/random.ts';
import { FIRST, keyedShot, LAST } from '../../support/keyedShot.ts';
import {
  cancelledAfter,
  copyShot,
  openCache,
  simulateStored,
  storeShot,
  type RunResult,
} from '../../support/shotRuns.ts';
import { suiteFolder } from '../../support/temporaryFolder.ts';

const COUNT = LAST - FIRST + 1;

describe('a run', () => {
  const folder = suiteFolder();
  let original: string;
  let whole: RunResult;

  beforeAll(async () => {
    original = await storeShot(keyedShot(), folder);
    whole = await simulateStored(original);
  });

  test('that is cancelled inside a frame keeps the frames before it; going on gives the same bytes', async () => {
    const stopped = new Set<number>();
    for (const substeps of [1, 7, 15, 26, 38]) {
      const path = await storeShot(keyedShot());
      const { job, begin } = cancelledAfter(substeps);
      const seen: number[] = [];
      const cancelled = simulateStored(path, {
        job,
        // One checkpoint for the whole shot: what lets the run go on is the one that the cancel leaves.
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
    expect(stopped.size).toBeGreaterThan(3);
  });

  test.each(['frame', 'checkpoint', 'statics', 'inputs'] as const)(
    'makes damaged %s files anew with the same bytes',
    async (kind) => {
      const random = new SeededRandom(`damage ${kind}`);
      const path = await copyShot(original);
      const { folder: cacheFolder } = await openCache(path);
      const files = (await listFiles(cacheFolder)).filter((file) => file.kind === kind);
      const before = new Map(
        await Promise.all(files.map(async (file) => [file.path, await readFile(file.path)] as const)),
      );
      for (const [index, file] of files.entries()) {
        if (index % 2 === 0) await truncate(file.path, random.below(file.bytes));
        else await flipByte(file.path, random.below(file.bytes));
      }
      if (kind !== 'frame') await spoilFrame(cacheFolder, whole.outcomes[5].key);
      const { hashes } = await simulateStored(path);
      expect(hashes).toEqual(whole.hashes);
      if (kind !== 'frame') return;
      for (const [file, bytes] of before) expect((await readFile(file)).equals(bytes), file).toBe(true);
      for await (const { status } of verifyCache(cacheFolder)) expect(status).toBe('ok');
    },
  );

  test('takes no frame for that of another key', async () => {
    const path = await copyShot(original);
    const { folder: cacheFolder } = await openCache(path);
    const frames = (await listFiles(cacheFolder)).filter(({ kind }) => kind === 'frame');
    const [a, b] = [frames[0].path, frames[1].path];
    const [first, second] = [await readFile(a), await readFile(b)];
    await writeFile(a, second);
    await writeFile(b, first);
    const { hashes, simulated } = await simulateStored(path);
    expect(simulated).toBe(2);
    expect(hashes).toEqual(whole.hashes);
  });

  test('with a quota that holds a few frames gives the same bytes, and keeps to it', async () => {
    const { folder: full } = await openCache(original);
    const bytes = (await listFiles(full)).reduce((sum, file) => sum + file.bytes, 0);
    const path = await storeShot(keyedShot());
    const quotaBytes = Math.round(bytes / 8);
    for (let run = 0; run < 2; run++) {
      const { hashes } = await simulateStored(path, { quotaBytes });
      expect(hashes).toEqual(whole.hashes);
      const { folder: small } = await openCache(path);
      const used = (await listFiles(small)).reduce((sum, file) => sum + file.bytes, 0);
      expect(used).toBeLessThanOrEqual(quotaBytes);
    }
    expect((await (await openCache(path)).keys('frame')).length).toBeLessThan(COUNT);
  });
});

async function flipByte(path: string, at: number): Promise<void> {
  const bytes = await readFile(path);
  bytes[at] ^= 0x10;
  await writeFile(path, bytes);
}

/** Cuts one frame, so that a run has something to do. */
async function spoilFrame(cacheFolder: string, key: string): Promise<void> {
  const file = (await listFiles(cacheFolder)).find((found) => found.kind === 'frame' && found.key === key);
  if (file === undefined) throw new Error(`no frame ${key}`);
  await truncate(file.path, 40);
}

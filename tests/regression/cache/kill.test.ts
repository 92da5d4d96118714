import { readdir, truncate } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { filePath, listFiles } from '../../../src/cache/CacheFolder.ts';
import { FrameCache } from '../../../src/cache/FrameCache.ts';
import { verifyCache } from '../../../src/cache/verifyCache.ts';
import { SeededRandom } from '../../support/random.ts';
import { writeFrames, writerKeys } from '../../support/frameWriter.ts';
import { bundleProgram, killAtRandomMoments, runToEnd } from '../../support/killHarness.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';

const frameCount = 40;
const vertices = 4000;
const rounds = 16;

// Symptom guarded against: a program that dies while it writes leaves a frame that later passes for a good one, or a
// state from which the next run goes on with other numbers.
test(`killed at ${rounds} random moments: no torn frame is ever accepted, and the bytes at the end are those of one run`, async () => {
  const reference = await writeFrames(await temporaryFolder(), frameCount, vertices);
  const program = await bundleProgram('tests/support/frameWriterProgram.ts', await temporaryFolder());
  const folder = await temporaryFolder();
  const args = [program, folder, String(frameCount), String(vertices)];
  const keys = writerKeys(frameCount);
  const random = new SeededRandom('tear');
  const cut = new Set<string>();
  let [checked, torn] = [0, 0];

  const checkEveryFrame = async (): Promise<number> => {
    const cache = await FrameCache.open(folder);
    let found = 0;
    for (const [index, key] of keys.entries()) {
      const frame = await cache.read('frame', key);
      if (frame === undefined) continue;
      expect(frame.sha256, `frame ${index}`).toBe(reference.get(index));
      found++;
    }
    return found;
  };

  const report = await killAtRandomMoments({
    command: process.execPath,
    args,
    rounds,
    seed: 'kill',
    longestDelayMs: 250,
    async afterRound(round, ended) {
      for await (const { status, path, reason } of verifyCache(folder)) {
        // Only what this test cut itself may be damaged.
        if (status === 'ok') cut.delete(path);
        else expect(cut, `${path}: ${reason}`).toContain(path);
      }
      const found = await checkEveryFrame();
      checked += found;
      if (ended) expect(found).toBe(frameCount);
      const cache = await FrameCache.open(folder);
      if (ended) await cache.clear();
      else if (round % 2 === 1 && found > 0) {
        // What a power failure may do beyond a kill: a frame and a checkpoint of any length.
        // One that was cut to nothing before has no length to draw from.
        const files = (await listFiles(folder)).filter(({ bytes }) => bytes > 0 && random.uniform() < 0.3);
        for (const { path, bytes } of files) {
          await truncate(path, random.below(bytes));
          cut.add(path);
          torn++;
        }
      }
    },
  });

  await runToEnd(process.execPath, args);
  expect(await checkEveryFrame()).toBe(frameCount);
  expect(await readdir(filePath(folder, 'frame', keys[0]).replace(/frame\/[^/]*$/, 'tmp'))).toEqual([]);
  // The test means something only if kills fell while frames were written.
  expect(report.killed).toBeGreaterThan(rounds / 2);
  expect(checked).toBeGreaterThan(rounds);
  expect(torn).toBeGreaterThan(5);
});

test('three processes that write one cache at the same time, two of them killed, leave the bytes of one', async () => {
  const reference = await writeFrames(await temporaryFolder(), frameCount, vertices);
  const program = await bundleProgram('tests/support/frameWriterProgram.ts', await temporaryFolder());
  const folder = await temporaryFolder();
  const args = [program, folder, String(frameCount), String(vertices)];
  const killed = [1, 2].map((seed) =>
    killAtRandomMoments({
      command: process.execPath,
      args,
      rounds: 3,
      seed,
      longestDelayMs: 150,
      afterRound: () => Promise.resolve(),
    }),
  );
  await Promise.all([...killed, runToEnd(process.execPath, args)]);
  const cache = await FrameCache.open(folder);
  for (const [index, key] of writerKeys(frameCount).entries()) {
    expect((await cache.read('frame', key))?.sha256, `frame ${index}`).toBe(reference.get(index));
  }
  for await (const { status, path } of verifyCache(folder)) expect(status, path).toBe('ok');
});

import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { cacheFolder } from '../../../src/cache/CacheFolder.ts';
import { FrameCache } from '../../../src/cache/FrameCache.ts';
import { verifyCache } from '../../../src/cache/verifyCache.ts';
import { defaultBackendName } from '../../../src/host/simulation/solverBackend.ts';
import { shotKeys } from '../../../src/host/frames/shotKeys.ts';
import { ductileProgram, runDuctile } from '../../support/ductileProcess.ts';
import { killAtRandomMoments } from '../../support/killHarness.ts';
import { tinyShot } from '../../support/tinyShot.ts';
import { writtenShot } from '../support/writtenShot.ts';

const FRAMES = 100;
const ROUNDS = 24;

// Symptom guarded against: a simulation that dies leaves a frame that later passes for a good one, or a checkpoint from which
// the next run goes on with other numbers.
test(`killed at ${ROUNDS} random moments, a simulation leaves no torn frame, and the run after it ends with the same bytes`, async () => {
  const scene = tinyShot(FRAMES);
  const openCache = (shot: string) => FrameCache.open(cacheFolder(shot, scene.project));
  const { keys } = shotKeys({ scene }, 'draft', defaultBackendName());
  const whole = await writtenShot(scene);
  const { code } = await runDuctile(['simulate', whole, '--threads', '1'], dirname(whole));
  expect(code).toBe(0);
  const reference = await frameHashes(whole);
  expect(reference.every((hash) => hash !== undefined)).toBe(true);

  const path = await writtenShot(scene);
  let framesSeen = 0;
  const partly = new Set<number>();
  const report = await killAtRandomMoments({
    command: process.execPath,
    args: [ductileProgram, 'simulate', path, '--threads', '1', '--json'],
    rounds: ROUNDS,
    seed: 'kill simulations',
    written: { text: '"cached":false', atMost: 12 },
    longestDelayMs: 20,
    async afterRound(round, ended) {
      const cache = await openCache(path);
      for await (const { status, path: file, reason } of verifyCache(cache.folder)) {
        expect(status, `round ${round}: ${file}: ${reason}`).toBe('ok');
      }
      const hashes = await frameHashes(path);
      const found = hashes.filter((hash) => hash !== undefined).length;
      hashes.forEach((hash, index) => expect(hash ?? reference[index], `frame ${index}`).toBe(reference[index]));
      framesSeen += found;
      partly.add(found);
      if (found === FRAMES) await cache.clear();
      else expect(ended).toBe(false);
    },
  });
  const last = await runDuctile(['simulate', path, '--threads', '2'], dirname(path));
  expect(last.code).toBe(0);
  expect(await frameHashes(path)).toEqual(reference);
  // The test means something only if kills fell while frames were written.
  expect(report.killed).toBeGreaterThan(ROUNDS / 2);
  expect(partly.size).toBeGreaterThan(ROUNDS / 2);
  expect(framesSeen).toBeGreaterThan(ROUNDS);

  /** SHA-256 of every stored frame of a shot, undefined for those that are not there. */
  async function frameHashes(shot: string): Promise<(string | undefined)[]> {
    const cache = await openCache(shot);
    return Promise.all(keys.map(async (key) => (await cache.read('frame', key))?.sha256));
  }
});

import { readFile, rm, writeFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { quietJob } from '../../../src/base/job.ts';
import { listFiles, type CacheFile } from '../../../src/cache/CacheFolder.ts';
import { removeDamaged, verifyCache } from '../../../src/cache/verifyCache.ts';
import { SeededRandom } from '../../support/random.ts';
import type { Scene } from '../../../src/scene/Scene.ts';
import { filled, liquidShot } from '../../support/liquidShot.ts';
import { openCache, simulateStored, storeShot } from '../../support/shotRuns.ts';
import { tinyShot } from '../../support/tinyShot.ts';

/** What is simulated, and how often it is damaged. */
const shots: readonly [string, number, () => Scene][] = [
  ['a solid', 24, () => tinyShot(4)],
  ['a liquid', 8, () => liquidShot([filled(0.2)], { cell: 0.1, last: 2 })],
];

async function notOk(folder: string): Promise<string[]> {
  const found: string[] = [];
  for await (const { status, path } of verifyCache(folder)) if (status !== 'ok') found.push(path);
  return found;
}

/** What the command does. */
async function simulateAgain(path: string): Promise<readonly string[]> {
  await removeDamaged((await openCache(path)).folder, quietJob);
  return (await simulateStored(path, { makeSurfaces: true })).hashes;
}

async function damageOne(files: readonly CacheFile[], random: SeededRandom): Promise<void> {
  const { path } = files[random.below(files.length)];
  const bytes = await readFile(path);
  bytes[random.below(bytes.length)] ^= 1 << random.below(8);
  await writeFile(path, bytes);
}

// Symptom: damage to checkpoints, inputs and skins stayed for ever where the frames were whole.
describe.each(shots)('the cache of %s', (name, runs, scene) => {
  test('is whole again after any byte of it was damaged and the shot was simulated', async () => {
    const path = await storeShot(scene());
    const { hashes } = await simulateStored(path);
    const { folder } = await openCache(path);
    const random = new SeededRandom(`damage to ${name}`);
    for (let run = 0; run < runs; run++) {
      await damageOne(await listFiles(folder), random);
      expect(await notOk(folder)).toHaveLength(1);
      expect(await simulateAgain(path)).toEqual(hashes);
      expect(await notOk(folder)).toEqual([]);
    }
  });

  test('gets what belongs to its frames and is missing', async () => {
    const path = await storeShot(scene());
    await simulateStored(path);
    const { folder } = await openCache(path);
    const whole = (await listFiles(folder)).map((file) => file.path);
    for (const file of await listFiles(folder)) {
      if (file.kind === 'inputs' || file.kind === 'surface') await rm(file.path);
    }
    await simulateAgain(path);
    expect((await listFiles(folder)).map((file) => file.path)).toEqual(whole);
  });
});

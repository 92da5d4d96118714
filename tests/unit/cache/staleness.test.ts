import { describe, expect, test } from 'vitest';
import { checkpointInterval, findResumePoint, isCheckpointFrame } from '../../../src/cache/checkpointSchedule.ts';
import { filePath } from '../../../src/cache/CacheFolder.ts';
import { FrameCache } from '../../../src/cache/FrameCache.ts';
import { explainStaleTake, readInputs, writeInputs } from '../../../src/cache/staleness.ts';
import { keyChain } from '../../../src/frames/keys.ts';
import { initialInputs, sampleInterval } from '../../../src/scene/sampleInterval.ts';
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

describe('why a take is stale', () => {
  async function stored() {
    const cache = await FrameCache.open(await temporaryFolder());
    const chain = chainOf(smallScene());
    for (const [index, key] of chain.keys.entries()) {
      await writeInputs(cache, key, { previous: chain.keys[index - 1], inputs: chain.inputs(index) });
    }
    return { cache, take: { first: chain.first, keys: chain.keys, pinned: false } };
  }

  test('the frame and the input that changed', async () => {
    const { cache, take } = await stored();
    expect(await explainStaleTake(cache, take, chainOf(smallScene()))).toBeUndefined();
    const denser = structuredClone(smallScene());
    if (denser.entities[0].kind === 'solid') denser.entities[0].material.density = 900;
    expect(await explainStaleTake(cache, take, chainOf(denser))).toEqual({
      frame: 0,
      difference: { path: 'entities.torus.material.density', stored: 1000, wanted: 900 },
    });
    const stronger = structuredClone(smallScene());
    const [torus] = stronger.entities;
    if (torus.kind === 'solid' && typeof torus.strength !== 'number') torus.strength.keys[2].value = 0.5;
    const report = await explainStaleTake(cache, take, chainOf(stronger));
    expect(report?.frame).toBe(37);
    expect(report?.difference?.path).toMatch(/^solids\.torus\.strength\./);
  });

  test('without stored inputs the frame is still named', async () => {
    const { take } = await stored();
    const empty = await FrameCache.open(await temporaryFolder());
    const other = structuredClone(smallScene());
    other.physics.seed = 5;
    expect(await explainStaleTake(empty, take, chainOf(other))).toEqual({ frame: 0, difference: undefined });
  });

  test('inputs come back with the key before them', async () => {
    const { cache, take } = await stored();
    const back = await readInputs(cache, take.keys[3]);
    expect(back?.previous).toBe(take.keys[2]);
    expect(back?.inputs).toEqual(JSON.parse(JSON.stringify(sampleInterval(smallScene(), 3))));
    expect((await readInputs(cache, take.keys[0]))?.previous).toBeUndefined();
  });
});

describe('checkpoints', () => {
  test('as many as a quarter of the quota holds', () => {
    expect(checkpointInterval(100, 1e6, 400e6)).toBe(1);
    expect(checkpointInterval(100, 1e6, 40e6)).toBe(10);
    expect(checkpointInterval(100, 10e6, 40e6)).toBe(100);
    expect(checkpointInterval(1000, 1e6)).toBe(1);
    const frames = Array.from({ length: 23 }, (_, index) => index).filter((index) => isCheckpointFrame(index, 23, 10));
    expect(frames).toEqual([10, 20, 22]);
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

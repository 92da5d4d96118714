import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { quietJob } from '../../../src/base/job.ts';
import { cacheFolder } from '../../../src/cache/CacheFolder.ts';
import { FrameCache } from '../../../src/cache/FrameCache.ts';
import { catalogue } from '../../../src/host/catalogue/catalogue.ts';
import { createShot } from '../../../src/host/shot/createShot.ts';
import { framesInCache } from '../../../src/host/frames/framesInCache.ts';
import { makeSample, SamplePack } from '../../../src/host/samples/makeSamples.ts';
import { SampleMaker } from '../../../src/host/samples/SampleMaker.ts';
import { SampleShelf, sampleTypes } from '../../../src/host/samples/SampleShelf.ts';
import { defaultBackendName } from '../../../src/host/simulation/solverBackend.ts';
import { sampleTask } from '../../../src/host/jobs/tasks/sampleTask.ts';
import { readShot } from '../../../src/io/shotFile.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';

/** A sample whose frames are cheap. */
const TYPE = 'incline';

/** A shot of the sample as an artist opens it, and how many of its frames are there. */
async function openedFrames(shelf: SampleShelf): Promise<number> {
  const path = join(await temporaryFolder(), `${TYPE}.ductile`);
  await createShot({ type: TYPE, params: {}, path, name: 'Mine' });
  const { scene } = await readShot(path, catalogue);
  const cache = await FrameCache.open(cacheFolder(path, scene.project));
  await shelf.bring(TYPE, cache.folder);
  return framesInCache({ scene }, 'draft', cache);
}

test('frames of the shelf and of a pack are those of the shot that an artist opens; a pack of another solver is none', async () => {
  const backend = defaultBackendName();
  const shelf = new SampleShelf(await temporaryFolder(), backend);
  expect(await openedFrames(shelf)).toBe(0);
  const made = await makeSample(shelf, TYPE, { threads: 1, processorSeconds: 0 });
  expect(made.cached).toBeGreaterThan(1);
  expect(made.cached).toBeLessThan(made.frames);
  expect(await shelf.state(TYPE)).toMatchObject({ cached: made.cached, frames: made.frames });
  expect(await openedFrames(shelf)).toBe(made.cached);

  const packs = await temporaryFolder();
  const growing = new SamplePack(made);
  for (const frames of [1, 2]) {
    growing.grow();
    expect(growing).toMatchObject({ frames, bytes: growing.encode().length });
  }
  const pack = growing.encode();
  writeFileSync(join(packs, `${shelf.nameOf(TYPE)}.pack`), pack);
  const packed = new SampleShelf(await temporaryFolder(), backend, packs);
  expect(await packed.state(TYPE)).toMatchObject({ cached: 2, frames: made.frames });
  expect(await openedFrames(packed)).toBe(2);
  // The start page unpacks what is looked at while it is opened, in this window and in others.
  const stateFolder = await temporaryFolder();
  const windows = Array.from({ length: 6 }, () => new SampleShelf(stateFolder, backend, packs));
  expect(await Promise.all(windows.map((one) => openedFrames(one)))).toEqual([2, 2, 2, 2, 2, 2]);
  expect(readdirSync(windows[0].folder)).toEqual([shelf.nameOf(TYPE)]);
  const other = new SampleShelf(await temporaryFolder(), 'another', packs);
  expect(await other.state(TYPE)).toBeUndefined();

  // What a disk or a hand has cut off or changed is no pack.
  const torn = await temporaryFolder();
  for (const bytes of [pack.subarray(0, 5), pack.subarray(0, 40), pack.subarray(0, -1), pack.with(0, 0)]) {
    writeFileSync(join(torn, `${shelf.nameOf(TYPE)}.pack`), bytes);
    expect(await openedFrames(new SampleShelf(await temporaryFolder(), backend, torn))).toBe(0);
  }
  mkdirSync(join(shelf.folder, '0123456789abcdef-incline'));
  await shelf.removeForeign();
  expect(await shelf.state(TYPE)).toBeDefined();
});

test('what is looked at is made first, a chunk at a time, and nothing once it is told to stop', async () => {
  const shelf = new SampleShelf(await temporaryFolder(), defaultBackendName());
  const asked: string[] = [];
  const maker = new SampleMaker({
    shelf,
    run: async (task) => {
      if (task.kind !== 'sample') throw new Error(task.kind);
      asked.push(`${task.type} ${task.wanted}`);
      // Two frames stand for the chunk: a sample that comes no further is left alone.
      const context = { post: () => undefined, quotaBytes: undefined, backend: defaultBackendName(), threads: 1 };
      return sampleTask({ ...task, wanted: 2 }, { ...context, job: quietJob });
    },
    tell: () => undefined,
  });
  maker.want([TYPE, 'pressed-sphere', 'nothing']);
  await maker.close();
  expect(asked).toEqual([]);
  maker.want([TYPE, 'pressed-sphere', 'nothing']);
  await expect.poll(() => asked.length).toBe(2);
  expect(asked).toEqual([`${TYPE} 12`, 'pressed-sphere 12']);
  await maker.close();
  expect(sampleTypes()).not.toContain('empty');
});

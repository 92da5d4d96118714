import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { catalogue } from '../../../src/host/catalogue/catalogue.ts';
import { framesInCache } from '../../../src/host/frames/framesInCache.ts';
import { createShot } from '../../../src/host/shot/createShot.ts';
import { loadShot } from '../../../src/io/shotFile.ts';
import { objCube } from '../../support/meshSamples.ts';
import { bendGltf, writeFiles } from '../../support/animationSamples.ts';
import { openCache, simulateStored } from '../../support/shotRuns.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';

const FRAMES = 8;
/** m per frame. */
const SHIFT = 0.05;

const movedCube = (frame: number): string =>
  objCube.replaceAll(/^v (\S+)/gm, (_, x: string) => `v ${(Number(x) + SHIFT * frame).toFixed(4)}`);

let folder = '';
let shotPath = '';
const fileOf = (frame: number) => join(folder, `walk.000${frame}.obj`);

/** A shot of a sequence of cubes, the first of which lies at frame 1. */
async function cubeShot(more: object = {}): Promise<void> {
  const numbers = Array.from({ length: FRAMES }, (_, k) => k + 1);
  writeFiles(folder, Object.fromEntries(numbers.map((n) => [`walk.000${n}.obj`, movedCube(n)])), 'walk.0001.obj');
  const animation = { path: join(folder, 'walk.####.obj'), metresPerUnit: 1, ...more };
  await createShot({ type: 'empty', params: {}, path: shotPath, animation, replace: true });
}

async function cached(): Promise<number> {
  return framesInCache(await loadShot(shotPath, catalogue), 'draft', await openCache(shotPath));
}

beforeEach(async () => {
  folder = await temporaryFolder();
  shotPath = join(folder, 'shot.ductile');
});

test('a shot of an animation is as long as it, and an edit of a sample leaves the frames before it valid', async () => {
  await cubeShot();
  const { scene } = await loadShot(shotPath, catalogue);
  expect(scene.range).toMatchObject({ first: 1, last: FRAMES });
  await simulateStored(shotPath);
  expect(await cached()).toBe(FRAMES);

  await writeFile(fileOf(6), movedCube(6.5));
  expect(await cached()).toBe(5);
  expect((await loadShot(shotPath, catalogue)).warnings.join()).toMatch(/walk\.0001\.obj has changed/);
  const again = await simulateStored(shotPath);
  expect(again).toMatchObject({ simulated: FRAMES - 5, cached: 5 });

  await writeFile(fileOf(6), movedCube(6));
  expect(await cached()).toBe(FRAMES);
});

test('a file that is missing, damaged or without the object is an error that names it, and the document stays as it is', async () => {
  await cubeShot();
  const document = await readFile(shotPath, 'utf8');
  const first = await readFile(fileOf(1));
  await rm(fileOf(1));
  await expect(loadShot(shotPath, catalogue)).rejects.toMatchObject({ code: 'file-missing' });
  await writeFile(fileOf(1), 'f 1 2 3\n');
  await expect(loadShot(shotPath, catalogue)).rejects.toMatchObject({ file: fileOf(1) });
  await writeFile(fileOf(1), first);
  // The only mesh of a file is meant whatever it is called.
  await writeFile(shotPath, document.replace('"object": "walk.####.obj"', '"object": "hero"'));
  expect((await loadShot(shotPath, catalogue)).animations.size).toBe(1);
  await writeFile(shotPath, document);

  await writeFile(fileOf(4), 'v 0 0 nonsense\n');
  await expect(simulateStored(shotPath)).rejects.toMatchObject({ file: fileOf(4) });
  expect(await cached()).toBe(3);
  await writeFile(fileOf(4), movedCube(4));
  await simulateStored(shotPath);
  expect(await cached()).toBe(FRAMES);
});

test('what reads other samples has other keys: where it starts, its speed, and whether frames or seconds are kept', async () => {
  await cubeShot();
  await simulateStored(shotPath);
  for (const more of [{ startsAt: 3 }, { speed: 50 }, { keeps: 'frames', framesPerSecond: 12 }]) {
    await cubeShot(more);
    const { scene } = await loadShot(shotPath, catalogue);
    expect(await cached()).toBe(0);
    if (!('startsAt' in more)) expect(scene.range.last).toBe('speed' in more ? 2 * FRAMES - 1 : FRAMES);
  }
});

test('a mesh that a file of several does not have is an error that lists those that it has', async () => {
  const twice = bendGltf(({ json }) => {
    (json.nodes as object[]).push({ name: 'other', mesh: 0 });
    (json.scenes as { nodes: number[] }[])[0].nodes.push(4);
  });
  const path = writeFiles(folder, twice, 'bend.gltf');
  await createShot({ type: 'empty', params: {}, path: shotPath, animation: { path, object: 'strip' } });
  const document = await readFile(shotPath, 'utf8');
  await writeFile(shotPath, document.replace('"object": "strip"', '"object": "hero"'));
  await expect(loadShot(shotPath, catalogue)).rejects.toMatchObject({
    message: "the file has no mesh 'hero'",
    remedy: 'Choose one of: strip, other.',
  });
});

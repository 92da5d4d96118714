import { writeFile } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { quietJob, type JobContext } from '../../../src/base/job.ts';
import { FrameCache } from '../../../src/cache/FrameCache.ts';
import { encodeVolume } from '../../../src/frames/meshArrays.ts';
import type { VolumeMesh } from '../../../src/geometry/TetMesh.ts';
import { catalogue } from '../../../src/host/catalogue/catalogue.ts';
import { prepareAssets } from '../../../src/host/simulation/prepareAssets.ts';
import { loadShot } from '../../../src/io/shotFile.ts';
import type { Scene } from '../../../src/scene/Scene.ts';
import { validateScene } from '../../../src/scene/validateScene.ts';
import { keyedShot, keyedShotWith } from '../../support/keyedShot.ts';
import { openCache, storeShot } from '../../support/shotRuns.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';
import { tinyShotInput } from '../../support/tinyShot.ts';
import { distanceAt } from '../../support/colliderShapes.ts';

/** A job that counts how often it hears of progress: meshing reports, reading does not. */
function listeningJob(): { job: JobContext; count(): number } {
  let count = 0;
  return { job: { progress: () => count++, cancelled: () => false }, count: () => count };
}

const inMemory = (scene: Scene) => ({
  scene,
  meshPaths: new Map<string, string>(),
  animations: new Map(),
  warnings: [],
});
const bytesOf = (volume: VolumeMesh | undefined) => encodeVolume(volume!);

/** A cube with an edge of `size`, as OBJ. */
function cube(size: number): string {
  const corners = Array.from({ length: 8 }, (_, i) => [i & 1, (i >> 1) & 1, i >> 2].map((bit) => bit * size).join(' '));
  const faces = ['1 3 4 2', '5 6 8 7', '1 2 6 5', '3 7 8 4', '1 5 7 3', '2 4 8 6'];
  return [...corners.map((corner) => `v ${corner}`), ...faces.map((face) => `f ${face}`), ''].join('\n');
}

describe('prepareAssets', () => {
  test('meshes a shot once; what it reads back is what it made', async () => {
    const cache = await FrameCache.open(await temporaryFolder());
    const first = listeningJob();
    const made = await prepareAssets(inMemory(keyedShot()), 'draft', cache, first.job);
    const second = listeningJob();
    const moved = keyedShotWith('torus', { transform: { position: [3, 2, 1], rotation: [1, 0, 0] } });
    const read = await prepareAssets(inMemory(moved), 'draft', cache, second.job);
    expect([...made.volumes.keys()]).toEqual(['torus', 'jelly']);
    expect(first.count()).toBeGreaterThan(0);
    expect(second.count()).toBe(0);
    for (const id of ['torus', 'jelly']) expect(bytesOf(read.volumes.get(id))).toEqual(bytesOf(made.volumes.get(id)));
    const scaled = keyedShotWith('torus', { transform: { position: [0, 0.22, 0], scale: [1, 1, 1.1] } });
    const third = listeningJob();
    await prepareAssets(inMemory(scaled), 'draft', cache, third.job);
    expect(third.count()).toBeGreaterThan(0);
  });

  test('leaves out what is disabled', async () => {
    const cache = await FrameCache.open(await temporaryFolder());
    const { volumes } = await prepareAssets(
      inMemory(keyedShotWith('torus', { enabled: false })),
      'draft',
      cache,
      quietJob,
    );
    expect([...volumes.keys()]).toEqual(['jelly']);
  });

  test('makes a level set of a collider from a file, in metres and with Y up', async () => {
    const input = tinyShotInput(5);
    const obj = cube(100);
    const shape = {
      kind: 'file',
      path: 'cube.obj',
      sha256: createHash('sha256').update(obj).digest('hex'),
      metresPerUnit: 0.01,
      upAxis: 'z',
      scale: 2,
    };
    const entities = [input.entities[0], { kind: 'collider', id: 'step', shape }];
    const path = await storeShot(validateScene({ ...input, entities }, catalogue));
    await writeFile(join(path, '..', 'cube.obj'), obj);
    const { meshShapes } = await prepareAssets(
      await loadShot(path, catalogue),
      'draft',
      await openCache(path),
      quietJob,
    );
    const step = meshShapes.get('step')!;
    // (x, y, z) of the file is (x, z, -y): the cube takes up [0, 2] x [0, 2] x [-2, 0].
    expect(distanceAt(step, [1, 1.97, -1])).toBeCloseTo(-0.03, 3);
    expect(distanceAt(step, [1, 2.03, -1])).toBeCloseTo(0.03, 3);
    expect(distanceAt(step, [1, 1, 0.03])).toBeCloseTo(0.03, 3);
    expect(distanceAt(step, [1, 1, -1.97])).toBeCloseTo(-0.03, 3);
  });
});

import { mkdir, readFile, rm, symlink, lstat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sha256Hex } from '../../../src/base/hash.ts';
import { shotKeys } from '../../../src/host/frames/shotKeys.ts';
import { hashMeshFile } from '../../../src/io/hashMeshFile.ts';
import { loadShot, relativeReference, saveShot } from '../../../src/io/shotFile.ts';
import { initialInputs } from '../../../src/scene/shotInputs.ts';
import { documentVersion, sceneSchema, type SceneInput } from '../../../src/scene/Scene.ts';
import { validateScene } from '../../../src/scene/validateScene.ts';
import { testCatalogue } from '../../support/catalogue.ts';
import { bytesOf } from '../../support/memorySource.ts';
import { gltfCubeFiles, tetgenTets, vegaTets } from '../../support/meshSamples.ts';
import { smallSceneInput } from '../../support/scenes.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';

const load = (path: string) => loadShot(path, testCatalogue);
const scene = validateScene(smallSceneInput(), testCatalogue);

/** A shot of one mesh and one mesh collider, with its files. */
async function meshShot() {
  const folder = await temporaryFolder();
  await mkdir(join(folder, 'meshes'));
  await writeFile(join(folder, 'meshes', 'cow.obj'), 'v 0 0 0');
  await writeFile(join(folder, 'meshes', 'wall.obj'), 'v 1 0 0');
  const input: SceneInput = {
    ...smallSceneInput(),
    entities: [
      { kind: 'solid', id: 'cow', source: { kind: 'file', path: 'meshes/cow.obj', sha256: sha256Hex('v 0 0 0') } },
      { kind: 'collider', id: 'wall', shape: { kind: 'file', path: 'meshes/wall.obj', sha256: sha256Hex('v 1 0 0') } },
    ],
  };
  const path = join(folder, 'shot.ductile');
  await saveShot(path, sceneSchema.parse(input), testCatalogue);
  return { folder, path };
}

test('a saved shot is the same when loaded, and saving it again changes no byte', async () => {
  const path = join(await temporaryFolder(), 'shot.ductile');
  await saveShot(path, scene, testCatalogue);
  const bytes = await readFile(path);
  const loaded = await load(path);
  expect(loaded.scene).toEqual(scene);
  expect(loaded.warnings).toEqual([]);
  await saveShot(path, loaded.scene, testCatalogue);
  expect(await readFile(path)).toEqual(bytes);
});

describe('mesh files', () => {
  test('are found beside the shot', async () => {
    const { folder, path } = await meshShot();
    const { meshPaths, warnings } = await load(path);
    expect([...meshPaths]).toEqual([
      ['cow', join(folder, 'meshes', 'cow.obj')],
      ['wall', join(folder, 'meshes', 'wall.obj')],
    ]);
    expect(warnings).toEqual([]);
  });

  test('a changed one is said and changes the first key', async () => {
    const { folder, path } = await meshShot();
    const before = initialInputs((await load(path)).scene, 'draft');
    await writeFile(join(folder, 'meshes', 'cow.obj'), 'v 0 0 1');
    const { scene: now, warnings } = await load(path);
    expect(warnings).toEqual([
      'meshes/cow.obj has changed since the shot was saved: its frames will be simulated again',
    ]);
    expect(now.entities[0]).toMatchObject({ source: { sha256: sha256Hex('v 0 0 1') } });
    expect(initialInputs(now, 'draft')).not.toEqual(before);
  });

  test.each([
    ['a glTF buffer', 'sample.gltf', gltfCubeFiles, 'cube.bin'],
    ['TetGen elements', 'sample.node', () => Promise.resolve(tetgenTets(1)), 'sample.ele'],
    ['a Vega include', 'sample.veg', () => Promise.resolve(vegaTets(1)), 'tip.txt'],
  ])('%s that changes makes new keys; without it the shot is not loaded', async (_, main, sample, companion) => {
    const { folder, path } = await meshShot();
    const files = await sample();
    for (const [name, content] of Object.entries(files)) await writeFile(join(folder, 'meshes', name), content);
    const stored = await hashMeshFile(join(folder, 'meshes', main));
    const text = (await readFile(path, 'utf8')).replace('meshes/cow.obj', `meshes/${main}`);
    await writeFile(path, text.replace(sha256Hex('v 0 0 0'), stored));
    const before = await load(path);
    expect(before.warnings).toEqual([]);
    const firstKey = (loaded: typeof before) => shotKeys(loaded, 'draft', 'reference').keys[0];

    const changed = bytesOf(files[companion]).slice();
    changed[changed.length - 1] ^= 1;
    await writeFile(join(folder, 'meshes', companion), changed);
    const after = await load(path);
    expect(after.warnings).toEqual([
      `meshes/${main} has changed since the shot was saved: its frames will be simulated again`,
    ]);
    expect(firstKey(after)).not.toBe(firstKey(before));
    await writeFile(join(folder, 'meshes', companion), files[companion]);
    expect(firstKey(await load(path))).toBe(firstKey(before));

    await rm(join(folder, 'meshes', companion));
    await expect(load(path)).rejects.toMatchObject({
      code: 'file-missing',
      file: join(folder, 'meshes', main),
      place: expect.stringContaining("solid 'cow'") as string,
      message: expect.stringContaining(companion) as string,
      remedy: expect.stringMatching(/beside|folder/) as string,
    });
  });

  test('a missing one is named with its place, and can be located', async () => {
    const { folder, path } = await meshShot();
    await writeFile(path, (await readFile(path, 'utf8')).replace('meshes/wall.obj', 'meshes/wal.obj'));
    await expect(load(path)).rejects.toMatchObject({
      code: 'file-missing',
      file: path,
      place: 'entities[1].shape.path',
      message: `the mesh ${join(folder, 'meshes', 'wal.obj')} is missing`,
      remedy: expect.stringMatching(/^Locate/) as string,
    });
  });

  test('a folder in place of a mesh is unreadable', async () => {
    const { path } = await meshShot();
    await writeFile(path, (await readFile(path, 'utf8')).replace('meshes/cow.obj', 'meshes'));
    await expect(load(path)).rejects.toMatchObject({ code: 'file-unreadable', place: 'entities[0].source.path' });
  });

  test('references are relative, with forward slashes', async () => {
    expect(relativeReference('/films/a/shot.ductile', '/films/a/meshes/cow.obj')).toBe('meshes/cow.obj');
    expect(relativeReference('/films/a/shot.ductile', '/films/b/cow.obj')).toBe('../b/cow.obj');
  });
});

describe('what cannot be read or must not be written', () => {
  test('a missing shot and a folder', async () => {
    const folder = await temporaryFolder();
    await expect(load(join(folder, 'none.ductile'))).rejects.toMatchObject({ code: 'file-missing' });
    await expect(load(folder)).rejects.toMatchObject({ code: 'file-unreadable' });
  });

  test('a newer document is neither read nor written over', async () => {
    const path = join(await temporaryFolder(), 'future.ductile');
    const future = '{"format": "ductile-shot", "version": 99, "holograms": []}';
    await writeFile(path, future);
    await expect(load(path)).rejects.toMatchObject({ code: 'document-newer', file: path });
    await expect(saveShot(path, scene, testCatalogue)).rejects.toMatchObject({ code: 'document-newer', file: path });
    expect(await readFile(path, 'utf8')).toBe(future);
  });

  test('an older document is read, and is current once saved', async () => {
    const path = join(await temporaryFolder(), 'old.ductile');
    const { project, range } = scene;
    await writeFile(path, JSON.stringify({ format: 'ductile-shot', version: 1, project, range, fps: 29.97 }));
    const { scene: migrated } = await load(path);
    expect(migrated.frameRate).toEqual({ numerator: 30000, denominator: 1001 });
    await saveShot(path, migrated, testCatalogue);
    expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({ version: documentVersion });
  });

  test('a scene that could not be read again is not saved', async () => {
    const path = join(await temporaryFolder(), 'shot.ductile');
    await saveShot(path, scene, testCatalogue);
    const broken = structuredClone(scene);
    broken.range.last = broken.range.first;
    await expect(saveShot(path, broken, testCatalogue)).rejects.toMatchObject({ code: 'document-invalid' });
    expect((await load(path)).scene).toEqual(scene);
  });

  test('saving through a link changes the file it points to', async () => {
    const folder = await temporaryFolder();
    await saveShot(join(folder, 'real.ductile'), scene, testCatalogue);
    await symlink('real.ductile', join(folder, 'link.ductile'));
    await saveShot(join(folder, 'link.ductile'), { ...scene, name: 'renamed' }, testCatalogue);
    expect((await lstat(join(folder, 'link.ductile'))).isSymbolicLink()).toBe(true);
    expect((await load(join(folder, 'real.ductile'))).scene.name).toBe('renamed');
  });
});

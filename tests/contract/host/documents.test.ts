import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { catalogue } from '../../../src/host/catalogue/catalogue.ts';
import type { Scene } from '../../../src/scene/Scene.ts';
import { validateScene } from '../../../src/scene/validateScene.ts';
import { connectHost, openHosted } from '../../support/hostConnection.ts';
import { storeShot } from '../../support/shotRuns.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';
import { tinyShot, tinyShotInput } from '../../support/tinyShot.ts';

const quality = 'draft';
const named = (scene: Scene, name: string): Scene => ({ ...scene, name });
/** Longer than the host takes to journal an edit. */
const JOURNALED = 1000;

async function journals(stateFolder: string): Promise<string[]> {
  return readdir(join(stateFolder, 'journals')).catch(() => []);
}

describe('new shots', () => {
  test('get a free name in the workspace, and their sample mesh', async () => {
    const stateFolder = await temporaryFolder();
    const { client } = await connectHost({ stateFolder });
    const create = async (template: string) => (await client.call('createShot', { template })).path;
    const workspace = join(stateFolder, 'workspace');
    expect(await create('torus-puddle')).toBe(join(workspace, 'torus-puddle.ductile'));
    expect(await create('torus-puddle')).toBe(join(workspace, 'torus-puddle-2.ductile'));
    expect(await create('empty')).toBe(join(workspace, 'untitled.ductile'));
    const { missing, scene } = await client.call('openShot', { path: await create('gears') });
    expect(missing).toEqual([]);
    expect(scene.entities).toContainEqual(
      expect.objectContaining({ source: expect.objectContaining({ path: 'meshes/rabbit.obj' }) as unknown }),
    );
    const { path, entries } = await client.call('listFolder', {});
    expect(path).toBe(workspace);
    expect(entries.map(({ name, kind }) => `${kind} ${name}`)).toEqual([
      'folder meshes',
      'shot gears.ductile',
      'shot torus-puddle-2.ductile',
      'shot torus-puddle.ductile',
      'shot untitled.ductile',
    ]);
  });

  test('are made of a mesh, with what is doubtful about it', async () => {
    const { client } = await connectHost();
    const folder = await temporaryFolder();
    const mesh = join(folder, 'block.obj');
    await writeFile(mesh, box(0.02));
    const { path } = await client.call('createShot', {
      template: 'drop-test',
      mesh: { path: mesh, metresPerUnit: 10 },
    });
    const { scene } = await client.call('openShot', { path });
    expect(path).toMatch(/block\.ductile$/);
    expect(scene.entities[0]).toMatchObject({ source: { kind: 'file', metresPerUnit: 10 } });
  });

  test('never replace a file, and are whole or not there', async () => {
    const { client } = await connectHost();
    const path = join(await temporaryFolder(), 'a.ductile');
    await client.call('createShot', { template: 'incline', path });
    const before = await readFile(path, 'utf8');
    await expect(client.call('createShot', { template: 'incline', path })).rejects.toMatchObject({
      code: 'file-exists',
    });
    expect(await readFile(path, 'utf8')).toBe(before);
    const bad = join(dirname(path), 'b.ductile');
    const refused = client.call('createShot', { template: 'incline', params: { angle: 'steep' }, path: bad });
    await expect(refused).rejects.toMatchObject({ code: 'document-invalid' });
    await expect(client.call('createShot', { template: 'nothing', path: bad })).rejects.toMatchObject({
      code: 'usage',
    });
    expect(await readdir(dirname(path))).toEqual(['a.ductile']);
  });
});

describe('the journal', () => {
  test('holds an edit, and nothing once the edit is undone, saved or not wanted', async () => {
    const stateFolder = await temporaryFolder();
    const { connection, opened } = await openHosted(tinyShot(4), { stateFolder });
    const { client } = connection;
    const edit = (name: string) => client.call('applyScene', { scene: named(opened.scene, name) });
    await edit('tiny');
    await wait(JOURNALED);
    expect(await journals(stateFolder)).toEqual([]);
    await edit('edited');
    await expect.poll(() => journals(stateFolder)).toEqual([`${opened.scene.project}.journal`]);
    await edit('tiny');
    await expect.poll(() => journals(stateFolder)).toEqual([]);
    await edit('saved');
    await expect.poll(() => journals(stateFolder)).toHaveLength(1);
    await client.call('saveShot', {});
    expect(await journals(stateFolder)).toEqual([]);
    await edit('not wanted');
    await client.call('discardRecovery', {});
    await client.call('closeShot', {});
    expect(await journals(stateFolder)).toEqual([]);
  });

  test('brings the edits of a lost connection back', async () => {
    const stateFolder = await temporaryFolder();
    const { connection, opened, path } = await openHosted(tinyShot(4), { stateFolder });
    const edited = named(opened.scene, 'edited');
    await connection.client.call('applyScene', { scene: edited });
    // The page goes in the middle of an edit.
    connection.client.close();
    await expect.poll(() => journals(stateFolder)).toHaveLength(1);

    const { client } = await connectHost({ stateFolder });
    expect((await client.call('recentShots', {})).shots).toMatchObject([{ path, name: 'tiny', recovered: true }]);
    const again = await client.call('openShot', { path });
    expect(again.scene).toEqual(opened.scene);
    expect(again.recovered).toMatchObject({ scene: edited });
    await client.call('applyScene', { scene: again.recovered!.scene });
    const saved = await client.call('saveShot', {});
    expect(saved.scene.name).toBe('edited');
    const reopened = await client.call('openShot', { path });
    expect(reopened.recovered).toBeUndefined();
    expect(reopened.scene).toEqual(edited);
  });

  test('that is damaged is no reason not to open the shot', async () => {
    const stateFolder = await temporaryFolder();
    await mkdir(join(stateFolder, 'journals'), { recursive: true });
    const scene = tinyShot(4);
    for (const content of [
      '',
      '{',
      '{"format":"ductile-journal","path":"x"}\n{"format":"ductile-shot"',
      'x'.repeat(1000),
    ]) {
      await writeFile(join(stateFolder, 'journals', `${scene.project}.journal`), content);
      const { opened } = await openHosted(scene, { stateFolder });
      expect(opened.recovered).toBeUndefined();
    }
  });
});

describe('saving', () => {
  test('refuses to write over what another program wrote, unless told to', async () => {
    const { connection, opened, path } = await openHosted(tinyShot(4));
    const { client } = connection;
    await client.call('applyScene', { scene: named(opened.scene, 'mine') });
    await writeFile(path, (await readFile(path, 'utf8')).replace('"tiny"', '"theirs"'));
    await expect(client.call('saveShot', {})).rejects.toMatchObject({ code: 'file-changed', file: path });
    expect(await readFile(path, 'utf8')).toContain('"theirs"');
    await client.call('saveShot', { replace: true });
    expect(await readFile(path, 'utf8')).toContain('"mine"');
    await client.call('saveShot', {});
    // A file that is gone is written again.
    await rm(path);
    await client.call('saveShot', {});
    expect(await readFile(path, 'utf8')).toContain('"mine"');
  });

  test('under another name makes a shot of its own with the same frames; both stay valid', async () => {
    const { connection, opened, path } = await openHosted(tinyShot(6));
    const { client } = connection;
    await connection.simulate(1, 6);
    const target = join(await temporaryFolder(), 'copy.ductile');
    const saved = await client.call('saveShot', { path: target });
    expect(saved).toMatchObject({ path: target, scene: { name: 'tiny' } });
    expect(saved.scene.project).not.toBe(opened.scene.project);
    expect(saved.cacheFolder.startsWith(dirname(target))).toBe(true);
    expect(await connection.states(1, 6)).toBe('cccccc');
    // What is edited from now on is the copy.
    await client.call('applyScene', { scene: { ...saved.scene, physics: { ...saved.scene.physics, seed: 5 } } });
    expect(await connection.states(1, 6)).toBe('ssssss');
    await client.call('saveShot', {});
    const old = await client.call('openShot', { path });
    expect(old.scene).toEqual(opened.scene);
    expect(await connection.states(1, 6)).toBe('cccccc');
    await expect(client.call('saveShot', { path: target })).rejects.toMatchObject({ code: 'file-exists' });
    await expect(client.call('saveShot', { path: join(dirname(target), 'x.txt') })).rejects.toMatchObject({
      code: 'usage',
    });
  });

  test('while a simulation runs brings its frames over, too', async () => {
    const { connection } = await openHosted(tinyShot(200));
    const { client, frames } = connection;
    const { jobId } = await client.call('simulate', { quality, first: 1, last: 200 });
    await connection.until(() => frames.length >= 5);
    await client.call('saveShot', { path: join(await temporaryFolder(), 'copy.ductile') });
    const followed = new Promise((resolve) => client.on('framesChanged', resolve));
    await connection.ended(jobId);
    await followed;
    expect(await connection.states(1, 200)).toBe('c'.repeat(200));
  });

  test('elsewhere keeps or collects the meshes', async () => {
    const { connection, folder } = await openWithMesh();
    const { client } = connection;
    await connection.simulate(1, 2);
    const other = await temporaryFolder();
    const moved = await client.call('saveShot', { path: join(other, 'moved.ductile') });
    expect(moved.missing).toEqual([]);
    expect(await connection.states(1, 2)).toBe('cc');
    const collected = await client.call('saveShot', { path: join(other, 'own.ductile'), collect: true });
    expect(collected.scene.entities[1]).toMatchObject({ shape: { path: 'meshes/box.obj' } });
    await rm(folder, { recursive: true });
    const own = await client.call('openShot', { path: join(other, 'own.ductile') });
    expect(own.missing).toEqual([]);
    expect(await connection.states(1, 2)).toBe('cc');
    expect(await client.call('openShot', { path: join(other, 'moved.ductile') })).toMatchObject({
      missing: [{ entity: 'floor' }],
    });
  });
});

/** A box of this height under the origin, as OBJ. */
function box(height: number): string {
  const corners = Array.from(
    { length: 8 },
    (_, i) => `v ${(i & 1) * 4 - 2} ${((i >> 1) & 1) * height - height} ${(i >> 2) * 4 - 2}`,
  );
  const faces = ['1 3 4 2', '5 6 8 7', '1 2 6 5', '3 7 8 4', '1 5 7 3', '2 4 8 6'];
  return [...corners, ...faces.map((face) => `f ${face}`), ''].join('\n');
}

/** The tiny shot with its floor read from `box.obj` beside it, open. */
async function openWithMesh() {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'box.obj'), box(1));
  const sha256 = createHash('sha256').update(box(1)).digest('hex');
  const input = tinyShotInput(2);
  const shape = { kind: 'file', path: 'box.obj', sha256, metresPerUnit: 1 };
  const scene = validateScene({ ...input, entities: [input.entities[0], { ...input.entities[1], shape }] }, catalogue);
  const connection = await connectHost();
  await connection.client.call('openShot', { path: await storeShot(scene, folder) });
  return { connection, folder };
}

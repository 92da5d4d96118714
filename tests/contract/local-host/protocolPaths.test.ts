import { mkdir, readdir, realpath, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { saveShot } from '../../../src/io/shotFile.ts';
import { catalogue } from '../../../src/host/catalogue/catalogue.ts';
import type { HostClient } from '../../../src/protocol/HostClient.ts';
import type { RequestInput, RequestName } from '../../../src/protocol/requests.ts';
import { connectClient, startLocalServer } from '../../support/localHost.ts';
import { tinyShot, tinyShotInput } from '../../support/tinyShot.ts';

/** A cube as OBJ. */
const cube = [
  ...[0, 1, 2, 3, 4, 5, 6, 7].map((i) => `v ${i & 1} ${(i >> 1) & 1} ${i >> 2}`),
  ...['1 3 4 2', '5 6 8 7', '1 2 6 5', '3 7 8 4', '1 5 7 3', '2 4 8 6'].map((face) => `f ${face}`),
].join('\n');

/** A client of a server whose workspace holds a shot, and folders outside. */
async function openWorkspace() {
  const { port, token, workspace } = await startLocalServer();
  const work = await realpath(workspace);
  const outside = join(dirname(work), 'outside');
  await mkdir(outside);
  await saveShot(join(work, 'shot.ductile'), tinyShot(4), catalogue);
  await saveShot(join(outside, 'other.ductile'), tinyShot(4), catalogue);
  await writeFile(join(outside, 'cube.obj'), cube);
  await writeFile(join(work, 'cube.obj'), cube);
  await symlink(outside, join(work, 'link'));
  return { client: await connectClient(port, token), work, outside };
}

async function codeOf<N extends RequestName>(client: HostClient, name: N, params: RequestInput<N>): Promise<string> {
  try {
    await client.call(name, params);
    return 'done';
  } catch (error) {
    const { code, message } = error as { code: string; message: string };
    // Other faults of a request are told as `usage`, too.
    return /outside the workspace|the path (holds|leads|goes)|is hidden/.test(message) ? 'refused' : code;
  }
}

const range = { quality: 'draft', first: 1, last: 4 } as const;
const exported = { ...range, format: 'obj', params: {}, preset: 'ductile', withColliders: false };

/** Every request that names a file. */
const naming: readonly (readonly [string, (client: HostClient, path: string) => Promise<string>])[] = [
  ['openShot', (client, path) => codeOf(client, 'openShot', { path })],
  ['createShot', (client, path) => codeOf(client, 'createShot', { template: 'empty', path })],
  ['createShot of a mesh', (client, path) => codeOf(client, 'createShot', { template: 'drop-test', mesh: { path } })],
  ['saveShot', (client, path) => codeOf(client, 'saveShot', { path })],
  ['saveShot over', (client, path) => codeOf(client, 'saveShot', { path, replace: true, collect: true })],
  ['exportShot', (client, path) => codeOf(client, 'exportShot', { ...exported, path })],
  ['inspectMesh', (client, path) => codeOf(client, 'inspectMesh', { path })],
  ['repairMesh', (client, path) => codeOf(client, 'repairMesh', { path, repairs: ['weld'] })],
  ['referMesh', (client, path) => codeOf(client, 'referMesh', { path })],
  ['listFolder', (client, path) => codeOf(client, 'listFolder', { path })],
];

test.each(naming)('%s names nothing outside the workspace', async (_, tryPath) => {
  const { client, work, outside } = await openWorkspace();
  await client.call('openShot', { path: join(work, 'shot.ductile') });
  const before = await readdir(outside);
  const ways = [
    '/etc/passwd',
    '/etc',
    join(outside, 'other.ductile'),
    join(outside, 'new.ductile'),
    '../outside/other.ductile',
    `${work}/../outside/other.ductile`,
    `${work}-2/new.ductile`,
    'link/other.ductile',
    'link/new.ductile',
    'link/cube.obj',
    '//server/share/new.ductile',
    '\\\\server\\share\\new.ductile',
    'shot.ductile\0.obj',
    'folder/\0/new.ductile',
    '.hidden/new.ductile',
    '/dev/stdin',
    '/proc/self/mem',
  ];
  for (const way of ways) expect([way, await tryPath(client, way)]).toEqual([way, 'refused']);
  // Not decoded: a name of a file that is not there, or a folder of the workspace for what is written.
  for (const way of ['%2e%2e/outside/other.ductile', '..%2foutside%2fother.ductile'])
    expect([way, await tryPath(client, way)]).not.toEqual([way, 'internal']);
  expect(await readdir(outside)).toEqual(before);
});

test.each(['../outside/cube.obj', 'link/cube.obj', '/etc/passwd', '/dev/zero'])(
  'a document does not lead to the mesh %s: it opens without it, and everything else can be edited',
  async (path) => {
    const { client, work } = await openWorkspace();
    const input = tinyShotInput(4);
    const [solid] = input.entities;
    const source = { kind: 'file', path, sha256: '0'.repeat(64), metresPerUnit: 1, upAxis: 'y' };
    const scene = { ...input, entities: [{ ...solid, source }, input.entities[1]] };
    const refused = {
      entity: 'block',
      refusal: {
        message: expect.stringMatching(/^(the file is outside the workspace|this is neither a file)/) as string,
        remedy: expect.stringContaining('.') as string,
      },
    };
    await client.call('openShot', { path: 'shot.ductile' });
    const applied = await client.call('applyScene', { scene });
    expect(applied.missing).toMatchObject([refused]);
    // Nothing of the file was read: neither its hash nor that it is there is told.
    expect(applied).toMatchObject({ warnings: [], scene: { entities: [{ source: { sha256: '0'.repeat(64) } }, {}] } });
    await writeFile(join(work, 'evil.ductile'), JSON.stringify(scene));
    const opened = await client.call('openShot', { path: 'evil.ductile' });
    expect(opened.missing).toMatchObject([refused]);
    expect((await client.call('frameStates', range)).states).toHaveLength(4);
    const making = [client.call('simulate', range), client.call('statics', { quality: 'draft' })];
    for (const made of making) {
      await expect(made).rejects.toMatchObject({
        code: 'file-missing',
        message: expect.stringContaining("the mesh of 'block' cannot be used") as string,
        place: expect.stringContaining('entities[0].source.path') as string,
      });
    }
    const edited = await client.call('applyScene', { scene: { ...opened.scene, name: 'edited' } });
    expect(edited.scene.name).toBe('edited');
    await client.call('saveShot', {});
  },
);

test('a document leads to a mesh of the workspace, and nothing is said about others', async () => {
  const { client } = await openWorkspace();
  const input = tinyShotInput(4);
  const [solid] = input.entities;
  const source = { kind: 'file', path: './cube.obj', sha256: '0'.repeat(64), metresPerUnit: 1, upAxis: 'y' };
  await client.call('openShot', { path: 'shot.ductile' });
  const { warnings } = await client.call('applyScene', {
    scene: { ...input, entities: [{ ...solid, source }, input.entities[1]] },
  });
  expect(warnings).toEqual([expect.stringContaining('cube.obj has changed')]);
  const { entries, parent } = await client.call('listFolder', {});
  expect(entries.map(({ name }) => name)).toContain('shot.ductile');
  expect(parent).toBeUndefined();
});

test.each([
  '../evil.obj',
  '/evil.obj',
  '..\\evil.obj',
  'a/../../evil.obj',
  'nul\0.obj',
  '..',
  '.hidden.obj',
  'link/evil.obj',
])('an upload called %j goes nowhere else', async (name) => {
  const { client, work, outside } = await openWorkspace();
  const before = [await readdir(outside), await readdir(dirname(work))];
  const piece = { upload: 'one', name, offset: 0, bytes: new TextEncoder().encode(cube), last: true };
  const path = await client.call('uploadFile', piece).then(
    (result) => result.path,
    (error: { code: string }) => error.code,
  );
  if (path?.includes('/')) expect(dirname(await realpath(path))).toBe(join(work, 'meshes'));
  else expect(['usage', 'format-unknown']).toContain(path);
  expect([await readdir(outside), await readdir(dirname(work))]).toEqual(before);
  expect((await readdir(work)).filter((entry) => entry.includes('evil') || entry.startsWith('.'))).toEqual([]);
});

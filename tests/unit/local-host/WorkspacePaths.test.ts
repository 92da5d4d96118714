import { mkdir, realpath, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { CoreError } from '../../../src/base/errors.ts';
import { WorkspacePaths } from '../../../src/host/local/WorkspacePaths.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';

/** A workspace and a second root, with files in them and beside them. */
async function folders() {
  const top = await realpath(await temporaryFolder());
  const [workspace, other, outside] = [join(top, 'work'), join(top, 'other'), join(top, 'outside')];
  for (const folder of [join(workspace, 'shots'), other, outside]) await mkdir(folder, { recursive: true });
  for (const file of [join(workspace, 'shots', 'a.ductile'), join(other, 'b.obj'), join(outside, 'secret')])
    await writeFile(file, 'x');
  return { top, workspace, other, outside };
}

async function codeOf(paths: WorkspacePaths, path: string, purpose: 'read' | 'write' = 'read'): Promise<string> {
  try {
    await paths.allow(path, purpose);
    return 'allowed';
  } catch (error) {
    if (!(error instanceof CoreError)) throw error;
    expect(error.remedy).toBeTruthy();
    return error.code;
  }
}

test('allows files of its folders, by any way that leads there', async () => {
  const { workspace, other } = await folders();
  const paths = await WorkspacePaths.open([workspace, other]);
  const shot = join(workspace, 'shots', 'a.ductile');
  for (const way of [shot, 'shots/a.ductile', './shots/../shots//a.ductile', `${workspace}/../work/shots/a.ductile`])
    expect(await paths.allow(way, 'read')).toBe(shot);
  expect(await paths.allow(join(other, 'b.obj'), 'write')).toBe(join(other, 'b.obj'));
  expect(await paths.allow(workspace, 'read')).toBe(workspace);
  expect(await paths.allow('new/folder/out.abc', 'write')).toBe(join(workspace, 'new/folder/out.abc'));
  expect(await paths.allow('..shot.ductile'.slice(2), 'read')).toBe(join(workspace, 'shot.ductile'));
  expect(paths.roots).toEqual([workspace, other]);
});

test('refuses what lies outside, however it is written', async () => {
  const { workspace, outside, top } = await folders();
  const paths = await WorkspacePaths.open([workspace]);
  const ways = [
    '/etc/passwd',
    join(outside, 'secret'),
    join(outside, 'not-there'),
    '../outside/secret',
    'shots/../../outside/secret',
    `${workspace}/../outside/secret`,
    `${workspace}-other/x`,
    top,
    '..',
    '/',
    '//server/share/x',
    '\\\\server\\share\\x',
    '\\\\?\\C:\\x',
    '\\\\.\\PhysicalDrive0',
    'shots/a.ductile\0.obj',
    'shots/a\n',
    '',
    'x'.repeat(5000),
    '/dev/zero',
    '/proc/self/environ',
  ];
  for (const purpose of ['read', 'write'] as const)
    for (const way of ways) expect([way, await codeOf(paths, way, purpose)]).toEqual([way, 'usage']);
});

test('follows links and looks at where they lead', async () => {
  const { workspace, outside, other } = await folders();
  await symlink(outside, join(workspace, 'way-out'));
  await symlink(join(outside, 'secret'), join(workspace, 'mesh.obj'));
  await symlink(join(outside, 'to-be-made'), join(workspace, 'dangling'));
  await symlink('round', join(workspace, 'round'));
  await symlink(other, join(workspace, 'way-to-other'));
  await symlink(workspace, join(outside, 'way-in'));
  const paths = await WorkspacePaths.open([workspace, other]);
  for (const way of [
    'way-out/secret',
    'way-out/new',
    'way-out',
    'mesh.obj',
    'dangling',
    'dangling/x',
    'way-out/../x/../../outside/secret',
  ])
    expect([way, await codeOf(paths, way, 'write')]).toEqual([way, 'usage']);
  expect(await codeOf(paths, 'round')).toBe('file-unreadable');
  expect(await paths.allow('way-to-other/b.obj', 'read')).toBe(join(other, 'b.obj'));
  expect(await paths.allow(join(outside, 'way-in', 'shots', 'a.ductile'), 'read')).toBe(
    join(workspace, 'shots', 'a.ductile'),
  );
});

test('a root may itself be a link, and may lie in a hidden folder', async () => {
  const { top, workspace } = await folders();
  const hidden = join(top, '.hidden');
  await mkdir(hidden);
  await symlink(workspace, join(top, 'link'));
  const paths = await WorkspacePaths.open([join(top, 'link'), hidden]);
  expect(await paths.allow('shots/a.ductile', 'read')).toBe(join(workspace, 'shots', 'a.ductile'));
  expect(await paths.allow(join(hidden, 'x.obj'), 'read')).toBe(join(hidden, 'x.obj'));
});

test('leaves hidden files, devices and pipes alone', async () => {
  const { workspace } = await folders();
  await mkdir(join(workspace, '.ssh'));
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(join(workspace, 'pipe'), resolve));
  onTestFinished(() => void server.close());
  const paths = await WorkspacePaths.open([workspace]);
  for (const way of ['.bashrc', '.ssh/authorized_keys', 'shots/.x/y', 'pipe', '...'])
    expect([way, await codeOf(paths, way, 'write')]).toEqual([way, 'usage']);
});

test('writes no file that Windows takes for a device; reads none there', async () => {
  const { workspace } = await folders();
  const here = await WorkspacePaths.open([workspace], 'linux');
  const windows = await WorkspacePaths.open([workspace], 'win32');
  for (const name of ['con', 'NUL', 'aux.obj', 'shots/com1.abc', 'LPT9.tar.gz', 'CONIN$']) {
    expect([name, await codeOf(here, name, 'write')]).toEqual([name, 'usage']);
    expect([name, await codeOf(here, name, 'read')]).toEqual([name, 'allowed']);
    expect([name, await codeOf(windows, name, 'read')]).toEqual([name, 'usage']);
  }
  for (const name of ['console.obj', 'null.obj', 'com.obj', 'com10.abc', 'shots/auxiliary'])
    expect([name, await codeOf(windows, name, 'write')]).toEqual([name, 'allowed']);
  for (const name of ['x.obj:stream', 'x.obj.', 'x.obj '])
    expect([name, await codeOf(windows, name, 'read')]).toEqual([name, 'usage']);
});

test('tells no more about what lies outside than that it does', async () => {
  const { workspace, outside } = await folders();
  await symlink('round', join(outside, 'round'));
  await symlink('nowhere', join(outside, 'dangling'));
  const paths = await WorkspacePaths.open([workspace]);
  const messages = await Promise.all(
    ['secret', 'nothing/here', 'round', 'dangling']
      .map((name) => join(outside, name))
      .map((way) =>
        paths.allow(way, 'read').catch((error: CoreError) => `${error.code} ${error.message} ${error.remedy}`),
      ),
  );
  expect(new Set(messages).size).toBe(1);
});

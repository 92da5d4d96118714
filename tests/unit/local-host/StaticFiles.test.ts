import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { StaticFiles } from '../../../src/host/local/StaticFiles.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';

test('knows the files of a folder by their addresses, with types, and what may be kept', async () => {
  const folder = await temporaryFolder();
  const files = new StaticFiles(folder);
  await files.refresh();
  expect(files.get('/')).toBeUndefined();

  await mkdir(join(folder, 'assets'));
  for (const name of ['index.html', 'assets/a-1.js', 'assets/font.woff2', 'assets/k.wasm', 'thing.xyz'])
    await writeFile(join(folder, name), name);
  await symlink('/etc/passwd', join(folder, 'link'));
  await symlink('/etc', join(folder, 'assets', 'etc'));
  await files.refresh();

  expect(files.get('/')).toEqual({
    path: join(folder, 'index.html'),
    bytes: 10,
    type: 'text/html; charset=utf-8',
    cacheControl: 'no-cache',
  });
  expect(files.get('/assets/a-1.js')).toMatchObject({ type: 'text/javascript; charset=utf-8' });
  expect(files.get('/assets/a-1.js')?.cacheControl).toContain('immutable');
  expect(files.get('/assets/font.woff2')?.type).toBe('font/woff2');
  expect(files.get('/assets/k.wasm')?.type).toBe('application/wasm');
  expect(files.get('/thing.xyz')?.type).toBe('application/octet-stream');
  for (const address of [
    '/link',
    '/assets/etc/passwd',
    '/assets',
    '/assets/',
    '',
    'index.html',
    '/../x',
    '/__proto__',
    '/assets/../index.html',
  ])
    expect([address, files.get(address)]).toEqual([address, undefined]);
});

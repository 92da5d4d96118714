import { mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { WorkspacePaths } from '../../../src/host/local/WorkspacePaths.ts';
import { anyPath } from '../../../src/host/session/PathPolicy.ts';
import { safeFileName } from '../../../src/host/session/safeFileName.ts';
import { UploadFolder } from '../../../src/host/session/UploadFolder.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';

const text = (content: string) => new TextEncoder().encode(content);
const now = () => performance.timeOrigin + performance.now();

async function setUp() {
  const folder = join(await temporaryFolder(), 'meshes');
  const uploads = new UploadFolder(anyPath, now);
  const send = (name: string, content: string, upload = name) =>
    uploads.receive(folder, { upload, name, offset: 0, bytes: text(content), last: true });
  return { folder, uploads, send, files: async () => (await readdir(folder)).sort() };
}

describe('UploadFolder', () => {
  it('puts pieces together, and shows the file when it is whole', async () => {
    const { folder, uploads, files } = await setUp();
    const piece = { upload: 'a', name: 'bunny.obj' };
    expect(await uploads.receive(folder, { ...piece, offset: 0, bytes: text('v 0 '), last: false })).toEqual({});
    expect((await files()).every((name) => name.startsWith('.upload-'))).toBe(true);
    await uploads.receive(folder, { ...piece, offset: 4, bytes: text('0 '), last: false });
    const { path } = await uploads.receive(folder, { ...piece, offset: 6, bytes: text('0'), last: true });
    expect(path).toBe(join(folder, 'bunny.obj'));
    expect(await readFile(join(folder, 'bunny.obj'), 'utf8')).toBe('v 0 0 0');
    expect(await files()).toEqual(['bunny.obj']);
  });

  it('takes pieces that are sent before the answers come, of several files at once', async () => {
    const { folder, uploads, files } = await setUp();
    const sent = ['a', 'b', 'c'].flatMap((upload) =>
      [0, 1, 2].map((k) =>
        uploads.receive(folder, { upload, name: `${upload}.ply`, offset: k, bytes: text(String(k)), last: k === 2 }),
      ),
    );
    await Promise.all(sent);
    expect(await files()).toEqual(['a.ply', 'b.ply', 'c.ply']);
    expect(await readFile(join(folder, 'b.ply'), 'utf8')).toBe('012');
  });

  it('keeps equal files once and gives others a name of their own', async () => {
    const { send, files, folder } = await setUp();
    expect(await send('bunny.obj', 'one')).toEqual({ path: join(folder, 'bunny.obj') });
    expect(await send('bunny.obj', 'two')).toEqual({ path: join(folder, 'bunny-2.obj') });
    expect(await send('bunny.obj', 'one')).toEqual({ path: join(folder, 'bunny.obj') });
    expect(await send('bunny.obj', 'two')).toEqual({ path: join(folder, 'bunny-2.obj') });
    expect(await files()).toEqual(['bunny-2.obj', 'bunny.obj']);
    expect(await readFile(join(folder, 'bunny.obj'), 'utf8')).toBe('one');
  });

  it('gives up what comes out of order, and leaves nothing behind', async () => {
    const { folder, uploads, files } = await setUp();
    const piece = { upload: 'a', name: 'bunny.obj', bytes: text('abc'), last: false };
    await uploads.receive(folder, { ...piece, offset: 0 });
    await expect(uploads.receive(folder, { ...piece, offset: 5 })).rejects.toMatchObject({ code: 'usage' });
    expect(await files()).toEqual([]);
    await expect(uploads.receive(folder, { ...piece, offset: 3 })).rejects.toMatchObject({ place: 'byte 3' });
    await uploads.receive(folder, { ...piece, offset: 0 });
    await uploads.receive(folder, { ...piece, offset: 0, last: true });
    expect(await files()).toEqual(['bunny.obj']);
    expect(await readFile(join(folder, 'bunny.obj'), 'utf8')).toBe('abc');
  });

  it('holds few at a time, and none once closed', async () => {
    const { folder, uploads, files } = await setUp();
    for (let k = 0; k < 20; k++) {
      await uploads.receive(folder, { upload: `u${k}`, name: 'a.obj', offset: 0, bytes: text('x'), last: false });
    }
    expect(await files()).toHaveLength(16);
    const next = { name: 'a.obj', offset: 1, bytes: text('y'), last: true };
    await expect(uploads.receive(folder, { upload: 'u0', ...next })).rejects.toMatchObject({ code: 'usage' });
    expect(await uploads.receive(folder, { upload: 'u19', ...next })).toEqual({ path: join(folder, 'a.obj') });
    await uploads.close();
    expect(await files()).toEqual(['a.obj']);
  });

  it('refuses more than 2 GiB in all before it is written', async () => {
    const { folder, uploads, files } = await setUp();
    const huge = { byteLength: 2 ** 31, length: 2 ** 31 + 1 } as Uint8Array;
    const piece = { upload: 'a', name: 'a.obj', offset: 0, bytes: huge, last: false };
    await expect(uploads.receive(folder, piece)).rejects.toMatchObject({ code: 'limit-exceeded' });
    expect(await files().catch(() => [])).toEqual([]);
  });

  it('removes what a killed host left, and nothing else', async () => {
    const { folder, send, files } = await setUp();
    await mkdir(folder, { recursive: true });
    const left = '.upload-00000000-0000-0000-0000-000000000000.tmp';
    const fresh = '.upload-11111111-1111-1111-1111-111111111111.tmp';
    for (const name of [left, fresh, '.upload-notes.tmp']) await writeFile(join(folder, name), '');
    for (const name of [left, '.upload-notes.tmp']) await utimes(join(folder, name), 1, 1);
    await send('a.obj', 'x');
    expect(await files()).toEqual(['.upload-notes.tmp', fresh, 'a.obj'].sort());
  });

  it('takes meshes and what they are read with, and stays in the workspace', async () => {
    const { send, folder, files } = await setUp();
    for (const name of ['run.sh', 'page.html', 'noending', '.obj', 'shot.ductile'])
      await expect(send(name, 'x')).rejects.toMatchObject({ code: 'format-unknown' });
    for (const name of ['a.gltf', 'a.bin', 'A.STL', 'b.obj.gz']) await send(name, name);
    expect(await files()).toEqual(['A.STL', 'a.bin', 'a.gltf', 'b.obj.gz']);
    const uploads = new UploadFolder(await WorkspacePaths.open([folder]), now);
    const piece = { upload: 'a', name: '../../escape.obj', offset: 0, bytes: text('x'), last: true };
    await expect(uploads.receive(join(folder, '..', 'meshes2'), piece)).rejects.toMatchObject({ code: 'usage' });
    const { path } = await uploads.receive(join(folder, 'inner'), piece);
    expect(path?.endsWith(join('inner', 'escape.obj'))).toBe(true);
  });
});

describe('safeFileName', () => {
  it.each([
    ['bunny.obj', 'bunny.obj'],
    ['C:\\scans\\a b.stl', 'a b.stl'],
    ['../../etc/passwd', 'passwd'],
    ['a:b|c?.obj', 'a_b_c_.obj'],
    ['CON.obj', '_CON.obj'],
    ['..hidden.obj', 'hidden.obj'],
    ['name. ', 'name'],
    ['\u0000\u202e.obj', '__.obj'],
    ['', 'mesh'],
    ['/', 'mesh'],
    ['Größe.obj', 'Größe.obj'],
  ])('%j becomes %j', (given, expected) => {
    expect(safeFileName(given)).toBe(expected);
  });

  it('is short enough for every system, in whole characters', () => {
    const name = safeFileName(`${'é😀'.repeat(300)}.gltf`);
    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(200);
    expect(name.endsWith('.gltf')).toBe(true);
    expect(name).not.toContain('\ufffd');
  });
});

import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CoreError } from '../../../src/base/errors.ts';
import { filePath } from '../../../src/cache/CacheFolder.ts';
import { FrameCache } from '../../../src/cache/FrameCache.ts';
import { plainFileChunks, readPlainFile, readPlainFileSync } from '../../../src/cache/plainFile.ts';
import { readTake } from '../../../src/cache/takes.ts';
import { initialKey } from '../../../src/frames/keys.ts';
import { catalogue } from '../../../src/host/catalogue/catalogue.ts';
import { FileSource } from '../../../src/io/alembic/ByteSource.ts';
import { hashFile } from '../../../src/io/hashFile.ts';
import { hashMeshFile } from '../../../src/io/hashMeshFile.ts';
import { readFibres } from '../../../src/io/readFibres.ts';
import { readMesh } from '../../../src/io/readMesh.ts';
import { readShot, storedDigest } from '../../../src/io/shotFile.ts';
import { suiteFolder, temporaryFolder } from '../../support/temporaryFolder.ts';

const readers: Readonly<Record<string, (path: string) => unknown>> = {
  'a document': (path) => readShot(path, catalogue),
  'the hash of a document': storedDigest,
  'a mesh': readMesh,
  'the hash of a mesh': hashMeshFile,
  'the hash of a file': hashFile,
  fibres: readFibres,
  'an archive': (path) => new FileSource(path),
};

// Symptom: /dev/zero, a FIFO or a link to one as document, mesh or archive kept the program for ever.
describe.skipIf(process.platform === 'win32')('what is no plain file', () => {
  const folder = suiteFolder();
  const fifo = join(folder, 'fifo.obj');
  execFileSync('mkfifo', [fifo]);
  symlinkSync(fifo, join(folder, 'to-fifo.obj'));
  symlinkSync('/dev/zero', join(folder, 'to-zero.obj'));
  mkdirSync(join(folder, 'folder.obj'));
  const places = ['fifo.obj', 'to-fifo.obj', 'to-zero.obj', 'folder.obj'].map((name) => join(folder, name));

  describe.each(Object.entries(readers))('as %s', (_, read) => {
    test.each(['/dev/zero', ...places])('%s is refused with file and remedy', async (path) => {
      const error = await Promise.resolve()
        .then(() => read(path))
        .catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(CoreError);
      expect(error).toMatchObject({
        code: 'file-unreadable',
        file: path,
        remedy: expect.stringMatching(/\w/) as string,
      });
    });
  });

  test('in a cache is a missing file', async () => {
    const cacheAt = await temporaryFolder();
    const key = initialKey('test', 1);
    for (const sub of ['frame', 'takes']) mkdirSync(join(cacheAt, sub));
    execFileSync('mkfifo', [filePath(cacheAt, 'frame', key), join(cacheAt, 'takes', 'a.json')]);
    const cache = await FrameCache.open(cacheAt);
    expect(await cache.read('frame', key)).toBeUndefined();
    expect(await cache.readStart('frame', key, () => 1)).toBeUndefined();
    expect(await readTake(cacheAt, 'a')).toBeUndefined();
  });
});

test('a plain file is read as it is, up to its limit, also through a link', async () => {
  const folder = await temporaryFolder();
  const path = join(folder, 'a.bin');
  const bytes = Buffer.alloc(3 * 2 ** 20 + 7, 'abc');
  writeFileSync(path, bytes);
  symlinkSync(path, join(folder, 'link'));
  expect(bytes.equals(await readPlainFile(join(folder, 'link')))).toBe(true);
  expect(bytes.equals(readPlainFileSync(path))).toBe(true);
  const chunks: Buffer[] = [];
  for await (const chunk of plainFileChunks(path, { maxBytes: bytes.length })) chunks.push(chunk);
  expect(bytes.equals(Buffer.concat(chunks))).toBe(true);
  const refused = { code: 'limit-exceeded', message: expect.stringContaining('1000') as string };
  await expect(readPlainFile(path, { maxBytes: 1000 })).rejects.toMatchObject(refused);
  await expect(readPlainFile(join(folder, 'none'))).rejects.toMatchObject({ code: 'file-missing' });
});

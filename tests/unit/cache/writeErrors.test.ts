import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { CoreError } from '../../../src/base/errors.ts';
import { writeError, writeFileAtomically } from '../../../src/cache/atomicFile.ts';
import { listFiles } from '../../../src/cache/CacheFolder.ts';
import { FrameCache } from '../../../src/cache/FrameCache.ts';
import { initialKey } from '../../../src/frames/keys.ts';
import { saveShot } from '../../../src/io/shotFile.ts';
import { testCatalogue } from '../../support/catalogue.ts';
import { smallScene } from '../../support/scenes.ts';
import { mountSmallDisk, type SmallDisk } from '../../support/smallDisk.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';

const keyOf = (name: number) => initialKey('test', name);
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'written',
    (error: unknown) => (error as CoreError).code,
  );

/** True where this system lets the test mount a disk of its own; elsewhere the same errors are made by hand below. */
const canMount = (() => {
  const disk = mountSmallDisk(65536);
  disk?.unmount();
  return disk !== undefined;
})();

function smallDisk(bytes: number): SmallDisk {
  const disk = mountSmallDisk(bytes)!;
  onTestFinished(() => disk.unmount());
  return disk;
}

describe.runIf(canMount)('on a real disk', () => {
  test('full: says so, keeps what was there, leaves nothing half written, and goes on once there is room', async () => {
    const { folder } = smallDisk(1024 * 1024);
    const cache = await FrameCache.open(join(folder, 'cache'));
    const frame = new Uint8Array(200 * 1024).fill(7);
    let written = 0;
    let code = 'written';
    while (code === 'written' && written < 20) {
      code = await codeOf(cache.write('frame', keyOf(written), frame));
      if (code === 'written') written++;
    }
    expect(code).toBe('disk-full');
    await expect(cache.write('frame', keyOf(99), frame)).rejects.toThrow(/no room left/);
    await cache.write('frame', keyOf(99), frame).catch((error: unknown) => {
      expect((error as CoreError).remedy).toMatch(/every finished frame is kept/);
    });
    expect(written).toBeGreaterThanOrEqual(3);
    for (let k = 0; k < written; k++) {
      const found = await cache.read('frame', keyOf(k));
      expect(Buffer.compare(found!.content, frame)).toBe(0);
    }
    expect(await readdir(join(folder, 'cache', 'tmp'))).toEqual([]);
    expect(await cache.read('frame', keyOf(written))).toBeUndefined();
    const roomy = await FrameCache.open(join(folder, 'cache'), { quotaBytes: 600 * 1024 });
    await roomy.evict();
    expect(await codeOf(cache.write('frame', keyOf(written), frame))).toBe('written');
  });

  test('full: a shot keeps its old content', async () => {
    const { folder } = smallDisk(256 * 1024);
    const path = join(folder, 'a.ductile');
    await saveShot(path, smallScene(), testCatalogue);
    const before = await readFile(path);
    await writeFile(join(folder, 'filler'), new Uint8Array(256 * 1024)).catch(() => undefined);
    expect(await codeOf(saveShot(path, smallScene({ name: 'x' }), testCatalogue))).toBe('disk-full');
    expect(await readFile(path)).toEqual(before);
    expect((await readdir(folder)).sort()).toEqual(['a.ductile', 'filler']);
  });

  test('read-only: frames are read, writing is an error that names the file', async () => {
    const disk = smallDisk(1024 * 1024);
    const cache = await FrameCache.open(disk.folder);
    await cache.write('frame', keyOf(1), new Uint8Array([1, 2, 3]));
    await writeFile(join(disk.folder, 'frame', `${keyOf(3)}.frame`), 'torn');
    disk.makeReadOnly();
    const other = await FrameCache.open(disk.folder, { quotaBytes: 10 });
    expect((await other.read('frame', keyOf(1)))?.content).toEqual(Buffer.from([1, 2, 3]));
    expect(await other.read('frame', keyOf(3))).toBeUndefined();
    expect(await codeOf(other.write('frame', keyOf(2), new Uint8Array(3)))).toBe('file-unwritable');
    expect(await codeOf(saveShot(join(disk.folder, 'a.ductile'), smallScene(), testCatalogue))).toBe('file-unwritable');
  });
});

test.each([
  ['ENOSPC', 'disk-full'],
  ['EDQUOT', 'disk-full'],
  ['EROFS', 'file-unwritable'],
  ['EACCES', 'file-unwritable'],
  ['EPERM', 'file-unwritable'],
  ['EIO', 'file-unwritable'],
])('the system error %s is %s, with file and remedy', (systemCode, code) => {
  const error = writeError(Object.assign(new Error('made by hand'), { code: systemCode }), '/a/b') as CoreError;
  expect(error).toBeInstanceOf(CoreError);
  expect(error).toMatchObject({ code, file: '/a/b' });
  expect(error.remedy).toBeTruthy();
});

test('a full disk is told of with what helps: only a cache speaks of frames', async () => {
  const full = Object.assign(new Error('made by hand'), { code: 'ENOSPC' });
  expect((writeError(full, '/a/b.msh') as CoreError).remedy).toBe('Free some space or choose another disk.');
});

test('a bug is no disk error', () => {
  const bug = new TypeError('x is not a function');
  expect(writeError(bug, '/a')).toBe(bug);
});

test('where a file stands in the way, writing is an error and nothing is left behind', async () => {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'frame'), 'in the way');
  const cache = await FrameCache.open(folder);
  expect(await codeOf(cache.write('frame', keyOf(1), new Uint8Array(3)))).toBe('file-unwritable');
  await mkdir(join(folder, 'target', 'inner'), { recursive: true });
  expect(await codeOf(writeFileAtomically(join(folder, 'target'), [new Uint8Array(3)]))).toBe('file-unwritable');
  expect(await codeOf(writeFileAtomically(join(folder, 'nowhere', 'x'), [new Uint8Array(3)]))).toBe('file-unwritable');
  expect((await listFiles(folder)).length).toBe(0);
  expect((await readdir(folder)).sort()).toEqual(['frame', 'target', 'tmp']);
});

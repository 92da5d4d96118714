import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rm, truncate, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { adoptCache } from '../../../src/cache/adoptCache.ts';
import { cacheFolder, filePath, listFiles } from '../../../src/cache/CacheFolder.ts';
import { FrameCache } from '../../../src/cache/FrameCache.ts';
import { listTakes, readTake, removeTake, writeTake } from '../../../src/cache/takes.ts';
import { verifyCache, type FileVerdict } from '../../../src/cache/verifyCache.ts';
import { sha256Hex } from '../../../src/base/hash.ts';
import { decodeFrame, encodeFrame } from '../../../src/frames/Frame.ts';
import { initialKey, type FrameKey } from '../../../src/frames/keys.ts';
import { envelopeLength } from '../../../src/frames/sealedFile.ts';
import { sampleFrame } from '../../support/frames.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';
import { meshesIn } from '../../support/streams.ts';

const keyOf = (name: string | number) => initialKey('test', name);
const content = encodeFrame(sampleFrame(1));

async function verdicts(folder: string): Promise<FileVerdict[]> {
  const all: FileVerdict[] = [];
  for await (const verdict of verifyCache(folder)) all.push(verdict);
  return all;
}

describe('storing', () => {
  test('what was written is read again, with its SHA-256, also by another process', async () => {
    const folder = await temporaryFolder();
    const cache = await FrameCache.open(folder);
    expect(await cache.has('frame', keyOf(1))).toBe(false);
    expect(await cache.read('frame', keyOf(1))).toBeUndefined();
    expect(await cache.write('frame', keyOf(1), content)).toBe(sha256Hex(content));
    const other = await FrameCache.open(folder);
    const found = await other.read('frame', keyOf(1));
    expect(found?.sha256).toBe(sha256Hex(content));
    expect(decodeFrame(found!.content)).toEqual(sampleFrame(1));
    expect(await other.has('frame', keyOf(1))).toBe(true);
    expect(await other.keys('frame')).toEqual([keyOf(1)]);
    expect(await other.keys('checkpoint')).toEqual([]);
    expect(await readdir(join(folder, 'tmp'))).toEqual([]);
  });

  test('positions are views on the bytes of the file', async () => {
    const cache = await FrameCache.open(await temporaryFolder());
    await cache.write('frame', keyOf(1), content);
    const found = await cache.read('frame', keyOf(1));
    expect(meshesIn(decodeFrame(found!.content))[0].positions.buffer).toBe(found!.content.buffer);
  });

  test('kinds are apart', async () => {
    const cache = await FrameCache.open(await temporaryFolder());
    await cache.write('checkpoint', keyOf(1), content);
    expect(await cache.read('frame', keyOf(1))).toBeUndefined();
    expect(await cache.read('checkpoint', keyOf(1))).toBeDefined();
  });

  test('empty content', async () => {
    const cache = await FrameCache.open(await temporaryFolder());
    await cache.write('inputs', keyOf(1), new Uint8Array(0));
    expect((await cache.read('inputs', keyOf(1)))?.content).toHaveLength(0);
  });

  test('clear takes everything', async () => {
    const folder = await temporaryFolder();
    const cache = await FrameCache.open(folder);
    await cache.write('frame', keyOf(1), content);
    await cache.clear();
    expect(await listFiles(folder)).toEqual([]);
    await cache.write('frame', keyOf(1), content);
    expect(await cache.has('frame', keyOf(1))).toBe(true);
  });
});

describe('damage', () => {
  async function stored() {
    const folder = await temporaryFolder();
    const cache = await FrameCache.open(folder);
    await cache.write('frame', keyOf(1), content);
    const path = filePath(folder, 'frame', keyOf(1));
    return { folder, cache, path, bytes: await readFile(path) };
  }

  test('cut at every length, the file is a missing one and goes away', async () => {
    const { cache, path, bytes } = await stored();
    for (let length = 0; length < bytes.length; length++) {
      await writeFile(path, bytes.subarray(0, length));
      expect(await cache.read('frame', keyOf(1))).toBeUndefined();
      expect(await cache.has('frame', keyOf(1))).toBe(false);
    }
    await writeFile(path, bytes);
    expect(await cache.read('frame', keyOf(1))).toBeDefined();
  });

  test('any one changed bit is found', async () => {
    const { cache, path, bytes } = await stored();
    for (let position = 0; position < bytes.length; position++) {
      const changed = Uint8Array.from(bytes);
      changed[position] ^= 1 << (position % 8);
      await writeFile(path, changed);
      expect(await cache.read('frame', keyOf(1)), `byte ${position}`).toBeUndefined();
    }
  });

  test('longer, foreign, of another key or kind: missing', async () => {
    const { folder, cache, path, bytes } = await stored();
    for (const other of [Buffer.concat([bytes, Buffer.from([0])]), randomBytes(500), Buffer.from('hello')]) {
      await writeFile(path, other);
      expect(await cache.read('frame', keyOf(1))).toBeUndefined();
    }
    await writeFile(filePath(folder, 'frame', keyOf(2)), bytes);
    expect(await cache.read('frame', keyOf(2))).toBeUndefined();
    await mkdir(join(folder, 'statics'));
    await writeFile(filePath(folder, 'statics', keyOf(1)), bytes);
    expect(await cache.read('statics', keyOf(1))).toBeUndefined();
    await mkdir(filePath(folder, 'frame', keyOf(3)), { recursive: true });
    expect(await cache.read('frame', keyOf(3))).toBeUndefined();
  });

  test('verify names every file and changes nothing', async () => {
    const { folder, path, bytes, cache } = await stored();
    await cache.write('inputs', keyOf(5), content);
    await writeFile(filePath(folder, 'frame', keyOf(2)), bytes);
    await writeFile(filePath(folder, 'frame', keyOf(3)), 'no frame at all');
    await writeFile(join(folder, 'frame', 'notes.txt'), 'mine');
    await truncate(path, bytes.length - 1);
    const found = await verdicts(folder);
    const status = (name: string | number) => found.find(({ key }) => key === keyOf(name))?.status;
    expect([status(1), status(2), status(3), status(5)]).toEqual(['torn', 'foreign', 'foreign', 'ok']);
    expect(found.find(({ key }) => key === undefined)).toMatchObject({
      status: 'foreign',
      reason: 'the name is not a key',
    });
    expect(found.find(({ key }) => key === keyOf(5))?.sha256).toBe(sha256Hex(content));
    expect(found).toHaveLength(5);
    expect(await verdicts(folder)).toEqual(found);
  });
});

describe('several at once', () => {
  test('writers of the same keys and readers: only whole files are seen', async () => {
    const folder = await temporaryFolder();
    const caches = await Promise.all(Array.from({ length: 4 }, () => FrameCache.open(folder)));
    const contents = [1, 2, 3].map((seed) => encodeFrame(sampleFrame(seed, 2000)));
    let seen = 0;
    const jobs = caches.map(async (cache, worker) => {
      for (let round = 0; round < 12; round++) {
        const index = (round + worker) % 3;
        if (round % 2 === 0) await cache.write('frame', keyOf(index), contents[index]);
        const found = await cache.read('frame', keyOf(index));
        if (found === undefined) continue;
        seen++;
        expect(found.sha256).toBe(sha256Hex(contents[index]));
      }
    });
    await Promise.all(jobs);
    expect(seen).toBeGreaterThan(20);
    expect((await verdicts(folder)).map(({ status }) => status)).toEqual(['ok', 'ok', 'ok']);
  });

  test('leftovers of dead processes go, those of living ones stay', async () => {
    const folder = await temporaryFolder();
    const cache = await FrameCache.open(folder);
    await cache.write('frame', keyOf(1), content);
    const { machineName } = await import('../../../src/cache/atomicFile.ts');
    const dead = `${keyOf(2)}.frame.${machineName}.99999999.x-1.tmp`;
    const living = `${keyOf(3)}.frame.${machineName}.${process.pid}.x-1.tmp`;
    const elsewhere = `${keyOf(4)}.frame.otherhost.99999999.x-1.tmp`;
    const ancient = `${keyOf(5)}.frame.otherhost.99999999.x-1.tmp`;
    for (const name of [dead, living, elsewhere, ancient]) await writeFile(join(folder, 'tmp', name), 'half');
    await utimes(join(folder, 'tmp', ancient), 1000, 1000);
    await FrameCache.open(folder);
    expect((await readdir(join(folder, 'tmp'))).sort()).toEqual([elsewhere, living].sort());
  });
});

describe('quota', () => {
  const size = content.length + envelopeLength;

  async function fill(quotaFiles: number, count: number) {
    const folder = await temporaryFolder();
    const cache = await FrameCache.open(folder, { quotaBytes: quotaFiles * size });
    const use = async (key: FrameKey, minute: number) => {
      await utimes(filePath(folder, 'frame', key), 60 * minute, 60 * minute);
    };
    for (let k = 0; k < count; k++) {
      await cache.write('frame', keyOf(k), content);
      await use(keyOf(k), k + 1);
    }
    return { folder, cache, use };
  }
  const left = async (cache: FrameCache, count: number) => {
    const found = await Promise.all(Array.from({ length: count }, (_, k) => cache.has('frame', keyOf(k))));
    return found.flatMap((there, k) => (there ? [k] : []));
  };

  test('those not used for longest go first', async () => {
    const { cache, use } = await fill(4, 4);
    await use(keyOf(0), 50);
    await cache.write('frame', keyOf(4), content);
    // 90 % of four files is three.
    expect(await left(cache, 5)).toEqual([0, 3, 4]);
  });

  test('reading is using', async () => {
    const { folder } = await fill(4, 4);
    let minute = 100;
    const cache = await FrameCache.open(folder, { quotaBytes: 4 * size, now: () => 60_000 * minute });
    await cache.read('frame', keyOf(0));
    minute++;
    await cache.read('frame', keyOf(2));
    await cache.write('frame', keyOf(4), content);
    expect(await left(cache, 5)).toEqual([0, 2, 4]);
  });

  test('pinned takes stay, and go once released', async () => {
    const { folder, cache } = await fill(4, 4);
    await writeTake(folder, 'approved', { first: 1, keys: [keyOf(0), keyOf(1)], pinned: true });
    await cache.write('frame', keyOf(4), content);
    expect(await left(cache, 5)).toEqual([0, 1, 4]);
    await removeTake(folder, 'approved');
    await cache.write('frame', keyOf(5), content);
    await cache.write('frame', keyOf(6), content);
    expect((await left(cache, 7)).length).toBe(3);
    expect(await left(cache, 2)).toEqual([]);
  });

  test('a quota below one file keeps the file just written', async () => {
    const { cache } = await fill(0.5, 3);
    expect(await left(cache, 3)).toEqual([2]);
  });

  test('the files are counted when a cache is opened', async () => {
    const { folder } = await fill(10, 6);
    const cache = await FrameCache.open(folder, { quotaBytes: 3 * size });
    await cache.write('frame', keyOf(6), content);
    expect((await listFiles(folder)).length).toBeLessThanOrEqual(3);
    expect(await cache.has('frame', keyOf(6))).toBe(true);
  });
});

describe('takes', () => {
  test('round trip, list, remove; damaged ones are missing', async () => {
    const folder = await temporaryFolder();
    const take = { first: 5, keys: [keyOf(1), keyOf(2)], pinned: false };
    await writeTake(folder, 'draft', take);
    await writeTake(folder, 'wild-2', { ...take, pinned: true });
    expect(await readTake(folder, 'draft')).toEqual(take);
    expect(await listTakes(folder)).toEqual(['draft', 'wild-2']);
    await removeTake(folder, 'wild-2');
    expect(await listTakes(folder)).toEqual(['draft']);
    await writeFile(join(folder, 'takes', 'draft.json'), '{"first": 5, "keys": ["x"], "pinned": false}');
    expect(await readTake(folder, 'draft')).toBeUndefined();
    await writeFile(join(folder, 'takes', 'draft.json'), '{"first"');
    expect(await readTake(folder, 'draft')).toBeUndefined();
    await expect(writeTake(folder, '../out', take)).rejects.toMatchObject({ code: 'usage' });
  });
});

describe('where the cache lies', () => {
  test('beside the shot, by project, whatever the shot is called', () => {
    expect(cacheFolder('/films/a/shot.ductile', 'uuid')).toBe('/films/a/ductile-cache/uuid');
    expect(cacheFolder('/films/a/renamed.ductile', 'uuid')).toBe('/films/a/ductile-cache/uuid');
    expect(cacheFolder('/films/a/shot.ductile', 'uuid', '/fast')).toBe('/fast/uuid');
  });

  test('a shot saved to another folder takes its frames along; the old cache can go', async () => {
    const [from, to] = [await temporaryFolder(), await temporaryFolder()];
    const cache = await FrameCache.open(from);
    await cache.write('frame', keyOf(1), content);
    await cache.write('checkpoint', keyOf(1), content);
    expect(await adoptCache(from, to)).toBe(2);
    expect(await adoptCache(from, to)).toBe(0);
    await rm(from, { recursive: true });
    const moved = await FrameCache.open(to);
    expect((await moved.read('frame', keyOf(1)))?.sha256).toBe(sha256Hex(content));
  });
});

import { readFile, stat, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { sha256Hex } from '../../../src/base/hash.ts';
import { bestStep, joinPlanes, splitPlanes } from '../../../src/cache/bytePlanes.ts';
import { systemDigest } from '../../../src/cache/cachedFile.ts';
import { filePath } from '../../../src/cache/CacheFolder.ts';
import { FrameCache } from '../../../src/cache/FrameCache.ts';
import { isPacked, packContent, packedStart, unpackContent } from '../../../src/cache/packedContent.ts';
import { verifyCache } from '../../../src/cache/verifyCache.ts';
import { decodeFrame, decodeFrameStats, encodeFrame } from '../../../src/frames/Frame.ts';
import { initialKey } from '../../../src/frames/keys.ts';
import { headerBytes, packArrays, type PackableArray } from '../../../src/frames/packedArrays.ts';
import { envelopeLength, sealFile } from '../../../src/frames/sealedFile.ts';
import { createRandom } from '../../support/random.ts';
import { sampleFrame } from '../../support/frames.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';

const key = initialKey('test', 1);
const frame = sampleFrame(1, 400);
const content = encodeFrame(frame);

async function packed(bytes: Uint8Array): Promise<Uint8Array> {
  const found = await packContent(bytes, systemDigest(bytes));
  expect(found).toBeDefined();
  return Uint8Array.from(found!);
}

/** Returns arrays of all types and lengths: runs, walks and noise. */
function arraysOf(seed: number): Map<string, PackableArray> {
  const random = createRandom(seed);
  const count = 300 + Math.floor(3000 * random());
  const walk = (step: number) => {
    let at = 0;
    return () => (at += step * (random() - 0.5));
  };
  const fill = <T extends PackableArray>(array: T, next: () => number) => {
    for (let k = 0; k < array.length; k++) array[k] = next();
    return array;
  };
  return new Map<string, PackableArray>([
    ['ids', Uint32Array.from({ length: count }, (_, k) => k)],
    ['floats', fill(new Float32Array(3 * count), walk(1e-3))],
    ['extremes', Float32Array.from({ length: count }, (_, k) => [NaN, -0, Infinity, -1e-45, 3.4e38, 0][k % 6])],
    ['noise', fill(new Uint32Array(count), () => 2 ** 32 * random())],
    ['steps', fill(new Int32Array(count), walk(1e6))],
    ['shorts', fill(new Uint16Array(3 * count + 1), walk(500))],
    ['bytes', fill(new Uint8Array(count), () => 2 * random())],
    ['doubles', fill(new Float64Array(count), random)],
    ['few', new Uint16Array([1, 2, 3])],
    ['none', new Float32Array(0)],
  ]);
}

test('words of every width come out of their planes as they were', () => {
  const random = createRandom(5);
  for (const type of [Uint8Array, Uint16Array, Uint32Array]) {
    const words = new type(1000).map(() => 2 ** 32 * random());
    words.set([0, 2 ** 32 - 1, 0, 2 ** 31, 2 ** 31 - 1, 1]);
    for (const step of [1, 3]) {
      const again = new type(words.length);
      joinPlanes(splitPlanes(words, step), step, again);
      expect(again).toEqual(words);
    }
  }
  expect(bestStep(Uint32Array.from({ length: 300 }, (_, k) => k))).toBe(1);
  expect(bestStep(Uint32Array.from({ length: 300 }, (_, k) => 1e6 * (k % 3) + k))).toBe(3);
});

test('any arrays come back with their bits, at any address, and always from the same bytes', async () => {
  for (let seed = 0; seed < 20; seed++) {
    const bytes = packArrays('DUCTTEST', { meta: { seed }, arrays: arraysOf(seed) });
    const short = await packed(bytes);
    expect(short.length).toBeLessThan(0.9 * bytes.length);
    expect(await packed(bytes)).toEqual(short);
    const moved = new Uint8Array(bytes.length + 3).subarray(3);
    moved.set(bytes);
    expect(await packed(moved)).toEqual(short);
    const { content: again, sha256 } = await unpackContent(short, systemDigest);
    expect(Buffer.compare(again, bytes)).toBe(0);
    expect(Buffer.from(sha256)).toEqual(Buffer.from(systemDigest(bytes)));
  }
});

test('a frame in the cache takes less room and is the same frame; its numbers are read from its beginning', async () => {
  const folder = await temporaryFolder();
  const cache = await FrameCache.open(folder);
  expect(await cache.write('frame', key, content)).toBe(sha256Hex(content));
  expect((await stat(filePath(folder, 'frame', key))).size).toBeLessThan(0.9 * content.length);
  const found = await cache.read('frame', key);
  expect(found?.sha256).toBe(sha256Hex(content));
  expect(decodeFrame(found!.content)).toEqual(frame);
  const start = await cache.readStart('frame', key, headerBytes);
  expect(decodeFrameStats(start!)).toEqual(frame.stats);
  for await (const verdict of verifyCache(folder)) {
    expect(verdict).toMatchObject({ status: 'ok', sha256: sha256Hex(content) });
  }
});

test('frames of older programs, which are not packed, are read', async () => {
  const folder = await temporaryFolder();
  const cache = await FrameCache.open(folder);
  await cache.write('frame', key, content);
  const { envelope } = sealFile('frame', key, content, systemDigest);
  await writeFile(filePath(folder, 'frame', key), Buffer.concat([envelope, content]));
  expect(decodeFrame((await cache.read('frame', key))!.content)).toEqual(frame);
  expect(decodeFrameStats((await cache.readStart('frame', key, headerBytes))!)).toEqual(frame.stats);
});

test('a packed file with any bit changed, or cut, is a missing one', async () => {
  const folder = await temporaryFolder();
  const cache = await FrameCache.open(folder);
  await cache.write('frame', key, content);
  const path = filePath(folder, 'frame', key);
  const bytes = await readFile(path);
  expect(isPacked(bytes.subarray(envelopeLength))).toBe(true);
  for (let position = 0; position < bytes.length; position += 61) {
    const changed = Uint8Array.from(bytes);
    changed[position] ^= 1 << (position % 8);
    for (const damaged of [changed, bytes.subarray(0, position)]) {
      await writeFile(path, damaged);
      expect(await cache.read('frame', key), `byte ${position}`).toBeUndefined();
    }
  }
});

test('packed bytes that are damaged under a whole envelope give an error, and no memory is taken on their word', async () => {
  const whole = await packed(content);
  const unpack = (bytes: Uint8Array) => unpackContent(bytes, systemDigest);
  const refused = expect.objectContaining({
    code: 'cache-damaged',
    remedy: expect.stringContaining('again') as unknown,
  });
  for (let position = 8; position < whole.length; position += 7) {
    const changed = Uint8Array.from(whole);
    changed[position] ^= 1 << (position % 8);
    // A bit that only pads deflated bytes changes nothing; any other must be found.
    const again = await unpack(changed).catch((error: unknown) => error);
    if (again instanceof Error) expect(again).toEqual(refused);
    else expect(Buffer.compare((again as { content: Uint8Array }).content, content)).toBe(0);
    await expect(unpack(whole.slice(0, Math.max(position, packedStart)))).rejects.toEqual(refused);
  }
  const huge = packArrays('DUCTTEST', { meta: {}, arrays: new Map([['zeros', new Uint32Array(5000)]]) });
  const claims = await packed(huge);
  const text = Buffer.from(claims).toString('latin1').replace('5000', '9e11');
  const claiming = Uint8Array.from(Buffer.from(text, 'latin1'));
  const view = new DataView(claiming.buffer);
  const length = BigInt(view.getUint32(12, true)) + 4n * 900_000_000_000n;
  view.setBigUint64(16, length, true);
  await expect(unpack(claiming)).rejects.toThrow(/cannot be in/);
});

test('what would not get shorter stays as it is', async () => {
  const random = createRandom(3);
  const noise = new Uint32Array(2000).map(() => 2 ** 32 * random());
  const bytes = packArrays('DUCTTEST', { meta: {}, arrays: new Map([['noise', noise]]) });
  expect(await packContent(bytes, systemDigest(bytes))).toBeUndefined();
  const few = encodeFrame(sampleFrame(1));
  expect(await packContent(few, systemDigest(few))).toBeUndefined();
});

test('checkpoints are packed, double precision among it, and those of earlier programs are read as they lie', async () => {
  const cache = await FrameCache.open(await temporaryFolder());
  const random = createRandom(3);
  const walk = new Float64Array(6000);
  for (let k = 3; k < walk.length; k++) walk[k] = walk[k - 3] + 1e-3 * random();
  const whole = packArrays('DUCTCKPT', { meta: {}, arrays: new Map([['positions', walk]]) });
  await cache.write('checkpoint', key, whole);
  const path = filePath(cache.folder, 'checkpoint', key);
  expect((await stat(path)).size).toBeLessThan(0.9 * whole.length);
  expect(Buffer.compare((await cache.read('checkpoint', key))!.content, whole)).toBe(0);
  const { envelope } = sealFile('checkpoint', key, whole, systemDigest);
  await writeFile(path, Buffer.concat([envelope, whole]));
  expect(Buffer.compare((await cache.read('checkpoint', key))!.content, whole)).toBe(0);
});

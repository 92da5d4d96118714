import { promisify } from 'node:util';
import { constants, deflateRaw, inflateRaw } from 'node:zlib';
import { CoreError } from '../base/errors.ts';
import { arrayBounds, type ArrayBounds } from '../frames/packedArrays.ts';
import type { Digest } from '../frames/sealedFile.ts';
import { bestStep, joinPlanes, splitPlanes, type Words } from './bytePlanes.ts';

/**
 * The lossless compression of frames and surfaces in files of the cache:
 *
 * | bytes | content |
 * |---|---|
 * | 0-7 | magic `DUCTPACK` |
 * | 8-11 | version, u32: 2 where arrays of 8-byte numbers are packed, too, else 1 |
 * | 12-15 | length S of the content's header, which is stored uncompressed, u32 |
 * | 16-23 | length of the content, u64 |
 * | 24-55 | SHA-256 of the content |
 * | 56-(56+S) | the header |
 * | then | for each array that the header names: its step, then the stored length of each of its byte planes, all u32 |
 * | then | the planes (see `splitPlanes`), each as it is or, where that is shorter, deflated (RFC 1951) |
 *
 * Arrays of 8-byte numbers are packed as their low and their high words: 4 planes of each. An array with step 0 is one plane: its own bytes. Equal content gives equal bytes with the same zlib; the unpacked content is the
 * same with any.
 */
const magic = 'DUCTPACK';
const packVersion = 1;
const wideVersion = 2;
export const packedStart = 56;
/** Arrays of fewer bytes are not compressed. */
const SMALLEST_ARRAY = 1024;
/** A plane is deflated only where the result is below this fraction of it: smaller gains are not worth the time of every read. */
const WORTH_SHARE = 0.94;
/** Largest expansion of deflate (RFC 1951: 258 bytes from 2 bits). */
const LARGEST_RATIO = 1032;

const deflate = promisify(deflateRaw);
const inflate = promisify(inflateRaw);

interface PackedArray {
  /** Step of the differences; 0: one plane with the array's own bytes. */
  readonly step: number;
  readonly planes: readonly Uint8Array[];
}

/** Returns the packed form of a content, or undefined where it would not be shorter or the content does not come from `packArrays`. `sha256`: that of the content, 32 bytes. */
export async function packContent(content: Uint8Array, sha256: Uint8Array): Promise<Uint8Array | undefined> {
  const bounds = arraysIn(content);
  if (!bounds?.some((one) => isPackable(one, wideVersion))) return undefined;
  const version = bounds.some(isWide) ? wideVersion : packVersion;
  const packed = await Promise.all(bounds.map((one) => packArray(content, one)));
  const start = bounds[0].offset;
  const table = Uint32Array.from(packed.flatMap(({ step, planes }) => [step, ...planes.map(({ length }) => length)]));
  const fixed = new Uint8Array(packedStart);
  const view = new DataView(fixed.buffer);
  for (let k = 0; k < 8; k++) fixed[k] = magic.charCodeAt(k);
  view.setUint32(8, version, true);
  view.setUint32(12, start, true);
  view.setBigUint64(16, BigInt(content.length), true);
  fixed.set(sha256, 24);
  const planes = packed.flatMap((one) => one.planes);
  const bytes = Buffer.concat([fixed, content.subarray(0, start), new Uint8Array(table.buffer), ...planes]);
  return bytes.length < content.length ? bytes : undefined;
}

/** Returns whether bytes are a packed form; its first bytes suffice. */
export function isPacked(stored: Uint8Array): boolean {
  if (stored.length < packedStart) return false;
  for (let k = 0; k < 8; k++) if (stored[k] !== magic.charCodeAt(k)) return false;
  return true;
}

/**
 * Unpacks a content. Throws `cache-damaged` for any inconsistency, including the checksum of the content. Impossible
 * lengths are rejected before memory is allocated for them.
 */
export async function unpackContent(
  stored: Uint8Array,
  digest: Digest,
): Promise<{ content: Uint8Array; sha256: Uint8Array }> {
  const { content, arrays } = openPacked(stored);
  const results = await Promise.allSettled(arrays.map(({ packed, bounds }) => unpackArray(packed, bounds, content)));
  const failed = results.find((result) => result.status === 'rejected');
  if (failed !== undefined) throw damaged('a packed array is damaged', failed.reason);
  const sha256 = stored.slice(24, packedStart);
  if (Buffer.compare(digest(content), sha256) !== 0) throw damaged('the content does not match its checksum');
  return { content, sha256 };
}

/** Returns the content with its header filled in, and the readers of its arrays. */
function openPacked(stored: Uint8Array) {
  const view = new DataView(stored.buffer, stored.byteOffset, stored.byteLength);
  const version = view.getUint32(8, true);
  if (version !== packVersion && version !== wideVersion) throw damaged('the content is packed by another version');
  const startLength = view.getUint32(12, true);
  const length = Number(view.getBigUint64(16, true));
  const start = stored.subarray(packedStart, packedStart + startLength);
  const places = boundsOf(start, length);
  if (start.length !== startLength || places[0]?.offset !== startLength)
    throw damaged('the start of the content is cut');
  const counts = places.map((bounds) => (isPackable(bounds, version) ? bounds.width : 1));
  let entry = packedStart + startLength;
  let end = entry + 4 * counts.reduce((sum, count) => sum + 1 + count, 0);
  if (end > stored.length) throw damaged('the table of the packed arrays is cut');
  const next = () => view.getUint32((entry += 4) - 4, true);
  const arrays = places.map((bounds, k) => {
    const step = next();
    const planes = Array.from({ length: counts[k] }, () => stored.subarray(end, (end += next())));
    const shortest = Math.min(...planes.map((plane) => plane.length));
    if (bounds.length > LARGEST_RATIO * shortest) throw damaged(`${bounds.length} bytes cannot be in ${shortest}`);
    return { bounds, packed: { step, planes } };
  });
  if (end !== stored.length) throw damaged('the packed arrays do not fill the file');
  const content = new Uint8Array(length);
  content.set(start);
  return { content, arrays };
}

function arraysIn(content: Uint8Array): ArrayBounds[] | undefined {
  try {
    return arrayBounds(content, content.length);
  } catch (error) {
    if (error instanceof CoreError) return undefined;
    throw error;
  }
}

function boundsOf(start: Uint8Array, length: number): ArrayBounds[] {
  try {
    return arrayBounds(start, length);
  } catch (cause) {
    throw damaged('the header of the packed content is damaged', cause);
  }
}

function isPackable({ length, width }: ArrayBounds, version: number): boolean {
  return (version === wideVersion || width <= 4) && length * width >= SMALLEST_ARRAY;
}

/** Returns whether an array of 8-byte numbers is worth packing. */
function isWide(bounds: ArrayBounds): boolean {
  return bounds.width > 4 && isPackable(bounds, wideVersion);
}

async function packArray(content: Uint8Array, bounds: ArrayBounds): Promise<PackedArray> {
  if (!isPackable(bounds, wideVersion)) {
    return { step: 0, planes: [content.subarray(bounds.offset, bounds.offset + bounds.length * bounds.width)] };
  }
  const halves = isWide(bounds) ? wordHalves(wordsOf(content, bounds)) : [wordsOf(content, bounds)];
  // Judged by the high words: the low ones are noise.
  const step = bestStep(halves.at(-1)!);
  return { step, planes: await Promise.all(halves.flatMap((words) => splitPlanes(words, step)).map(deflatePlane)) };
}

/** Splits 8-byte numbers into their low and high words, little-endian. */
function wordHalves(words: Words): [Uint32Array, Uint32Array] {
  const halves: [Uint32Array, Uint32Array] = [new Uint32Array(words.length / 2), new Uint32Array(words.length / 2)];
  for (let k = 0; k < words.length; k++) halves[k % 2][k >> 1] = words[k];
  return halves;
}

async function unpackArray({ step, planes }: PackedArray, bounds: ArrayBounds, content: Uint8Array): Promise<void> {
  if (step === 0) {
    if (planes[0].length !== bounds.length * bounds.width) throw new Error('an array has another length');
    content.set(planes[0], bounds.offset);
    return;
  }
  const whole = await Promise.all(planes.map((plane) => inflatePlane(plane, bounds.length)));
  const words = wordsOf(content, bounds);
  if (!isWide(bounds)) {
    joinPlanes(whole, step, words);
    return;
  }
  const half = new Uint32Array(bounds.length);
  for (const part of [0, 1]) {
    joinPlanes(whole.slice(4 * part, 4 * part + 4), step, half);
    for (let k = 0; k < half.length; k++) words[2 * k + part] = half[k];
  }
}

async function deflatePlane(plane: Uint8Array): Promise<Uint8Array> {
  // Differences repeat mostly in runs; searching for more costs three times as much and gains a hundredth.
  const short = await deflate(plane, { strategy: constants.Z_RLE });
  return short.length < WORTH_SHARE * plane.length ? short : plane;
}

async function inflatePlane(plane: Uint8Array, length: number): Promise<Uint8Array> {
  const whole = plane.length === length ? plane : await inflate(plane, { maxOutputLength: length });
  if (whole.length !== length) throw new Error('a plane has another length');
  return whole;
}

/** Returns a view where the content is at a multiple of 8, as that of this module is; 8-byte numbers as two words each. */
function wordsOf(content: Uint8Array, { offset, length, width }: ArrayBounds): Words {
  const type = width >= 4 ? Uint32Array : width === 2 ? Uint16Array : Uint8Array;
  const size = Math.min(width, 4);
  const from = content.byteOffset + offset;
  // A content at an unaligned address is copied.
  const [buffer, at] =
    from % size === 0 ? [content.buffer, from] : [content.slice(offset, offset + length * width).buffer, 0];
  return new type(buffer as ArrayBuffer, at, (length * width) / size);
}

function damaged(message: string, cause?: unknown): CoreError {
  return new CoreError('cache-damaged', message, {
    remedy: 'The frame counts as missing; simulate it again.',
    cause,
  });
}

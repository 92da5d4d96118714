import { CoreError } from '../base/errors.ts';
import type { FrameKey } from './keys.ts';

/**
 * The envelope of a file in the cache, 128 bytes before its content:
 *
 * | bytes | content |
 * |---|---|
 * | 0-7 | magic `DUCTCACH` |
 * | 8-11 | envelope version, u32 |
 * | 12-15 | kind, u32: 1 frame, 2 statics, 3 checkpoint, 4 inputs, 5 failure, 6 surface, 7 whitewater |
 * | 16-23 | length of the content, u64 |
 * | 24-55 | the key that names the file |
 * | 56-87 | SHA-256 of the content |
 * | 88-119 | SHA-256 of bytes 0-87 |
 * | 120-127 | zeros |
 *
 * A file is accepted only when all of it fits together: a torn, foreign or renamed file is a missing one.
 */
export const envelopeLength = 128;
export const fileKinds = {
  frame: 1,
  statics: 2,
  checkpoint: 3,
  inputs: 4,
  failure: 5,
  surface: 6,
  whitewater: 7,
} as const;
export type FileKind = keyof typeof fileKinds;

/** SHA-256 as 32 bytes; a faster one than the portable may be handed in. */
export type Digest = (bytes: Uint8Array) => Uint8Array;

export const sealMagic = 'DUCTCACH';
const envelopeVersion = 2;
const checkedLength = 88;

export interface SealedFile {
  readonly envelope: Uint8Array;
  /** SHA-256 of the content, hex: what runs are compared by. */
  readonly sha256: string;
}

/** The envelope that goes before `content` in the file called `key`. */
export function sealFile(kind: FileKind, key: FrameKey, content: Uint8Array, digest: Digest): SealedFile {
  const envelope = new Uint8Array(envelopeLength);
  const view = new DataView(envelope.buffer);
  for (let k = 0; k < 8; k++) envelope[k] = sealMagic.charCodeAt(k);
  view.setUint32(8, envelopeVersion, true);
  view.setUint32(12, fileKinds[kind], true);
  view.setBigUint64(16, BigInt(content.length), true);
  envelope.set(hexBytes(key), 24);
  const contentDigest = digest(content);
  envelope.set(contentDigest, 56);
  envelope.set(digest(envelope.subarray(0, checkedLength)), checkedLength);
  return { envelope, sha256: hexText(contentDigest) };
}

export interface OpenedFile {
  readonly kind: FileKind;
  readonly key: FrameKey;
  /** View on the content. */
  readonly content: Uint8Array;
  readonly sha256: string;
}

/**
 * The content of a sealed file as a view. Throws `cache-damaged` unless magic, version, lengths and both checksums fit, and
 * kind and key are those that were asked for.
 */
export function openSealedFile(
  bytes: Uint8Array,
  digest: Digest,
  wanted: { readonly kind?: FileKind; readonly key?: FrameKey } = {},
): OpenedFile {
  const { kind, key, length, contentDigest } = readEnvelope(bytes, digest);
  if (bytes.length !== envelopeLength + length) {
    throw damaged(`${bytes.length - envelopeLength} of ${length} bytes of content are there`);
  }
  if (wanted.kind !== undefined && wanted.kind !== kind)
    throw damaged(`the file holds a ${kind}, not a ${wanted.kind}`);
  if (wanted.key !== undefined && wanted.key !== key) throw damaged('the file belongs to another key');
  const content = bytes.subarray(envelopeLength);
  if (!equal(digest(content), contentDigest)) throw damaged('the content does not match its checksum');
  return { kind, key, content, sha256: hexText(contentDigest) };
}

function readEnvelope(bytes: Uint8Array, digest: Digest) {
  if (bytes.length < envelopeLength) throw damaged('the file is shorter than its envelope');
  for (let k = 0; k < 8; k++)
    if (bytes[k] !== sealMagic.charCodeAt(k)) throw damaged('the file is not from this cache');
  const view = new DataView(bytes.buffer, bytes.byteOffset, envelopeLength);
  const padding = bytes.subarray(checkedLength + 32, envelopeLength);
  if (padding.some((byte) => byte !== 0)) throw damaged('the envelope is damaged');
  if (view.getUint32(8, true) !== envelopeVersion) throw damaged('the envelope is of another version');
  const checksum = bytes.subarray(checkedLength, checkedLength + 32);
  if (!equal(digest(bytes.subarray(0, checkedLength)), checksum)) throw damaged('the envelope is damaged');
  const code = view.getUint32(12, true);
  const kind = (Object.keys(fileKinds) as FileKind[]).find((name) => fileKinds[name] === code);
  if (kind === undefined) throw damaged(`kind ${code} is not known`);
  return {
    kind,
    key: hexText(bytes.subarray(24, 56)) as FrameKey,
    length: Number(view.getBigUint64(16, true)),
    contentDigest: bytes.subarray(56, 88),
  };
}

function equal(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, k) => byte === b[k]);
}

function hexBytes(text: string): Uint8Array {
  return Uint8Array.from({ length: text.length / 2 }, (_, k) => Number.parseInt(text.slice(2 * k, 2 * k + 2), 16));
}

function hexText(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function damaged(message: string): CoreError {
  return new CoreError('cache-damaged', message, { remedy: 'The frame counts as missing; simulate it again.' });
}

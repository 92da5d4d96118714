import { createHash } from 'node:crypto';
import type { FrameKey } from '../frames/keys.ts';
import { openSealedFile, type FileKind, type OpenedFile } from '../frames/sealedFile.ts';
import { isPacked, packContent, unpackContent } from './packedContent.ts';

/** Kinds that are compressed, because they are many and large. */
const PACKED: ReadonlySet<FileKind> = new Set(['frame', 'surface', 'checkpoint', 'whitewater']);

/** Computes SHA-256 with the system's library, several times faster than the portable one. */
export function systemDigest(bytes: Uint8Array): Uint8Array {
  return createHash('sha256').update(bytes).digest();
}

/** Returns the stored form of a content, and the SHA-256 of the content itself, hex. */
export async function storedForm(kind: FileKind, content: Uint8Array): Promise<{ stored: Uint8Array; sha256: string }> {
  const digest = systemDigest(content);
  const packed = PACKED.has(kind) ? await packContent(content, digest) : undefined;
  return { stored: packed ?? content, sha256: Buffer.from(digest).toString('hex') };
}

/** Returns the content of a cache file, compressed or not, and its SHA-256. Throws `cache-damaged` like `openSealedFile` and `unpackContent`. */
export async function openCachedFile(
  bytes: Uint8Array,
  wanted: { readonly kind?: FileKind; readonly key?: FrameKey } = {},
): Promise<OpenedFile> {
  const file = openSealedFile(bytes, systemDigest, wanted);
  if (!PACKED.has(file.kind) || !isPacked(file.content)) return file;
  const { content, sha256 } = await unpackContent(file.content, systemDigest);
  return { ...file, content, sha256: Buffer.from(sha256).toString('hex') };
}

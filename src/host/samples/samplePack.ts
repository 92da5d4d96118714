import { randomUUID } from 'node:crypto';
import { rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { z } from 'zod';
import { errorCode, makeFolder, writeFileAtomically } from '../../cache/atomicFile.ts';
import { openPlainFile, readAt, readPlainFile } from '../../cache/plainFile.ts';
import { shelvedSample, writeState, type ShelvedSample } from './shelvedSample.ts';

/**
 * A pack: the folder of a sample in one file. `DUCTPACK`, the length of the head (u32, little-endian), the head as JSON, then the files one after the other, each
 * compressed (Brotli, RFC 7932) where that is shorter: meshes become a third, first frames, in which little moves yet, a half.
 */
const MAGIC = 'DUCTPACK';
const START = MAGIC.length + 4;
/** A head longer than this was not written by this program. */
const MOST_HEAD = 1 << 20;
/** Brotli's effort, 0 to 11. Higher ones take ten times as long for a hundredth less. */
const EFFORT = 9;

const packHead = z.strictObject({
  state: shelvedSample,
  files: z.array(
    z.strictObject({
      /** Path below the folder, with slashes; never out of it. */
      path: z.string().regex(/^(?:[A-Za-z0-9_-][\w.-]*\/)*[A-Za-z0-9_-][\w.-]*$/),
      /** Length of the file. */
      bytes: z.int().min(0),
      /** Length of what the pack has of it: as long as the file where it is not compressed. */
      stored: z.int().min(0),
    }),
  ),
});

/** A file as it lies in a pack. */
export interface PackedFile {
  readonly path: string;
  readonly bytes: number;
  readonly stored: Uint8Array;
}

export function packFile(path: string, content: Uint8Array): PackedFile {
  const short = brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: EFFORT } });
  return { path, bytes: content.length, stored: short.length < content.length ? short : content };
}

/** Bytes of `encodePack(state, files)`. */
export function packLength(state: ShelvedSample, files: readonly PackedFile[]): number {
  return START + encodeHead(state, files).length + files.reduce((sum, { stored }) => sum + stored.length, 0);
}

export function encodePack(state: ShelvedSample, files: readonly PackedFile[]): Uint8Array {
  const head = encodeHead(state, files);
  const bytes = new Uint8Array(packLength(state, files));
  bytes.set(new TextEncoder().encode(MAGIC));
  new DataView(bytes.buffer).setUint32(MAGIC.length, head.length, true);
  bytes.set(head, START);
  let at = START + head.length;
  for (const { stored } of files) {
    bytes.set(stored, at);
    at += stored.length;
  }
  return bytes;
}

function encodeHead(state: ShelvedSample, files: readonly PackedFile[]): Uint8Array {
  const listed = files.map(({ path, bytes, stored }) => ({ path, bytes, stored: stored.length }));
  return new TextEncoder().encode(JSON.stringify({ state, files: listed }));
}

/** What a pack holds; undefined where there is none, or one that is no pack. */
export async function readPackState(path: string): Promise<ShelvedSample | undefined> {
  const opened = await openPlainFile(path).catch(() => undefined);
  if (opened === undefined) return undefined;
  const { file } = opened;
  try {
    const start = await readAt(file, 0, START);
    return start.length < START ? undefined : parseHead(await readAt(file, START, headLength(start)))?.state;
  } finally {
    await file.close();
  }
}

/** Writes the files of a pack and its state below `folder`, all of them or none. Does nothing where there is no such pack, or a damaged one. */
export async function unpackSample(path: string, folder: string): Promise<void> {
  const bytes = await readPlainFile(path).catch(() => undefined);
  const pack = bytes === undefined ? undefined : decodePack(bytes);
  if (pack === undefined) return;
  // The start page may have it unpacked in the background in the moment in which it is opened.
  const temporary = `${folder}.unpacking-${randomUUID()}`;
  try {
    for (const [name, content] of pack.files) {
      const target = join(temporary, name);
      await makeFolder(dirname(target));
      await writeFileAtomically(target, [content], { durable: false });
    }
    await writeState(temporary, pack.state);
    await rename(temporary, folder);
  } catch (error) {
    // Another one was faster.
    if (!['EEXIST', 'ENOTEMPTY', 'EPERM'].includes(errorCode(error) ?? '')) throw error;
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

/** The state and the files, by path, of a whole pack; undefined where anything does not fit together. */
function decodePack(bytes: Uint8Array): { state: ShelvedSample; files: Map<string, Uint8Array> } | undefined {
  const length = headLength(bytes);
  const head = parseHead(bytes.subarray(START, START + length));
  if (head === undefined) return undefined;
  const files = new Map<string, Uint8Array>();
  let at = START + length;
  for (const { path, bytes: size, stored } of head.files) {
    const content = decompressed(bytes.subarray(at, (at += stored)), size);
    if (content?.length !== size) return undefined;
    files.set(path, content);
  }
  return at === bytes.length ? { state: head.state, files } : undefined;
}

function decompressed(stored: Uint8Array, size: number): Uint8Array | undefined {
  if (stored.length === size) return stored;
  try {
    // What a head says falsely takes no more memory than it says.
    return brotliDecompressSync(stored, { maxOutputLength: Math.max(1, size) });
  } catch {
    return undefined;
  }
}

function headLength(bytes: Uint8Array): number {
  if (bytes.length < START || new TextDecoder().decode(bytes.subarray(0, MAGIC.length)) !== MAGIC) return 0;
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(MAGIC.length, true);
  return length > MOST_HEAD ? 0 : length;
}

function parseHead(bytes: Uint8Array): z.output<typeof packHead> | undefined {
  try {
    const parsed = packHead.safeParse(JSON.parse(new TextDecoder().decode(bytes)));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}

import { rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { errorCode, makeFolder, writeFileAtomically } from '../../cache/atomicFile.ts';
import { openPlainFile, readAt, readPlainFile } from '../../cache/plainFile.ts';
import { shelvedSample, type ShelvedSample } from './shelvedSample.ts';

/**
 * A pack: the folder of a sample in one file. `DUCTPACK`, the length of the head (u32, little-endian), the head as JSON, then the files one after the other. Frames are packed
 * in themselves, so nothing is gained by packing them again.
 */
const MAGIC = 'DUCTPACK';
const START = MAGIC.length + 4;
/** A head longer than this was not written by this program. */
const MOST_HEAD = 1 << 20;

const packHead = z.strictObject({
  state: shelvedSample,
  files: z.array(
    z.strictObject({
      /** Below the folder, with slashes; never out of it. */
      path: z.string().regex(/^(?:[A-Za-z0-9_-][\w.-]*\/)*[A-Za-z0-9_-][\w.-]*$/),
      bytes: z.int().min(0),
    }),
  ),
});

export interface PackedFile {
  readonly path: string;
  readonly content: Uint8Array;
}

export function encodePack(state: ShelvedSample, files: readonly PackedFile[]): Uint8Array {
  const listed = files.map(({ path, content }) => ({ path, bytes: content.length }));
  const head = new TextEncoder().encode(JSON.stringify({ state, files: listed }));
  const bytes = new Uint8Array(START + head.length + listed.reduce((sum, file) => sum + file.bytes, 0));
  bytes.set(new TextEncoder().encode(MAGIC));
  new DataView(bytes.buffer).setUint32(MAGIC.length, head.length, true);
  bytes.set(head, START);
  let at = START + head.length;
  for (const { content } of files) {
    bytes.set(content, at);
    at += content.length;
  }
  return bytes;
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

/** Writes the files of a pack below `folder`, all of them or none. Gives its state; undefined where there is no such pack. */
export async function unpackSample(path: string, folder: string): Promise<ShelvedSample | undefined> {
  const bytes = await readPlainFile(path).catch(() => undefined);
  if (bytes === undefined) return undefined;
  const length = headLength(bytes);
  const head = parseHead(bytes.subarray(START, START + length));
  if (head === undefined) return undefined;
  const temporary = `${folder}.unpacking-${process.pid}`;
  let at = START + length;
  try {
    for (const { path: name, bytes: size } of head.files) {
      const target = join(temporary, name);
      await makeFolder(dirname(target));
      await writeFileAtomically(target, [bytes.subarray(at, at + size)], { durable: false });
      at += size;
    }
    await rename(temporary, folder);
  } catch (error) {
    // Another editor was faster.
    if (!['EEXIST', 'ENOTEMPTY', 'EPERM'].includes(errorCode(error) ?? '')) throw error;
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
  return head.state;
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

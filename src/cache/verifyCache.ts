import { rm } from 'node:fs/promises';
import { CoreError } from '../base/errors.ts';
import { checkCancelled, type JobContext } from '../base/job.ts';
import type { FrameKey } from '../frames/keys.ts';
import { sealMagic, type FileKind } from '../frames/sealedFile.ts';
import { listFiles, type CacheFile } from './CacheFolder.ts';
import { openCachedFile } from './cachedFile.ts';
import { readPlainFile } from './plainFile.ts';

export interface FileVerdict {
  readonly path: string;
  readonly kind: FileKind;
  readonly key: FrameKey | undefined;
  readonly bytes: number;
  /** 'torn': written by this cache, but truncated or changed. 'foreign': not written by this cache, or under another name. */
  readonly status: 'ok' | 'torn' | 'foreign';
  /** SHA-256 of the content, where the file is valid. */
  readonly sha256?: string;
  /** Reason of rejection. */
  readonly reason?: string;
}

/** Reads and validates every file of a cache, in the order of kind and key, without changing anything. */
export async function* verifyCache(folder: string): AsyncGenerator<FileVerdict> {
  for (const file of await listFiles(folder)) {
    const verdict = await verifyFile(file);
    if (verdict !== undefined) yield verdict;
  }
}

/**
 * Removes damaged files: a file that fails validation counts as missing, and a simulation recreates it when needed. Files whose names are
 * not those of cache files stay. Returns the number of removed files.
 */
export async function removeDamaged(folder: string, job: JobContext): Promise<number> {
  let removed = 0;
  for await (const { path, key, status } of verifyCache(folder)) {
    checkCancelled(job);
    if (status === 'ok' || key === undefined) continue;
    await rm(path, { force: true }).catch(() => undefined);
    removed += 1;
  }
  return removed;
}

async function verifyFile({ path, kind, key, bytes }: CacheFile): Promise<FileVerdict | undefined> {
  if (key === undefined) return { path, kind, key, bytes, status: 'foreign', reason: 'the name is not a key' };
  const content = await readPlainFile(path).catch(() => undefined);
  // Evicted since it was listed.
  if (content === undefined) return undefined;
  try {
    const found = await openCachedFile(content);
    if (found.kind !== kind || found.key !== key) {
      return { path, kind, key, bytes, status: 'foreign', reason: `it is the ${found.kind} of another key` };
    }
    const { sha256 } = found;
    return { path, kind, key, bytes, status: 'ok', sha256 };
  } catch (error) {
    if (!(error instanceof CoreError)) throw error;
    return { path, kind, key, bytes, status: hasMagic(content) ? 'torn' : 'foreign', reason: error.message };
  }
}

/** Returns whether content starts with the magic or is a prefix of it: a file truncated that early may be ours. */
function hasMagic(content: Uint8Array): boolean {
  return sealMagic.startsWith(new TextDecoder('latin1').decode(content.subarray(0, sealMagic.length)));
}

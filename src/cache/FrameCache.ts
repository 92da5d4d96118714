import { access, rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { CoreError } from '../base/errors.ts';
import type { FrameKey } from '../frames/keys.ts';
import { envelopeLength, sealFile, type FileKind } from '../frames/sealedFile.ts';
import { errorCode, makeFolder, writeFileAtomically } from './atomicFile.ts';
import { openCachedFile, storedForm, systemDigest } from './cachedFile.ts';
import { filePath, kinds, listFiles, listKeys, removeLeftovers, type CacheFile } from './CacheFolder.ts';
import { isPacked, packedStart } from './packedContent.ts';
import { openPlainFile, readAt, readPlainFile } from './plainFile.ts';
import { pinnedKeys } from './takes.ts';

/** Eviction continues down to this fraction of the quota, so that not every write evicts. */
const refillShare = 0.9;

/**
 * Returns the files to evict so that the rest takes at most 90 % of the quota: the least recently used first, equal times in the order
 * of their paths. Exempt keys are never evicted. Empty while the files fit the quota.
 */
function filesToEvict(
  files: readonly CacheFile[],
  exempt: ReadonlySet<FrameKey>,
  quotaBytes: number,
): readonly CacheFile[] {
  let used = files.reduce((sum, { bytes }) => sum + bytes, 0);
  if (used <= quotaBytes) return [];
  const candidates = files
    .filter(({ key }) => key === undefined || !exempt.has(key))
    .sort((a, b) => a.lastUsed - b.lastUsed || (a.path < b.path ? -1 : 1));
  const evicted: CacheFile[] = [];
  for (const file of candidates) {
    if (used <= refillShare * quotaBytes) break;
    evicted.push(file);
    used -= file.bytes;
  }
  return evicted;
}

export interface CacheOptions {
  /** Largest total size of the files, bytes; unlimited where left out. */
  readonly quotaBytes?: number;
  /** Clock, milliseconds since 1970, for the order of use. */
  readonly now?: () => number;
}

export interface CachedContent {
  readonly content: Uint8Array;
  /** SHA-256 of the content, hex. */
  readonly sha256: string;
}

/** Uses of a file within this interval, ms, count as one. */
const touchInterval = 60_000;

/**
 * The files of a shot's frames, constant data, checkpoints and inputs, by content key. A file that fails validation is a
 * missing one: `read` returns undefined and removes it. Several processes may use one folder at the same time: they
 * write equal bytes under equal names, each by an atomic rename. Nothing here records that a simulation is running.
 */
export class FrameCache {
  readonly folder: string;
  private readonly quotaBytes: number;
  private readonly now: () => number;
  /** Bytes stored, as far as this process knows; recounted before anything is evicted. */
  private usedBytes = 0;

  private constructor(folder: string, options: CacheOptions) {
    this.folder = folder;
    this.quotaBytes = options.quotaBytes ?? Infinity;
    this.now = options.now ?? (() => performance.timeOrigin + performance.now());
  }

  /** Opens a cache; its folders are created by the first write, so that a read-only shot can be opened. */
  static async open(folder: string, options: CacheOptions = {}): Promise<FrameCache> {
    const cache = new FrameCache(folder, options);
    await removeLeftovers(folder, cache.now());
    if (cache.quotaBytes < Infinity) cache.usedBytes = await cache.countBytes();
    return cache;
  }

  /** Returns whether a file of that name exists. Only `read` validates it. */
  async has(kind: FileKind, key: FrameKey): Promise<boolean> {
    return access(filePath(this.folder, kind, key)).then(
      () => true,
      () => false,
    );
  }

  /** Returns the content, or undefined where the file is missing, torn, foreign or belongs to another key. Never throws for those. */
  async read(kind: FileKind, key: FrameKey): Promise<CachedContent | undefined> {
    const path = filePath(this.folder, kind, key);
    const bytes = await readPlainFile(path).catch(missing);
    if (bytes === undefined) return undefined;
    try {
      const found = await openCachedFile(bytes, { kind, key });
      await this.touch(path);
      return { content: found.content, sha256: found.sha256 };
    } catch (error) {
      if (!(error instanceof CoreError) || error.code !== 'cache-damaged') throw error;
      await rm(path, { force: true }).catch(() => undefined);
      return undefined;
    }
  }

  /**
   * Returns the first bytes of a content: `needed` computes their number from the first 24. Checks the envelope only: `read` validates
   * the whole file. Returns undefined where the file is missing or too short; throws what `needed` throws.
   */
  async readStart(
    kind: FileKind,
    key: FrameKey,
    needed: (start: Uint8Array) => number,
  ): Promise<Uint8Array | undefined> {
    const opened = await openPlainFile(filePath(this.folder, kind, key)).catch(() => undefined);
    if (opened === undefined) return undefined;
    const { file } = opened;
    try {
      const first = await readAt(file, envelopeLength, packedStart + 24);
      const skipped = isPacked(first) ? packedStart : 0;
      const length = needed(first.subarray(skipped, skipped + 24));
      return await readAt(file, envelopeLength + skipped, length);
    } finally {
      await file.close();
    }
  }

  /**
   * Stores content under a key; returns its SHA-256. Throws `disk-full` or `file-unwritable`: stored files are not
   * lost, and the write can be retried.
   */
  async write(kind: FileKind, key: FrameKey, content: Uint8Array): Promise<string> {
    const { stored, sha256 } = await storedForm(kind, content);
    const { envelope } = sealFile(kind, key, stored, systemDigest);
    const temporaryFolder = join(this.folder, 'tmp');
    // Another process may remove the folder between the two steps; the second attempt creates it again.
    for (let attempt = 0; ; attempt++) {
      try {
        await makeFolder(temporaryFolder);
        await makeFolder(join(this.folder, kind));
        const durable = kind !== 'inputs';
        await writeFileAtomically(filePath(this.folder, kind, key), [envelope, stored], { temporaryFolder, durable });
        break;
      } catch (error) {
        const vanished = error instanceof CoreError && errorCode(error.cause) === 'ENOENT';
        if (!vanished || attempt > 0) throw keepingFrames(error);
      }
    }
    this.usedBytes += envelope.length + stored.length;
    if (this.usedBytes > this.quotaBytes) await this.evict(new Set([key]));
    return sha256;
  }

  /** Lists the keys of one kind that have a file, sorted. */
  keys(kind: FileKind): Promise<FrameKey[]> {
    return listKeys(this.folder, kind);
  }

  /**
   * Evicts the least recently used files until the rest fits the quota with room to spare. Files of pinned takes and of
   * `keep` are never evicted.
   */
  async evict(keep: ReadonlySet<FrameKey> = new Set()): Promise<void> {
    const files = await listFiles(this.folder);
    const exempt = new Set([...keep, ...(await pinnedKeys(this.folder))]);
    let used = files.reduce((sum, { bytes }) => sum + bytes, 0);
    for (const { path, bytes } of filesToEvict(files, exempt, this.quotaBytes)) {
      await rm(path, { force: true }).catch(() => undefined);
      used -= bytes;
    }
    this.usedBytes = used;
  }

  /**
   * Evicts the least recently used files of one kind until the rest takes at most 90 % of `bytes`, where they exceed it. Those of pinned
   * takes and of `keep` are never evicted. Returns the remaining bytes.
   */
  async limit(kind: FileKind, bytes: number, keep: ReadonlySet<FrameKey> = new Set()): Promise<number> {
    const files = (await listFiles(this.folder)).filter((file) => file.kind === kind);
    const exempt = new Set([...keep, ...(await pinnedKeys(this.folder))]);
    let used = files.reduce((sum, file) => sum + file.bytes, 0);
    for (const file of filesToEvict(files, exempt, bytes)) {
      await rm(file.path, { force: true }).catch(() => undefined);
      used -= file.bytes;
    }
    return used;
  }

  /** Removes everything, pinned or not. */
  async clear(): Promise<void> {
    for (const kind of [...kinds, 'tmp']) await rm(join(this.folder, kind), { recursive: true, force: true });
    this.usedBytes = 0;
  }

  private async countBytes(): Promise<number> {
    return (await listFiles(this.folder)).reduce((sum, { bytes }) => sum + bytes, 0);
  }

  private lastTouched = new Map<string, number>();

  /** Records the use of a file as its modification time: an order of use without an index, shared by all processes. */
  private async touch(path: string): Promise<void> {
    const now = this.now();
    if (now - (this.lastTouched.get(path) ?? -Infinity) < touchInterval) return;
    this.lastTouched.set(path, now);
    await utimes(path, now / 1000, now / 1000).catch(() => undefined);
  }
}

/** Adds to a disk-full error that only the running frame is lost. */
function keepingFrames(error: unknown): unknown {
  if (!(error instanceof CoreError) || error.code !== 'disk-full') return error;
  const { code, message, file, cause } = error;
  const remedy = 'Free some space or move the cache, then resume: every finished frame is kept.';
  return new CoreError(code, message, { file, remedy, cause });
}

/** Treats a folder or a FIFO in place of a cache file as missing; throws for missing permissions. */
function missing(error: unknown): undefined {
  if (error instanceof CoreError && error.code === 'file-missing') return undefined;
  if (error instanceof CoreError && error.cause === undefined) return undefined;
  throw error;
}

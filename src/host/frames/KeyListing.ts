import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { FrameCache } from '../../cache/FrameCache.ts';
import type { FrameKey } from '../../frames/keys.ts';
import type { FileKind } from '../../frames/sealedFile.ts';

/** Folders that changed this recently are read again, for file systems whose clock has steps; milliseconds. */
const SETTLED = 3000;

interface Listed {
  readonly stamp: string;
  readonly keys: ReadonlySet<FrameKey>;
}

/** The keys that are stored, read again only when files came or went: an edit asks for them, and a shot may have thousands. */
export class KeyListing {
  private readonly cache: FrameCache;
  private readonly known = new Map<FileKind, Listed>();

  constructor(cache: FrameCache) {
    this.cache = cache;
  }

  async of(kind: FileKind): Promise<ReadonlySet<FrameKey>> {
    const folder = join(this.cache.folder, kind);
    const found = await stat(folder, { bigint: true }).catch(() => undefined);
    const stamp = found === undefined ? 'none' : `${found.ino} ${found.mtimeNs}`;
    const known = this.known.get(kind);
    if (known?.stamp === stamp) return known.keys;
    const keys = new Set(await this.cache.keys(kind));
    const age = performance.timeOrigin + performance.now() - Number((found?.mtimeNs ?? 0n) / 1_000_000n);
    if (found !== undefined && age > SETTLED) this.known.set(kind, { stamp, keys });
    else this.known.delete(kind);
    return keys;
  }
}

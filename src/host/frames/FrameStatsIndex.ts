import type { FrameCache } from '../../cache/FrameCache.ts';
import { decodeFrameStats } from '../../frames/Frame.ts';
import type { FrameStats } from '../../frames/FrameStats.ts';
import type { FrameKey } from '../../frames/keys.ts';
import { headerBytes } from '../../frames/packedArrays.ts';

/** Frames whose numbers are kept in memory; a few hundred bytes each. */
const MOST_KEPT = 50_000;

export interface StoredStats {
  readonly stats: FrameStats;
  /** Wall-clock time of the simulation, where this host has seen it. */
  readonly seconds?: number;
}

/** The numbers of stored frames, from what jobs told and from the beginnings of the files. Memory stays bounded. */
export class FrameStatsIndex {
  private readonly cache: FrameCache;
  private readonly kept = new Map<FrameKey, StoredStats>();

  constructor(cache: FrameCache) {
    this.cache = cache;
  }

  add(frame: { key: FrameKey; stats: FrameStats; cached: boolean; seconds: number }): void {
    const seconds = frame.cached ? this.kept.get(frame.key)?.seconds : frame.seconds;
    this.keep(frame.key, { stats: frame.stats, seconds });
  }

  /** The numbers of a frame that is stored; undefined where its file cannot be read. Positions are not read, and so not checked. */
  async of(key: FrameKey): Promise<StoredStats | undefined> {
    const known = this.kept.get(key);
    if (known !== undefined) return known;
    const stats = await this.read(key);
    return stats && this.keep(key, { stats });
  }

  private async read(key: FrameKey): Promise<FrameStats | undefined> {
    try {
      const start = await this.cache.readStart('frame', key, headerBytes);
      return start && decodeFrameStats(start);
    } catch {
      return undefined;
    }
  }

  private keep(key: FrameKey, kept: StoredStats): StoredStats {
    this.kept.set(key, kept);
    const oldest = this.kept.keys().next();
    if (this.kept.size > MOST_KEPT && oldest.done !== true) this.kept.delete(oldest.value);
    return kept;
  }
}

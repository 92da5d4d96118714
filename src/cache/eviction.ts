import type { FrameKey } from '../frames/keys.ts';
import type { CacheFile } from './CacheFolder.ts';

/** Eviction continues down to this fraction of the quota, so that not every write evicts. */
const refillShare = 0.9;

/**
 * Returns the files to evict so that the rest takes at most 90 % of the quota: the least recently used first, equal times in the order
 * of their paths. Exempt keys are never evicted. Empty while the files fit the quota.
 */
export function filesToEvict(
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

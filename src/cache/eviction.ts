import type { FrameKey } from '../frames/keys.ts';
import type { CacheFile } from './CacheFolder.ts';

/** Eviction goes on down to this share of the quota, so that not every write evicts. */
const refillShare = 0.9;

/**
 * Which files go so that the rest takes at most 90 % of the quota: those used longest ago first, equal times in the order
 * of their paths. Exempt keys never go. Empty while the files fit the quota.
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

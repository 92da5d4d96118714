import type { FrameKey } from '../frames/keys.ts';
import type { FrameCache } from './FrameCache.ts';

/** Fraction of a cache's quota for checkpoints, and their limit in bytes where there is no quota. */
const quotaShare = 0.25;
const defaultBudgetBytes = 512e6;
/** Checkpoints up to this size, bytes, are written for every frame that the budget allows. */
const smallBytes = 128e3;
/** A larger checkpoint must save a second of simulation per this many bytes. A larger value shortens resuming and enlarges the cache. */
const bytesPerSecond = 0.5e6;

/** Returns the largest total size of all checkpoints of a cache, bytes. */
export function checkpointBudget(quotaBytes?: number): number {
  return quotaBytes === undefined ? defaultBudgetBytes : quotaShare * quotaBytes;
}

/** Returns K such that a checkpoint every K frames stays within the budget: ceil(frames * bytes / budget), at least 1. */
export function checkpointInterval(frameCount: number, checkpointBytes: number, quotaBytes?: number): number {
  return Math.max(1, Math.ceil((frameCount * checkpointBytes) / checkpointBudget(quotaBytes)));
}

/** Returns whether a checkpoint of this size is worth its space after so many seconds of simulation since the last. */
export function isWorthKeeping(checkpointBytes: number, secondsSince: number): boolean {
  return checkpointBytes <= smallBytes || secondsSince * bytesPerSecond >= checkpointBytes;
}

/** Returns whether frame number `index` of the range (0 is the first frame) gets a checkpoint; the last frame always does. */
export function isCheckpointFrame(index: number, frameCount: number, interval: number): boolean {
  return index === frameCount - 1 || (index > 0 && index % interval === 0);
}

export interface ResumePoint {
  /** Index in the chain of keys; the simulation resumes with the frame after it. */
  readonly index: number;
  readonly checkpoint: Uint8Array;
}

/**
 * Finds the last frame at or before `index` whose checkpoint is stored and intact. Frames before it may be missing. Undefined:
 * start from the first frame.
 */
export async function findResumePoint(
  cache: FrameCache,
  keys: readonly FrameKey[],
  index: number,
): Promise<ResumePoint | undefined> {
  const stored = new Set(await cache.keys('checkpoint'));
  for (let k = Math.min(index, keys.length - 1); k >= 0 && stored.size > 0; k--) {
    if (!stored.has(keys[k])) continue;
    const found = await cache.read('checkpoint', keys[k]);
    if (found !== undefined) return { index: k, checkpoint: found.content };
  }
  return undefined;
}

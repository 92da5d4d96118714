import type { FrameKey } from '../frames/keys.ts';
import type { FrameCache } from './FrameCache.ts';

/** Share of a cache's quota that checkpoints may take, and what they may take where there is no quota, bytes. */
const quotaShare = 0.25;
const defaultBudgetBytes = 512e6;
/** Checkpoints up to this size are kept of every frame that the budget allows, bytes: fewer would save nothing that counts. */
const smallBytes = 128e3;
/** A larger one must spare a second of simulation for so many bytes. More makes resuming shorter, and the cache larger. */
const bytesPerSecond = 0.5e6;

/** Most bytes of all checkpoints of a cache. */
export function checkpointBudget(quotaBytes?: number): number {
  return quotaBytes === undefined ? defaultBudgetBytes : quotaShare * quotaBytes;
}

/** K such that a checkpoint every K frames stays within the budget: ceil(frames * bytes / budget), at least 1. */
export function checkpointInterval(frameCount: number, checkpointBytes: number, quotaBytes?: number): number {
  return Math.max(1, Math.ceil((frameCount * checkpointBytes) / checkpointBudget(quotaBytes)));
}

/** True where a checkpoint of so many bytes is worth its room after so many seconds of simulation since the last. */
export function isWorthKeeping(checkpointBytes: number, secondsSince: number): boolean {
  return checkpointBytes <= smallBytes || secondsSince * bytesPerSecond >= checkpointBytes;
}

/** True where frame number `index` of the range (0 is the first frame) gets a checkpoint; the last frame always does. */
export function isCheckpointFrame(index: number, frameCount: number, interval: number): boolean {
  return index === frameCount - 1 || (index > 0 && index % interval === 0);
}

export interface ResumePoint {
  /** Index in the chain of keys; the simulation goes on with the frame after it. */
  readonly index: number;
  readonly checkpoint: Uint8Array;
}

/**
 * The last frame at or before `index` whose checkpoint is stored and intact. Frames before it may be missing. Undefined:
 * start anew.
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

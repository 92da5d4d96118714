import type { FrameKey } from '../frames/keys.ts';
import type { FrameCache } from './FrameCache.ts';

/** Share of a cache's quota that checkpoints may take, and what they may take where there is no quota. */
const quotaShare = 0.25;
const defaultBudgetBytes = 2 * 1024 ** 3;

/**
 * K such that a checkpoint every K frames stays within the budget: ceil(frames * bytes / budget), at least 1. Depends on
 * sizes alone, so equal shots put their checkpoints at equal frames.
 */
export function checkpointInterval(frameCount: number, checkpointBytes: number, quotaBytes?: number): number {
  const budget = quotaBytes === undefined ? defaultBudgetBytes : quotaShare * quotaBytes;
  return Math.max(1, Math.ceil((frameCount * checkpointBytes) / budget));
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

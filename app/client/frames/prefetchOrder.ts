import type { LoopMode } from '../../state/timelineStore.ts';

export interface PrefetchInput {
  readonly playhead: number;
  /** Frames that can come to be shown. */
  readonly first: number;
  readonly last: number;
  readonly playing: boolean;
  readonly direction: 1 | -1;
  readonly loop: LoopMode;
}

/** Frames ahead for each one behind: while it stands the artist may go either way, while it plays frames behind only help to turn. */
const AHEAD_WHEN_STILL = 2;
const AHEAD_WHEN_PLAYING = 12;

/**
 * Writes the frames to have in memory into `out`, the most urgent first, and gives their number: the playhead, then those that playback comes
 * to (past the end where it loops or turns), with some behind among them. Each frame once; allocates nothing.
 */
export function prefetchOrder(input: PrefetchInput, out: Int32Array): number {
  const { first, last, playhead, playing } = input;
  const most = Math.min(out.length, last - first + 1);
  if (most <= 0) return 0;
  const start = Math.min(Math.max(playhead, first), last);
  let count = 0;
  out[count++] = start;
  const period = playing ? AHEAD_WHEN_PLAYING : AHEAD_WHEN_STILL;
  let low = start;
  let high = start;
  for (let turn = 1; count < most; turn++) {
    const forwards = (turn % (period + 1) !== 0) === input.direction > 0;
    const wraps = playing && input.loop === 'loop' && forwards === input.direction > 0;
    if (forwards && high < last) out[count++] = ++high;
    else if (!forwards && low > first) out[count++] = --low;
    else if (wraps && forwards) count = fillRest(out, count, most, first, low - 1, 1);
    else if (wraps) count = fillRest(out, count, most, last, high + 1, -1);
    else if (high < last) out[count++] = ++high;
    else out[count++] = --low;
  }
  return count;
}

/** How far a frame is from being wanted, in frames of playback: the least urgent one leaves memory first. Follows `prefetchOrder`. */
export function prefetchRank(input: PrefetchInput, frame: number): number {
  const { first, last, playhead, playing, direction } = input;
  if (frame < first || frame > last) return 2 * (last - first + 1) * AHEAD_WHEN_PLAYING;
  const start = Math.min(Math.max(playhead, first), last);
  const ahead = (frame - start) * direction;
  const period = playing ? AHEAD_WHEN_PLAYING : AHEAD_WHEN_STILL;
  if (ahead >= 0) return ahead;
  const behind = -ahead * period;
  return playing && input.loop === 'loop' ? Math.min(behind, ahead + last - first + 1) : behind;
}

/** Adds from..to (in that direction) as far as there is room: what playback meets after it went round. */
function fillRest(out: Int32Array, count: number, most: number, from: number, to: number, step: 1 | -1): number {
  let next = count;
  for (let frame = from; next < most && (to - frame) * step >= 0; frame += step) out[next++] = frame;
  return next;
}

import type { FrameStats } from '../../src/frames/FrameStats.ts';
import type { FramesState } from '../state/framesStore.ts';

/** What is largest of all frames, by how much, and in which frame. */
export interface Strongest<T> {
  readonly value: T;
  readonly amount: number;
  readonly frame: number;
}

/** The frame in which something is largest, of those that are simulated as the shot is now; the first of several. `found` gives what a frame has of it. */
export function strongestOf<T>(
  { cells, stats }: Pick<FramesState, 'cells' | 'stats'>,
  found: (stats: FrameStats) => { readonly value: T; readonly amount: number } | undefined,
): Strongest<T> | undefined {
  let most: Strongest<T> | undefined;
  for (const { frame, state, key } of cells) {
    const numbers = state === 'cached' ? stats.get(key)?.stats : undefined;
    const one = numbers && found(numbers);
    if (one !== undefined && one.amount > (most?.amount ?? 0)) most = { ...one, frame };
  }
  return most;
}

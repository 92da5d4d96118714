import type { FrameCell } from './framesStore.ts';

/** The first frame that a simulation would make; undefined where all are there. */
export function firstToSimulate(cells: readonly FrameCell[]): number | undefined {
  return cells.find(({ state }) => state !== 'cached')?.frame;
}

/** Frames that a simulation would make: none of those that are there. */
export function framesToSimulate(cells: readonly FrameCell[]): number {
  let count = 0;
  for (const { state } of cells) if (state !== 'cached') count++;
  return count;
}

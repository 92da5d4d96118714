import type { ShotProgress } from '../../src/protocol/requests/program.ts';
import type { QualityName } from '../../src/scene/Scene.ts';
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

/** How far the shot is simulated, as the start page tells it; undefined where its frames are not known yet. */
export function progressOf(cells: readonly FrameCell[], quality: QualityName): ShotProgress | undefined {
  if (cells.length === 0) return undefined;
  const count = (state: FrameCell['state']) => cells.filter((cell) => cell.state === state).length;
  const failedAt = cells.find(({ state }) => state === 'failed')?.frame;
  return { quality, frames: cells.length, made: count('cached'), stale: count('stale'), failedAt };
}

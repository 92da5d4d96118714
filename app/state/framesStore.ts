import { createStore } from 'zustand/vanilla';
import type { FrameStats } from '../../src/frames/FrameStats.ts';
import type { SimulationFailure } from '../../src/base/failure.ts';

/** What the timeline draws of one frame. */
export interface FrameCell {
  readonly frame: number;
  readonly state: 'missing' | 'cached' | 'stale' | 'computing' | 'failed';
  /** The key that the shot as it is now gives it. */
  readonly key: string;
  /** The key under which something can be shown: `key` where cached, an older one where stale. */
  readonly storedKey: string | undefined;
  readonly checkpoint: boolean;
  readonly failure: SimulationFailure | undefined;
}

export interface FramesState {
  /** Cells in the order of frames, from the range's first. */
  readonly cells: readonly FrameCell[];
  /** Keys whose surfaces are in memory, ready to be drawn. */
  readonly inMemory: ReadonlySet<string>;
  /** What the graphs draw, by key: survives edits and undo. */
  readonly stats: ReadonlyMap<string, { readonly stats: FrameStats; readonly seconds: number | undefined }>;
}

export type FramesStore = ReturnType<typeof createFramesStore>;

export function createFramesStore() {
  return createStore<FramesState>(() => ({ cells: [], inMemory: new Set(), stats: new Map() }));
}

/** How many of the shot's frames play without delay: memory may also hold frames that an edit has replaced. */
export function framesInMemory({ cells, inMemory }: FramesState): number {
  let count = 0;
  for (const { storedKey } of cells) if (storedKey !== undefined && inMemory.has(storedKey)) count++;
  return count;
}

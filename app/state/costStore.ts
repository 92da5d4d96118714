import { createStore } from 'zustand/vanilla';
import type { QualityName } from '../../src/scene/Scene.ts';

export interface CostState {
  /** Wall-clock seconds of the frames simulated last at each quality, newest last: what an estimate is made from. */
  readonly samples: Readonly<Partial<Record<QualityName, readonly number[]>>>;
}

/** Frames that an estimate looks back on. */
const TRAILING_FRAMES = 20;

export type CostStore = ReturnType<typeof createCostStore>;

export function createCostStore() {
  return createStore<CostState>(() => ({ samples: {} }));
}

/** Adds measured frames of a quality. */
export function addCosts(store: CostStore, quality: QualityName, seconds: readonly number[]): void {
  const measured = seconds.filter((value) => value > 0);
  if (measured.length === 0) return;
  store.setState(({ samples }) => ({
    samples: { ...samples, [quality]: [...(samples[quality] ?? []), ...measured].slice(-TRAILING_FRAMES) },
  }));
}

/** Seconds that `frames` frames may take: between the lower and the upper quartile of what was measured; undefined before anything was. */
export function estimateSeconds(
  samples: readonly number[] | undefined,
  frames: number,
): { readonly low: number; readonly high: number } | undefined {
  if (samples === undefined || samples.length === 0) return undefined;
  const sorted = [...samples].sort((a, b) => a - b);
  const quartile = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
  return { low: quartile(0.25) * frames, high: quartile(0.75) * frames };
}

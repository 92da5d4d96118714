import { createStore } from 'zustand/vanilla';
import { qualityNames, type QualityName, type QualitySettings } from '../../src/scene/Scene.ts';

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

/**
 * How the time of a frame grows with the edges: elements grow with their inverse cube and each solve with elements^4/3 (Shewchuk 1994, section
 * 10: n per iteration, n^1/3 iterations).
 */
const EDGE_EXPONENT = -4;

type Settings = Pick<QualitySettings, 'edgeScale' | 'minSubsteps'>;

/** Seconds that `frames` frames may take at a quality that was not measured, from one that was, the nearest first; undefined before any was. */
export function guessSeconds(
  samples: CostState['samples'],
  settings: Readonly<Record<QualityName, Settings>>,
  quality: QualityName,
  frames: number,
): number | undefined {
  const wanted = qualityNames.indexOf(quality);
  const nearest = [...qualityNames].sort(
    (a, b) => Math.abs(qualityNames.indexOf(a) - wanted) - Math.abs(qualityNames.indexOf(b) - wanted),
  );
  for (const known of nearest) {
    const cost = estimateSeconds(samples[known], frames);
    if (cost === undefined) continue;
    const edges = (settings[quality].edgeScale / settings[known].edgeScale) ** EDGE_EXPONENT;
    return ((cost.low + cost.high) / 2) * edges * (settings[quality].minSubsteps / settings[known].minSubsteps);
  }
  return undefined;
}

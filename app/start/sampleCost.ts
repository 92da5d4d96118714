import type { SampleState } from '../../src/protocol/requests/samples.ts';
import figures from './sampleFigures.json';

interface Figures {
  /** Frames of the sample. */
  readonly frames: number;
  /** What it holds: elements, triangles, cells. */
  readonly size: string;
  /** Processor time of its draft, s, of one thread. */
  readonly seconds: number;
}

const measured: Readonly<Record<string, Figures | undefined>> = figures.samples;

/** What is known of a sample before it was ever opened: measured by `node tools/sampleFrames.mjs --figures`. */
export function sampleFigures(type: string): Figures | undefined {
  return measured[type];
}

/** Seconds of simulating the draft whole, and what is missing of it: by what frames took here, else by what they took where the figures come from. */
export function sampleSeconds(
  type: string,
  state: SampleState | undefined,
): { whole: number; missing: number } | undefined {
  const known = measured[type];
  const frames = state?.frames ?? known?.frames;
  if (frames === undefined) return undefined;
  const here = state !== undefined && state.made >= ENOUGH ? state.seconds / state.made : undefined;
  const perFrame = here ?? (known === undefined ? undefined : known.seconds / known.frames);
  if (perFrame === undefined) return undefined;
  return { whole: perFrame * frames, missing: perFrame * (frames - (state?.cached ?? 0)) };
}

/** Frames after which their time says what the others will take. */
const ENOUGH = 6;

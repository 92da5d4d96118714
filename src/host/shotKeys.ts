import { canonicalJson } from '../base/hash.ts';
import type { KeyInputs } from '../cache/staleness.ts';
import { initialKey, nextKeyOfText, type FrameKey } from '../frames/keys.ts';
import { initialInputs, keyedCurves, sampleInterval } from '../scene/sampleInterval.ts';
import type { QualityName, Scene } from '../scene/Scene.ts';
import { SOLVER_VERSION } from '../simulation/solverVersion.ts';

/** The keys of all frames of a shot, from the first of its range, and what each was made from. */
export interface ShotKeys {
  readonly keys: readonly FrameKey[];
  inputsOf(index: number): KeyInputs;
  /** What the intervals were sampled from. */
  readonly curves: string;
  /** Canonical inputs of each interval, from the first; the first frame has none. */
  readonly intervals: readonly string[];
}

/**
 * Keys of a shot as simulated by `backend`: an implementation of the solver whose results differ from others' in the last bits. Samples and
 * keys of `earlier` are taken over as far as they hold, which spares most of the work after an edit.
 */
export function shotKeys(scene: Scene, quality: QualityName, backend: string, earlier?: ShotKeys): ShotKeys {
  const initial = initialInputs(scene, quality);
  const curves = canonicalJson({ first: scene.range.first, keyed: keyedCurves(scene) });
  const intervals = sampleIntervals(scene, earlier?.curves === curves ? earlier.intervals : []);
  const keys = [initialKey(`${SOLVER_VERSION}/${backend}`, initial)];
  let holds = earlier?.keys[0] === keys[0];
  intervals.forEach((text, index) => {
    holds &&= earlier?.intervals[index] === text;
    const known = holds ? earlier?.keys[index + 1] : undefined;
    keys.push(known ?? nextKeyOfText(keys[index], text));
  });
  const inputsOf = (index: number): KeyInputs =>
    index === 0
      ? { inputs: initial }
      : { previous: keys[index - 1], inputs: JSON.parse(intervals[index - 1]) as unknown };
  return { keys, inputsOf, curves, intervals };
}

/** Canonical inputs of all intervals of the range; those at its beginning may be known. */
function sampleIntervals(scene: Scene, known: readonly string[]): string[] {
  const { first, last } = scene.range;
  const intervals = known.slice(0, last - first);
  for (let frame = first + 1 + intervals.length; frame <= last; frame++) {
    const text = canonicalJson(sampleInterval(scene, frame));
    // One string for equal neighbours: most intervals of a long shot are alike.
    const neighbour = intervals.at(-1);
    intervals.push(text === neighbour ? neighbour : text);
  }
  return intervals;
}

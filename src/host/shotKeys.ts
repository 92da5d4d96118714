import { canonicalJson } from '../base/hash.ts';
import type { KeyInputs } from '../cache/staleness.ts';
import { initialKey, nextKey, type FrameKey } from '../frames/keys.ts';
import { initialInputs, sampleInterval } from '../scene/sampleInterval.ts';
import type { QualityName, Scene } from '../scene/Scene.ts';
import { SOLVER_VERSION } from '../simulation/solverVersion.ts';

/** The keys of all frames of a shot, from the first of its range, and what each was made from. */
export interface ShotKeys {
  readonly keys: readonly FrameKey[];
  inputsOf(index: number): KeyInputs;
  /** Canonical inputs of each interval, from the first; that of the first frame is left out. */
  readonly intervals: readonly string[];
}

/**
 * Keys of a shot as simulated by `backend`: an implementation of the solver whose results differ from others' in the last bits. Keys of
 * `earlier` are taken over as far as they hold, which spares most of the hashing after an edit.
 */
export function shotKeys(scene: Scene, quality: QualityName, backend: string, earlier?: ShotKeys): ShotKeys {
  const initial = initialInputs(scene, quality);
  const { first, last } = scene.range;
  const keys = [initialKey(`${SOLVER_VERSION}/${backend}`, initial)];
  const intervals: string[] = [];
  let reusable = earlier !== undefined && earlier.keys[0] === keys[0];
  for (let index = 1; index <= last - first; index++) {
    const inputs = sampleInterval(scene, first + index);
    let text = canonicalJson(inputs);
    // One string for equal neighbours: most intervals of a long shot are alike.
    if (text === intervals.at(-1)) text = intervals.at(-1)!;
    intervals.push(text);
    reusable &&= earlier!.intervals[index - 1] === text;
    keys.push(reusable ? earlier!.keys[index] : nextKey(keys[index - 1], inputs));
  }
  return {
    keys,
    intervals,
    inputsOf: (index) =>
      index === 0
        ? { inputs: initial }
        : { previous: keys[index - 1], inputs: JSON.parse(intervals[index - 1]) as unknown },
  };
}

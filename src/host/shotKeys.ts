import type { KeyInputs } from '../cache/staleness.ts';
import { keyChain, type FrameKey } from '../frames/keys.ts';
import { initialInputs, sampleInterval } from '../scene/sampleInterval.ts';
import type { QualityName, Scene } from '../scene/Scene.ts';
import { SOLVER_VERSION } from '../simulation/solverVersion.ts';

/** The keys of all frames of a shot, from the first of its range, and what each was made from. */
export interface ShotKeys {
  readonly keys: readonly FrameKey[];
  inputsOf(index: number): KeyInputs;
}

/** Keys of a shot as simulated by `backend`: an implementation of the solver whose results differ from others' in the last bits. */
export function shotKeys(scene: Scene, quality: QualityName, backend: string): ShotKeys {
  const initial = initialInputs(scene, quality);
  const inputs = (frame: number) => sampleInterval(scene, frame);
  const keys = keyChain(`${SOLVER_VERSION}/${backend}`, initial, scene.range, inputs);
  return {
    keys,
    inputsOf: (index) =>
      index === 0 ? { inputs: initial } : { previous: keys[index - 1], inputs: inputs(scene.range.first + index) },
  };
}

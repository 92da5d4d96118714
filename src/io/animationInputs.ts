import { animationClock, bindTiming, sourceTime } from '../scene/animationTime.ts';
import type { ImportedAnimation } from '../scene/kinds/importedAnimation.ts';
import type { AnimationFile } from '../scene/properties/animationSource.ts';
import { frameDuration, frameToSeconds, startFrame, type Scene } from '../scene/Scene.ts';
import { openSampledGeometry } from './openSampledGeometry.ts';

/** Hashes of the samples that the frames of a shot are made from: what their keys count of an animation. */
export interface AnimationInputs {
  /** What the first frame depends on. */
  readonly initial: string;
  /** What the interval that ends at each frame after the first one reads; the last counts for all frames to come. */
  readonly intervals: readonly string[];
}

/** What was found of the file of an animation. */
export interface FoundAnimation {
  /** Hash of all samples of the object. */
  readonly sha256: string;
  readonly inputs: AnimationInputs;
}

/** The animation of a file that an entity is. */
export type AnimationOfFile = ImportedAnimation & { readonly source: AnimationFile };

/** Hashes what a shot reads of an animation. Throws as `openSampledGeometry`. */
export async function readAnimationInputs(
  path: string,
  animation: AnimationOfFile,
  scene: Scene,
): Promise<FoundAnimation> {
  const geometry = await openSampledGeometry(path, animation.source);
  try {
    const { object, start, framesPerSecond } = geometry;
    const { first, last } = scene.range;
    const clock = animationClock(scene, animation, geometry);
    const timeAt = (frame: number) => sourceTime(clock, frameToSeconds(scene, frame));
    // The velocity at a sample is that of the interval before it.
    const half = 0.5 * clock.rate * frameDuration(scene);
    const begun = clock.playsBefore ? timeAt(startFrame(scene)) : timeAt(first);
    const read = geometry.fingerprint(begun - half, timeAt(first));
    const bind = bindTiming(scene, animation, clock);
    const bound = bind && geometry.fingerprint(bind.sourceTime - half, bind.sourceTime);
    const intervals: string[] = [];
    const end = object.times[object.times.length - 1];
    for (let frame = first + 1; frame <= last; frame++) {
      intervals.push(geometry.fingerprint(timeAt(frame - 1), timeAt(frame)));
      // Nothing moves beyond the last sample.
      if (timeAt(frame - 1) - frameDuration(scene) * clock.rate > end) break;
    }
    return {
      sha256: geometry.fingerprint(-Infinity, Infinity),
      inputs: {
        initial: `${start} ${framesPerSecond ?? 'no rate'} ${read}${bound === undefined ? '' : ` ${bound}`}`,
        intervals,
      },
    };
  } finally {
    geometry.close();
  }
}

import type { ImportedAnimation } from './kinds/importedAnimation.ts';
import { framesPerSecond, type Scene } from './Scene.ts';

/** What of a source its times depend on. */
export interface SourceTimes {
  /** Time of the first sample, s. */
  readonly start: number;
  /** Frames per second; left out where the samples follow no rate. */
  readonly framesPerSecond?: number;
}

/** How the times of a source follow from those of a shot: source time = `start` + `rate` (time - `origin`), all in s, time since the first frame of the shot. */
export interface AnimationClock {
  readonly start: number;
  readonly rate: number;
  readonly origin: number;
}

/** Returns the clock of an animation in a shot. */
export function animationClock(
  scene: Scene,
  { source, startsAt, speed }: Pick<ImportedAnimation, 'source' | 'startsAt' | 'speed'>,
  times: SourceTimes,
): AnimationClock {
  const rate = framesPerSecond(scene);
  const keepsFrames = source.kind === 'file' && source.keeps === 'frames' && times.framesPerSecond !== undefined;
  return {
    start: times.start,
    rate: (speed / 100) * (keepsFrames ? rate / times.framesPerSecond! : 1),
    origin: (startsAt - scene.range.first) / rate,
  };
}

/** Returns the time in the source, s, at `time`, s since the first frame of the shot. A pre-roll holds what the first frame shows. */
export function sourceTime({ start, rate, origin }: AnimationClock, time: number): number {
  return start + rate * (Math.max(0, time) - origin);
}

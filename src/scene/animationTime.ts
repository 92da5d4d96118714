import type { ImportedAnimation } from './kinds/importedAnimation.ts';
import { framesPerSecond, frameToSeconds, startFrame, type Scene } from './Scene.ts';

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
  /** It runs in the pre-roll, too, instead of standing at the first frame. */
  readonly playsBefore: boolean;
}

/** Returns the clock of an animation in a shot. */
export function animationClock(
  scene: Scene,
  { source, startsAt, speed, preRoll }: Pick<ImportedAnimation, 'source' | 'startsAt' | 'speed' | 'preRoll'>,
  times: SourceTimes,
): AnimationClock {
  const rate = framesPerSecond(scene);
  const keepsFrames = source.kind === 'file' && source.keeps === 'frames' && times.framesPerSecond !== undefined;
  return {
    start: times.start,
    rate: (speed / 100) * (keepsFrames ? rate / times.framesPerSecond! : 1),
    origin: (startsAt - scene.range.first) / rate,
    playsBefore: preRoll.kind === 'play',
  };
}

/** Returns the time in the source, s, at `time`, s since the first frame of the shot. */
export function sourceTime({ start, rate, origin, playsBefore }: AnimationClock, time: number): number {
  return start + rate * ((playsBefore ? time : Math.max(0, time)) - origin);
}

/** How an animation comes from its bind pose to the first frame of a shot. */
export interface BindTiming {
  /** Time of the bind pose in the source, s. */
  readonly sourceTime: number;
  /** Length of the pre-roll, in which it moves, s. */
  readonly duration: number;
}

/** Returns how an animation leaves its bind pose; undefined where it does not, or where the shot has no pre-roll. */
export function bindTiming(
  scene: Scene,
  { preRoll }: Pick<ImportedAnimation, 'preRoll'>,
  { start, rate, origin }: AnimationClock,
): BindTiming | undefined {
  const duration = -frameToSeconds(scene, startFrame(scene));
  if (preRoll.kind !== 'from-bind-pose' || !(duration > 0)) return undefined;
  if (preRoll.frame === undefined) return { sourceTime: start, duration };
  return { sourceTime: start + rate * (frameToSeconds(scene, preRoll.frame) - origin), duration };
}

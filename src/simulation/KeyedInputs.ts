import { evaluateInterval, type IntervalCurve } from '../scene/intervalCurves.ts';
import { sampleInterval, type IntervalInputs } from '../scene/sampleInterval.ts';
import { frameDuration, frameToSeconds, type Scene } from '../scene/Scene.ts';

/** Times of frames are rounded: within this of the interval's end, in intervals, is the end. */
const ROUNDING = 1e-9;

/**
 * The keyed inputs of a shot over the frame interval that is being simulated. Everything in the simulation that changes over
 * time reads them here and nowhere else, so that what a frame's key hashes is what the frame was made from.
 */
export class KeyedInputs {
  private readonly scene: Scene;
  private current: IntervalInputs;
  private start = 0;

  constructor(scene: Scene) {
    this.scene = scene;
    this.current = sampleInterval(scene, scene.range.first + 1);
  }

  /** Makes (frame - 1, frame] the interval that is read. */
  moveTo(frame: number): void {
    this.current = sampleInterval(this.scene, frame);
    this.start = frameToSeconds(this.scene, frame - 1);
  }

  get interval(): IntervalInputs {
    return this.current;
  }

  /** Seconds of one interval. */
  get duration(): number {
    return frameDuration(this.scene);
  }

  /** Local time in [0, 1] of `time`, s since the first frame. Exactly 1 at the frame itself, where a step may fall. */
  local(time: number): number {
    const local = (time - this.start) / this.duration;
    if (local > 1 - ROUNDING) return 1;
    return Math.max(0, local);
  }

  value(curve: IntervalCurve, time: number): number {
    return typeof curve === 'number' ? curve : evaluateInterval(curve, this.local(time));
  }
}

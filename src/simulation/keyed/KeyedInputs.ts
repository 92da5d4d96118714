import { evaluateInterval, type IntervalCurve } from '../../scene/intervalCurves.ts';
import type { Sampled } from '../../scene/counted.ts';
import { firstFrameInputs, sampleInterval, type IntervalInputs } from '../../scene/shotInputs.ts';
import { frameDuration, frameToSeconds, type Scene } from '../../scene/Scene.ts';

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
  /** Seconds of one interval. */
  private readonly duration: number;
  private readonly moment = new Float64Array(2);
  private readonly number = new Float64Array(1);

  constructor(scene: Scene) {
    this.scene = scene;
    this.duration = frameDuration(scene);
    this.current = sampleInterval(scene, scene.range.first + 1);
  }

  /** Makes (frame - 1, frame] the interval that is read: up to the first frame, that of a pre-roll. */
  moveTo(frame: number): void {
    const { scene } = this;
    this.current = frame > scene.range.first ? sampleInterval(scene, frame) : firstFrameInputs(scene);
    this.start = frameToSeconds(this.scene, frame - 1);
  }

  get interval(): IntervalInputs {
    return this.current;
  }

  /** What of an entity of the scene may be keyed, over the running interval. */
  of<E extends { readonly id: string }>({ id }: E): Sampled<E> {
    return this.current.entities[id] as Sampled<E>;
  }

  /**
   * The local time in [0, 1] of `time` (s since the first frame), and after it the seconds of an interval, as one array that later
   * calls write to. Exactly 1 at the frame itself, where a step may fall.
   */
  at(time: number): Float64Array {
    const local = (time - this.start) / this.duration;
    return this.local(local > 1 - ROUNDING ? 1 : Math.max(0, local));
  }

  /** Returns the local time `s` in [0, 1] and the seconds of an interval, as `at` does. */
  local(s: number): Float64Array {
    this.moment[0] = s;
    this.moment[1] = this.duration;
    return this.moment;
  }

  value(curve: IntervalCurve, time: number): number {
    if (typeof curve === 'number') return curve;
    evaluateInterval(curve, this.at(time), this.number, 0);
    return this.number[0];
  }
}

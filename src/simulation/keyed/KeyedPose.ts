import type { ColliderPose } from '../../collision/CollisionBody.ts';
import { createPose, evaluatePose, isStill } from '../../scene/poses.ts';
import type { KeyedTransform } from '../../scene/properties/common.ts';
import type { IntervalTransform } from '../../scene/shotInputs.ts';
import type { KeyedInputs } from './KeyedInputs.ts';

/** Poses kept: a substep asks for those at its start, at its end and at the end of its frame, several times each. */
const KEPT = 3;

/** An entity that moves as keyed. */
interface Placed {
  readonly id: string;
  readonly transform: KeyedTransform;
}

/** The pose of a keyed object over the running interval. */
export class KeyedPose {
  private readonly inputs: KeyedInputs;
  private readonly placed: Placed;
  private readonly poses = Array.from({ length: KEPT }, createPose);
  /** Times of `poses`, s; NaN where there is none. */
  private readonly times = new Float64Array(KEPT);
  /** Number of the question in which each of `poses` was asked for last. */
  private readonly used = new Float64Array(KEPT);
  private questions = 0;
  /** The interval that `poses` are of. */
  private transform: IntervalTransform;
  /** Nothing moves in the interval: the first pose is right at any time. */
  private still = false;

  constructor(inputs: KeyedInputs, placed: Placed) {
    this.inputs = inputs;
    this.placed = placed;
    this.transform = inputs.of(placed).transform;
    this.beginInterval();
  }

  /** Reads what is constant over the interval that the inputs now stand at. */
  beginInterval(): void {
    this.transform = this.inputs.of(this.placed).transform;
    this.times.fill(NaN);
    this.used.fill(0);
    this.questions = 0;
    this.still = isStill(this.transform);
    if (this.still) evaluatePose(this.transform, this.inputs.local(0), this.poses[0]);
  }

  /** One of a few objects that later calls write to. */
  at(time: number): ColliderPose {
    if (this.inputs.of(this.placed).transform !== this.transform) this.beginInterval();
    if (this.still) return this.poses[0];
    let oldest = 0;
    for (let k = 0; k < KEPT; k++) {
      if (this.times[k] === time) return this.kept(k);
      if (this.used[k] < this.used[oldest]) oldest = k;
    }
    this.times[oldest] = time;
    evaluatePose(this.transform, this.inputs.at(time), this.poses[oldest]);
    return this.kept(oldest);
  }

  private kept(k: number): ColliderPose {
    this.used[k] = ++this.questions;
    return this.poses[k];
  }
}

import type { ColliderPose, ColliderShape } from '../collision/CollisionBody.ts';
import type { ContactCollider } from '../collision/contactCollider.ts';
import { evaluateInterval } from '../scene/intervalCurves.ts';
import { createPose, evaluatePose, isStill } from '../scene/poses.ts';
import type { IntervalInputs } from '../scene/sampleInterval.ts';
import type { KeyedInputs } from './KeyedInputs.ts';

/** Poses kept: a substep asks for those at its start, at its end and at the end of its frame, several times each. */
const KEPT = 3;

/** A collider of the scene: its shape, moved and rubbing as its keys say. */
export class KeyedCollider implements ContactCollider {
  readonly id: string;
  readonly shape: ColliderShape;
  /** Coulomb coefficient at the middle of the running interval, so that a step on a frame acts from that frame on. */
  friction = 0;
  private readonly inputs: KeyedInputs;
  private readonly poses = Array.from({ length: KEPT }, createPose);
  /** Of `poses`, s; NaN where there is none. */
  private readonly times = new Float64Array(KEPT);
  /** When each of `poses` was asked for last, as a count of questions. */
  private readonly used = new Float64Array(KEPT);
  private questions = 0;
  private readonly number = new Float64Array(1);
  /** The interval that `poses` are of. */
  private transform: IntervalInputs['colliders'][string];
  /** Nothing moves in the interval: the first pose is right at any time. */
  private still = false;

  constructor(id: string, shape: ColliderShape, inputs: KeyedInputs) {
    this.id = id;
    this.shape = shape;
    this.inputs = inputs;
    this.transform = inputs.interval.colliders[id];
    this.beginInterval();
  }

  /** Reads what is constant over the interval that the inputs now stand at. */
  beginInterval(): void {
    this.transform = this.inputs.interval.colliders[this.id];
    evaluateInterval(this.transform.friction, this.inputs.local(0.5), this.number, 0);
    this.friction = this.number[0];
    this.times.fill(NaN);
    this.used.fill(0);
    this.questions = 0;
    this.still = isStill(this.transform);
    if (this.still) evaluatePose(this.transform, this.inputs.local(0), this.poses[0]);
  }

  /** One of a few objects that later calls write to. */
  poseAt(time: number): ColliderPose {
    if (this.inputs.interval.colliders[this.id] !== this.transform) this.beginInterval();
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

import type { ColliderPose, ColliderShape } from '../collision/CollisionBody.ts';
import type { ContactCollider } from '../collision/contactCollider.ts';
import { evaluateInterval } from '../scene/intervalCurves.ts';
import { createPose, evaluatePose, isStill } from '../scene/poses.ts';
import type { IntervalTransform } from '../scene/sampleInterval.ts';
import type { KeyedInputs } from './KeyedInputs.ts';

/** A collider of the scene: its shape, moved and rubbing as its keys say. */
export class KeyedCollider implements ContactCollider {
  readonly id: string;
  readonly shape: ColliderShape;
  /** Coulomb coefficient at the middle of the running interval, so that a step on a frame acts from that frame on. */
  friction = 0;
  private readonly inputs: KeyedInputs;
  private readonly pose = createPose();
  /** The interval that `pose` is right for at any time, when nothing moves in it. */
  private stillTransform: IntervalTransform | undefined;

  constructor(id: string, shape: ColliderShape, inputs: KeyedInputs) {
    this.id = id;
    this.shape = shape;
    this.inputs = inputs;
    this.beginInterval();
  }

  /** Reads what is constant over the interval that the inputs now stand at. */
  beginInterval(): void {
    const transform = this.inputs.interval.colliders[this.id];
    this.friction = evaluateInterval(transform.friction, 0.5);
    this.stillTransform = undefined;
    if (!isStill(transform)) return;
    evaluatePose(transform, 0, this.inputs.duration, this.pose);
    this.stillTransform = transform;
  }

  /** The same object at every call. */
  poseAt(time: number): ColliderPose {
    const transform = this.inputs.interval.colliders[this.id];
    if (transform !== this.stillTransform) {
      evaluatePose(transform, this.inputs.local(time), this.inputs.duration, this.pose);
    }
    return this.pose;
  }
}

import type { ColliderPose, ColliderShape } from '../../collision/CollisionBody.ts';
import type { ContactCollider } from '../../collision/contactCollider.ts';
import type { Collider } from '../../scene/kinds/collider.ts';
import { evaluateInterval } from '../../scene/intervalCurves.ts';
import type { KeyedInputs } from './KeyedInputs.ts';
import { KeyedPose } from './KeyedPose.ts';

/** A collider of the scene: its shape, moved and rubbing as its keys say. */
export class KeyedCollider implements ContactCollider {
  readonly id: string;
  readonly shape: ColliderShape;
  /** Coulomb coefficient at the middle of the running interval, so that a step on a frame acts from that frame on. */
  friction = 0;
  private readonly collider: Collider;
  private readonly inputs: KeyedInputs;
  private readonly pose: KeyedPose;
  private readonly number = new Float64Array(1);

  constructor(collider: Collider, shape: ColliderShape, inputs: KeyedInputs) {
    this.id = collider.id;
    this.collider = collider;
    this.shape = shape;
    this.inputs = inputs;
    this.pose = new KeyedPose(inputs, collider);
    this.beginInterval();
  }

  /** Reads what is constant over the interval that the inputs now stand at. */
  beginInterval(): void {
    evaluateInterval(this.inputs.of(this.collider).friction, this.inputs.local(0.5), this.number, 0);
    this.friction = this.number[0];
    this.pose.beginInterval();
  }

  /** One of a few objects that later calls write to. */
  poseAt(time: number): ColliderPose {
    return this.pose.at(time);
  }
}

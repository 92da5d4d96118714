import type { ColliderPose } from '../../collision/CollisionBody.ts';
import type { ContactCollider } from '../../collision/contactCollider.ts';
import { OffsetShape } from '../../collision/OffsetShape.ts';

/**
 * Colliders as the middle of a layer of cloth meets them: half its `thickness` (m) away, so that triangles between vertices on a round
 * shape do not dip into it.
 */
export function clothColliders(colliders: readonly ContactCollider[], thickness: number): ContactCollider[] {
  return colliders.map((collider) => new GrownCollider(collider, thickness / 2));
}

class GrownCollider implements ContactCollider {
  readonly shape: OffsetShape;
  private readonly collider: ContactCollider;

  constructor(collider: ContactCollider, offset: number) {
    this.collider = collider;
    this.shape = new OffsetShape(collider.shape, offset);
  }

  get friction(): number {
    return this.collider.friction;
  }

  poseAt(time: number): ColliderPose {
    return this.collider.poseAt(time);
  }
}

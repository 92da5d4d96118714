import type { ColliderShape } from '../../collision/CollisionBody.ts';
import type { RigidBody } from '../../rigid/RigidBody.ts';
import { rotationFromQuaternion } from '../../math/quaternions.ts';
import { rotateVectorBack } from '../../math/rotations.ts';
import { type Frame, inverse, movePoints, ORIGIN } from './rigidPoints.ts';

/** A rigid body as pins follow it: its shape, and where it stands at the first frame. To be made while it stands there. */
export class RigidParent {
  readonly id: string;
  readonly shape: ColliderShape;
  /** Pose of the shape at the first frame. */
  readonly start: Frame = { rotation: new Float64Array(4), translation: new Float64Array(3) };
  private readonly body: RigidBody;

  constructor(id: string, shape: ColliderShape, body: RigidBody) {
    this.id = id;
    this.shape = shape;
    this.body = body;
    body.shapePose(this.start.rotation, this.start.translation);
  }

  /** Pose of the shape at the first frame. */
  poseAt(): Frame {
    return this.start;
  }

  /** Returns where points, xyz in world axes at the first frame (m), lie about the centre of mass along the principal axes, m. */
  places(points: Float64Array): Float64Array {
    const { centre, axes } = this.body.properties;
    const places = new Float64Array(points.length);
    movePoints(points, ORIGIN, inverse(this.start), places);
    const matrix = new Float64Array(9);
    rotationFromQuaternion(axes, matrix);
    for (let k = 0; k < places.length; k += 3) {
      for (let axis = 0; axis < 3; axis++) places[k + axis] -= centre[axis];
      rotateVectorBack(matrix, places, k, places, k);
    }
    return places;
  }
}

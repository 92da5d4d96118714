import type { ColliderPose, ColliderShape } from '../../collision/CollisionBody.ts';
import { type ContactCollider, PlacedCollider } from '../../collision/contactCollider.ts';
import { MovingBoundary } from '../../coupling/boundaries/MovingBoundary.ts';
import type { RigidJoints } from '../../rigid/joints/RigidJoints.ts';
import type { RigidBody } from '../../rigid/RigidBody.ts';

/** A rigid body that deformable bodies meet. */
export interface BoundaryMember {
  readonly id: string;
  readonly distance: ColliderShape;
  /** Coulomb coefficient. */
  readonly friction: number;
  readonly body: RigidBody;
  /** Its body, unless it follows keys in the running substep. */
  readonly moving: RigidBody | undefined;
  /** Impulses that deformable bodies are known to press with in the running substep, N s and N m s, which its prediction takes. */
  readonly pressed: Float64Array;
  /** Joints of rigid bodies, which may hold it; undefined where there are none. */
  readonly joints?: RigidJoints | undefined;
}

/** A rigid body as a boundary of a joint velocity solve, and as a collider that stands where it begins a substep. */
export class RigidBoundary implements ContactCollider {
  readonly member: BoundaryMember;
  readonly six = new MovingBoundary();
  readonly shape: ColliderShape;
  readonly placed: PlacedCollider;
  private readonly pairFriction: number | undefined;
  private readonly tensor = new Float64Array(6);
  private readonly pose = {
    rotation: new Float64Array(4),
    translation: new Float64Array(3),
    linearVelocity: new Float64Array(3),
    angularVelocity: new Float64Array(3),
  };

  /** `friction`: left out, that of the member. */
  constructor(member: BoundaryMember, shape = member.distance, friction?: number) {
    this.member = member;
    this.shape = shape;
    this.pairFriction = friction;
    this.placed = new PlacedCollider(this);
  }

  get friction(): number {
    return this.pairFriction ?? this.member.friction;
  }

  /** Returns where it stands and how it moves at the start of the running substep. */
  poseAt(): ColliderPose {
    const { pose, member } = this;
    const { body } = member;
    const { rotation, translation, linearVelocity: v, angularVelocity: w } = pose;
    body.shapePose(rotation, translation);
    body.angularVelocity(w);
    const { mass } = body.properties;
    const x = translation[0] - body.position[0];
    const y = translation[1] - body.position[1];
    const z = translation[2] - body.position[2];
    v[0] = body.momentum[0] / mass + w[1] * z - w[2] * y;
    v[1] = body.momentum[1] / mass + w[2] * x - w[0] * z;
    v[2] = body.momentum[2] / mass + w[0] * y - w[1] * x;
    return pose;
  }

  /** Begins a joint solve over `dt`, s, at what the body was predicted to do. */
  begin(dt: number): void {
    const { six, member, tensor } = this;
    const { body, moving } = member;
    const { mass } = body.properties;
    six.begin(moving !== undefined);
    six.centre.set(body.position);
    body.inertia(tensor);
    six.setRigid(mass, tensor);
    const { start } = six;
    for (let axis = 0; axis < 3; axis++) start[axis] = body.nextMomentum[axis] / mass;
    if (moving === undefined) {
      for (let axis = 0; axis < 3; axis++) start[axis] = (body.nextPosition[axis] - body.position[axis]) / dt;
    }
    body.spinOf(body.nextAngularMomentum, start, 3);
  }

  /** Gives the body what it has received. */
  end(): void {
    this.member.moving?.addImpulse(this.six.received, 1);
  }
}

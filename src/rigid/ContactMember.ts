import type { ContactShape } from './ContactShape.ts';
import type { RigidJoints } from './joints/RigidJoints.ts';
import type { RigidBody, RigidPose } from './RigidBody.ts';

/** What takes part in the contact of rigid bodies. */
export interface ContactMember {
  readonly shape: ContactShape;
  /** Coulomb coefficient. */
  readonly friction: number;
  /** Coefficient of restitution; of a collider the other body's. */
  readonly restitution: number;
  /** A collider decides the friction on it. */
  readonly isCollider: boolean;
  /** What moves by itself in the running substep; undefined for what follows keys. */
  readonly moving: RigidBody | undefined;
  /** The body that it is, whether it moves by itself or follows keys; undefined for a collider. */
  readonly body?: RigidBody;
  /** Points in which it touches or nearly touches others after the last substep, and how deep it overlaps them there, m; written by the contact. */
  contacts: number;
  overlap: number;
  /** The joints of the contact that it takes part in; written by that. */
  joints?: RigidJoints | undefined;
  /** Pose and velocity of what follows keys at `time`, s. */
  poseAt(time: number): RigidPose;
}

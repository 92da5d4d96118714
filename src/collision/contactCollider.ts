import { hypot3 } from '../math/hypot3.ts';
import { rotationFromQuaternion } from '../math/quaternions.ts';
import { rotateVector, rotateVectorBack } from '../math/rotations.ts';
import type { BoundingBall } from './BoundingBall.ts';
import type { ColliderPose, ColliderShape } from './CollisionBody.ts';

/** A kinematic solid in contact with deformable bodies: a shape, its pose over time, and its Coulomb friction. */
export interface ContactCollider {
  readonly shape: ColliderShape;
  /** Coefficient of friction, >= 0. */
  readonly friction: number;
  /** Returns the pose at `time` (s); possibly the same object at every call, so that callers must not keep it. */
  poseAt(time: number): ColliderPose;
  /** Makes one that is placed in substeps where it is no rigid shape; left out, it is one. */
  toBePlaced?(): PlacedCollider;
}

/** Returns a collider to be placed in substeps. */
export function placedCollider(collider: ContactCollider): PlacedCollider {
  return collider.toBePlaced?.() ?? new PlacedCollider(collider);
}

/**
 * A collider at both ends of a substep; distances and velocities are those at the end (Irving 2007, 3.2). Points are world
 * coordinates (m) at `points[at ..]`.
 */
export class PlacedCollider {
  readonly collider: ContactCollider;
  /** Whether its triangles take part in collisions between bodies, which then keep vertices out of it. */
  readonly collides: boolean = false;
  /** Speed of the collider's origin at the end of the substep, m/s, without rotation. */
  originSpeed = 0;
  private readonly startRotation = new Float64Array(9);
  private readonly startTranslation = new Float64Array(3);
  private readonly rotation = new Float64Array(9);
  private readonly translation = new Float64Array(3);
  private readonly linearVelocity = new Float64Array(3);
  private readonly angularVelocity = new Float64Array(3);
  private readonly local = new Float64Array(3);

  constructor(collider: ContactCollider) {
    this.collider = collider;
  }

  /** Reads the poses at both ends, s. */
  place(start: number, end: number): void {
    const first = this.collider.poseAt(start);
    rotationFromQuaternion(first.rotation, this.startRotation);
    this.startTranslation.set(first.translation);
    const last = this.collider.poseAt(end);
    rotationFromQuaternion(last.rotation, this.rotation);
    this.translation.set(last.translation);
    this.linearVelocity.set(last.linearVelocity);
    this.angularVelocity.set(last.angularVelocity);
    this.originSpeed = hypot3(this.linearVelocity[0], this.linearVelocity[1], this.linearVelocity[2]);
  }

  /** Writes the local coordinates of a point at the end of the substep. */
  toLocal(points: Float64Array, at: number, out: Float64Array): void {
    const { translation } = this;
    out[0] = points[at] - translation[0];
    out[1] = points[at + 1] - translation[1];
    out[2] = points[at + 2] - translation[2];
    rotateVectorBack(this.rotation, out, 0, out, 0);
  }

  /** Writes the world coordinates of a local point at the end of the substep. */
  toWorld(local: Float64Array, out: Float64Array): void {
    out.set(local);
    rotateVector(this.rotation, out, 0, out, 0);
    for (let k = 0; k < 3; k++) out[k] += this.translation[k];
  }

  /** Writes the signed distance of a point, m, to out[DISTANCE]. */
  signedDistance(points: Float64Array, at: number, out: Float64Array): void {
    this.toLocal(points, at, this.local);
    this.collider.shape.signedDistance(this.local, out);
  }

  /** Writes the outward unit normal at a point, in world axes, then its signed distance, m. */
  signedDistanceAndNormal(points: Float64Array, at: number, out: Float64Array): void {
    this.toLocal(points, at, this.local);
    this.collider.shape.signedDistanceAndNormal(this.local, out);
    rotateVector(this.rotation, out, 0, out, 0);
  }

  /** Writes the velocity of the collider at a point, m/s. */
  velocityAt(points: Float64Array, at: number, out: Float64Array): void {
    const w = this.angularVelocity;
    const dx = points[at] - this.translation[0];
    const dy = points[at + 1] - this.translation[1];
    const dz = points[at + 2] - this.translation[2];
    out[0] = this.linearVelocity[0] + w[1] * dz - w[2] * dy;
    out[1] = this.linearVelocity[1] + w[2] * dx - w[0] * dz;
    out[2] = this.linearVelocity[2] + w[0] * dy - w[1] * dx;
  }

  /** Returns a bound of the collider's speed, m/s, within a ball. */
  speedWithin({ middle, radius }: BoundingBall): number {
    const w = this.angularVelocity;
    this.velocityAt(middle, 0, this.local);
    return hypot3(this.local[0], this.local[1], this.local[2]) + radius[0] * hypot3(w[0], w[1], w[2]);
  }

  /** Writes the position at the end of the substep of the collider's material point that is at a point at its start. */
  transport(points: Float64Array, at: number, out: Float64Array): void {
    for (let axis = 0; axis < 3; axis++) out[axis] = points[at + axis] - this.startTranslation[axis];
    rotateVectorBack(this.startRotation, out, 0, out, 0);
    rotateVector(this.rotation, out, 0, out, 0);
    for (let k = 0; k < 3; k++) out[k] += this.translation[k];
  }

  /** Whether the collider is at rest over the substep. */
  get still(): boolean {
    for (let k = 0; k < 9; k++) if (this.rotation[k] !== this.startRotation[k]) return false;
    for (let k = 0; k < 3; k++) if (this.translation[k] !== this.startTranslation[k]) return false;
    return true;
  }
}

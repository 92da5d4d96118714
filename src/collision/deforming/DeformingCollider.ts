import { hypot3 } from '../../math/hypot3.ts';
import type { ColliderPose, ColliderShape } from '../CollisionBody.ts';
import { PlacedCollider, type ContactCollider } from '../contactCollider.ts';
import { DISTANCE } from '../distances.ts';
import type { ClosestPoint, PlacedTriangles } from './PlacedTriangles.ts';

/** A surface at a time. */
export interface SurfaceMoment {
  readonly placed: PlacedTriangles;
  /** xyz per vertex, m/s. */
  readonly velocities: Float64Array;
}

/** A surface at both ends of a substep, with the same triangles: those of the trees. */
export interface SurfaceSpan {
  readonly start: SurfaceMoment;
  readonly end: SurfaceMoment;
}

/** A surface that deforms as prescribed. */
export interface MovingSurface {
  /** Whether it has an inside; otherwise it is met from both sides. */
  readonly isClosed: boolean;
  readonly friction: number;
  /** Returns the surface over the substep from `start` to `end`, s: one of a few objects that later calls write to. */
  over(start: number, end: number): SurfaceSpan;
}

/** A pose of what is in world axes already. */
const IN_PLACE: ColliderPose = {
  rotation: Float64Array.of(0, 0, 0, 1),
  translation: new Float64Array(3),
  linearVelocity: new Float64Array(3),
  angularVelocity: new Float64Array(3),
};

/** A surface that deforms as prescribed, as the colliders of a body are met: `offset`, m, away from it, on the outside, or on both sides where it is open. */
export class DeformingCollider implements ContactCollider {
  readonly shape: DeformingShape;
  readonly friction: number;
  private readonly surface: MovingSurface;

  constructor(surface: MovingSurface, offset: number, friction = surface.friction) {
    this.surface = surface;
    this.shape = new DeformingShape(offset);
    this.friction = friction;
  }

  poseAt(): ColliderPose {
    return IN_PLACE;
  }

  toBePlaced(): PlacedCollider {
    return new PlacedSurface(this, this.surface);
  }
}

/** The surface at the end of the substep in which it was placed last, in world axes. */
class DeformingShape implements ColliderShape {
  /** Unbounded until it is placed: no substep is shortened for how thin it is, since continuous collision sees all of its way. */
  readonly bounds = Float64Array.of(-Infinity, -Infinity, -Infinity, Infinity, Infinity, Infinity);
  readonly uneven = true;
  readonly offset: number;
  readonly closest: ClosestPoint = {
    triangle: -1,
    weights: new Float64Array(3),
    normal: new Float64Array(4),
  };
  private placed: PlacedTriangles | undefined;

  constructor(offset: number) {
    this.offset = offset;
  }

  stand(placed: PlacedTriangles): void {
    this.placed = placed;
    for (let k = 0; k < 6; k++) this.bounds[k] = placed.box[k] + (k < 3 ? -this.offset : this.offset);
  }

  signedDistance(point: Float64Array, out: Float64Array): void {
    this.placed!.find(point, 0, this.closest);
    out[DISTANCE] = this.closest.normal[DISTANCE] - this.offset;
  }

  signedDistanceAndNormal(point: Float64Array, out: Float64Array): void {
    this.signedDistance(point, out);
    for (let axis = 0; axis < 3; axis++) out[axis] = this.closest.normal[axis];
  }

  display() {
    return { positions: new Float64Array(0), triangles: new Uint32Array(0) };
  }
}

/** A deforming surface at both ends of a substep. */
class PlacedSurface extends PlacedCollider {
  override readonly collides = true;
  private readonly surface: MovingSurface;
  private readonly deforming: DeformingShape;
  private start: PlacedTriangles | undefined;
  private end: SurfaceMoment | undefined;
  private moves = false;
  private topSpeed = 0;
  private readonly at = new Float64Array(3);

  constructor(collider: DeformingCollider, surface: MovingSurface) {
    super(collider);
    this.surface = surface;
    this.deforming = collider.shape;
  }

  override place(start: number, end: number): void {
    const span = this.surface.over(start, end);
    this.end = span.end;
    this.start = span.start.placed;
    this.deforming.stand(this.end.placed);
    const { velocities } = this.end;
    const [before, after] = [this.start.positions, this.end.placed.positions];
    this.moves = false;
    this.topSpeed = 0;
    for (let k = 0; k < after.length; k += 3) {
      if (before[k] !== after[k] || before[k + 1] !== after[k + 1] || before[k + 2] !== after[k + 2]) this.moves = true;
      this.topSpeed = Math.max(this.topSpeed, hypot3(velocities[k], velocities[k + 1], velocities[k + 2]));
    }
    this.originSpeed = this.topSpeed;
  }

  override toLocal(points: Float64Array, at: number, out: Float64Array): void {
    for (let axis = 0; axis < 3; axis++) out[axis] = points[at + axis];
  }

  override toWorld(local: Float64Array, out: Float64Array): void {
    out.set(local);
  }

  override signedDistance(points: Float64Array, at: number, out: Float64Array): void {
    this.toLocal(points, at, this.at);
    this.deforming.signedDistance(this.at, out);
  }

  override signedDistanceAndNormal(points: Float64Array, at: number, out: Float64Array): void {
    this.toLocal(points, at, this.at);
    this.deforming.signedDistanceAndNormal(this.at, out);
  }

  override velocityAt(points: Float64Array, at: number, out: Float64Array): void {
    const { closest } = this.deforming;
    this.end!.placed.find(points, at, closest);
    this.sum(this.end!.velocities, closest, out);
  }

  override speedWithin(): number {
    return this.topSpeed;
  }

  override transport(points: Float64Array, at: number, out: Float64Array): void {
    const { closest } = this.deforming;
    const { start, end } = this;
    start!.find(points, at, closest);
    this.sum(start!.positions, closest, this.at);
    this.sum(end!.placed.positions, closest, out);
    for (let axis = 0; axis < 3; axis++) out[axis] += points[at + axis] - this.at[axis];
  }

  override get still(): boolean {
    return !this.moves;
  }

  /** out = the value of a field over vertices, xyz each, at the closest point. */
  private sum(field: Float64Array, { triangle, weights }: ClosestPoint, out: Float64Array): void {
    const { triangles } = this.start!.tree;
    out.fill(0);
    if (triangle < 0) return;
    for (let corner = 0; corner < 3; corner++) {
      const v = 3 * triangles[3 * triangle + corner];
      for (let axis = 0; axis < 3; axis++) out[axis] += weights[corner] * field[v + axis];
    }
  }
}

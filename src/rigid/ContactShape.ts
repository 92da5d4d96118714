import { closedSurface } from '../collision/closedSurface.ts';
import type { ColliderShape, RoundCore } from '../collision/CollisionBody.ts';
import type { TriMesh } from '../geometry/TriMesh.ts';
import { convexHullOf, type ConvexHull } from './ConvexHull.ts';
import { surfacePoints, type SurfacePoints } from './surfacePoints.ts';

/** Largest distance between the points that stand for a surface, over the longest side of its box. */
const POINT_SPACING = 1 / 16;

/** A shape as rigid contact sees it: by its distance, and by what of it touches others. */
export class ContactShape {
  readonly distance: ColliderShape;
  /** The segment that it lies around; undefined for what is no ball and no capsule. */
  readonly core: RoundCore | undefined;
  /** Its closed, outward surface; undefined for balls and capsules, and for what has no end. */
  readonly surface: TriMesh | undefined;
  /** The convex polyhedron that it is; undefined for what is none, or has many faces. */
  readonly hull: ConvexHull | undefined;
  /** Shortest side of its box, m; Infinity for what has no end. */
  readonly thickness: number;
  /** Half the diagonal of its box, m: no two points of it are farther apart than twice that. */
  readonly reach: number;
  private readonly longest: number;
  private spread: SurfacePoints | undefined;

  constructor(distance: ColliderShape) {
    const { bounds, core } = distance;
    const sides = [0, 1, 2].map((axis) => bounds[3 + axis] - bounds[axis]);
    this.distance = distance;
    this.core = core;
    this.longest = Math.max(...sides);
    this.reach = Math.hypot(...sides) / 2;
    this.thickness = this.longest < Infinity ? Math.min(...sides) : Infinity;
    if (core !== undefined || this.isUnbounded) return;
    this.surface = closedSurface(distance.display());
    this.hull = convexHullOf(this.surface);
  }

  /** Whether it has no end: it cannot move, and only corners of polyhedra touch it. */
  get isUnbounded(): boolean {
    return this.thickness === Infinity;
  }

  /** Whether its distance is convex. */
  get isConvex(): boolean {
    return this.core !== undefined || this.hull !== undefined || this.isUnbounded;
  }

  /** Points of its surface, made when they are first asked for; undefined where it has no surface. */
  get points(): SurfacePoints | undefined {
    if (this.surface !== undefined) this.spread ??= surfacePoints(this.surface, POINT_SPACING * this.longest);
    return this.spread;
  }
}

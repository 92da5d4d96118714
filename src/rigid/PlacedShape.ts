import { rotationFromQuaternion } from '../math/quaternions.ts';
import { rotateVector, rotateVectorBack, rotateVectors } from '../math/rotations.ts';
import type { ContactShape } from './ContactShape.ts';
import type { ConvexHull } from './ConvexHull.ts';
import type { PlacedHull } from './HullContact.ts';

/** A shape where it stands in a substep, in world axes. */
export class PlacedShape implements PlacedHull {
  readonly shape: ContactShape;
  /** Row-major rotation matrix. */
  readonly rotation = new Float64Array(9);
  readonly translation = new Float64Array(3);
  /** Vertices, unit normals, distances of planes and directions of edges of the hull; empty where it has none. */
  readonly vertices: Float64Array;
  readonly normals: Float64Array;
  readonly offsets: Float64Array;
  readonly directions: Float64Array;
  /** Bounding box, min xyz and max xyz. */
  readonly box = new Float64Array(6);
  isPlaced = false;
  /** How far the last placing has moved any point of the shape, at most, m. */
  readonly moved = new Float64Array(1);
  private readonly reach: number;
  private readonly before = new Float64Array(9);
  private readonly local = new Float64Array(3);

  constructor(shape: ContactShape) {
    this.shape = shape;
    this.reach = reachOf(shape);
    const { hull } = shape;
    this.vertices = new Float64Array(hull?.vertices.length ?? 0);
    this.normals = new Float64Array(hull?.normals.length ?? 0);
    this.offsets = new Float64Array(hull?.offsets.length ?? 0);
    this.directions = new Float64Array(hull?.directions.length ?? 0);
  }

  get hull(): ConvexHull | undefined {
    return this.shape.hull;
  }

  /** Places the shape: a unit quaternion x, y, z, w, and the place of its origin. */
  place(rotation: Float64Array, translation: Float64Array): void {
    for (let k = 0; k < 9; k++) this.before[k] = this.rotation[k];
    rotationFromQuaternion(rotation, this.rotation);
    this.isPlaced = true;
    if (!this.hasMoved(translation)) return;
    for (let axis = 0; axis < 3; axis++) this.translation[axis] = translation[axis];
    this.placeBox();
    const { hull } = this.shape;
    if (hull === undefined) return;
    rotateVectors(this.rotation, hull.vertices, this.vertices);
    rotateVectors(this.rotation, hull.normals, this.normals);
    rotateVectors(this.rotation, hull.directions, this.directions);
    const { vertices, normals, offsets } = this;
    for (let k = 0; k < vertices.length; k += 3) {
      vertices[k] += translation[0];
      vertices[k + 1] += translation[1];
      vertices[k + 2] += translation[2];
    }
    for (let face = 0; face < offsets.length; face++) {
      const k = 3 * face;
      offsets[face] =
        hull.offsets[face] +
        normals[k] * translation[0] +
        normals[k + 1] * translation[1] +
        normals[k + 2] * translation[2];
    }
  }

  /** Writes points[at ..] in world axes. */
  toWorld(points: Float64Array, at: number, out: Float64Array): void {
    rotateVector(this.rotation, points, at, out, 0);
    for (let axis = 0; axis < 3; axis++) out[axis] += this.translation[axis];
  }

  /** Writes the outward unit normal at a world point, in world axes, and the signed distance, m. */
  signedDistanceAndNormal(point: Float64Array, out: Float64Array): void {
    this.toLocal(point);
    this.shape.distance.signedDistanceAndNormal(this.local, out);
    rotateVector(this.rotation, out, 0, out, 0);
  }

  /** Writes the signed distance of a world point, m, to out[DISTANCE]. */
  signedDistance(point: Float64Array, out: Float64Array): void {
    this.toLocal(point);
    this.shape.distance.signedDistance(this.local, out);
  }

  /** Finds how far the shape has moved from where it was: the shift of its origin, and its reach from there times the norm of the change of its rotation. */
  private hasMoved(translation: Float64Array): boolean {
    const { before, rotation, translation: last, reach, moved } = this;
    let turn = 0;
    for (let k = 0; k < 9; k++) turn += (rotation[k] - before[k]) * (rotation[k] - before[k]);
    let shift = 0;
    for (let axis = 0; axis < 3; axis++) shift += (translation[axis] - last[axis]) * (translation[axis] - last[axis]);
    moved[0] = Math.sqrt(shift) + (turn > 0 ? Math.sqrt(turn) * reach : 0);
    return moved[0] > 0 || turn > 0;
  }

  private toLocal(point: Float64Array): void {
    const { rotation, translation, local } = this;
    for (let axis = 0; axis < 3; axis++) local[axis] = point[axis] - translation[axis];
    rotateVectorBack(rotation, local, 0, local, 0);
  }

  private placeBox(): void {
    const { rotation: r, translation, box } = this;
    const { bounds } = this.shape.distance;
    for (let axis = 0; axis < 3; axis++) {
      let low = translation[axis];
      let high = low;
      for (let k = 0; k < 3; k++) {
        const share = r[3 * axis + k];
        if (share === 0) continue;
        low += share * bounds[share > 0 ? k : 3 + k];
        high += share * bounds[share > 0 ? 3 + k : k];
      }
      box[axis] = low;
      box[3 + axis] = high;
    }
  }
}

/** Largest distance of a point that contact looks at from the origin of the shape, m: ends of the segment of what is round, else corners of its box. */
function reachOf({ core, distance }: ContactShape): number {
  if (core !== undefined) return core.halfLength;
  const [x, y, z] = [0, 1, 2].map((axis) => Math.max(-distance.bounds[axis], distance.bounds[3 + axis]));
  return Math.hypot(x, y, z);
}

import { rotationFromQuaternion } from '../math/quaternions.ts';
import type { ContactShape } from './ContactShape.ts';

/** A shape where it stands in a substep, in world axes. */
export class PlacedShape {
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
  private readonly local = new Float64Array(3);

  constructor(shape: ContactShape) {
    this.shape = shape;
    const { hull } = shape;
    this.vertices = new Float64Array(hull?.vertices.length ?? 0);
    this.normals = new Float64Array(hull?.normals.length ?? 0);
    this.offsets = new Float64Array(hull?.offsets.length ?? 0);
    this.directions = new Float64Array(hull?.directions.length ?? 0);
  }

  /** Places the shape: a unit quaternion x, y, z, w, and the place of its origin. */
  place(rotation: Float64Array, translation: Float64Array): void {
    rotationFromQuaternion(rotation, this.rotation);
    this.translation.set(translation);
    this.placeBox();
    const { hull } = this.shape;
    if (hull === undefined) return;
    rotateAll(this.rotation, hull.vertices, this.vertices);
    rotateAll(this.rotation, hull.normals, this.normals);
    rotateAll(this.rotation, hull.directions, this.directions);
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
    const { rotation: r, translation: t } = this;
    const x = points[at];
    const y = points[at + 1];
    const z = points[at + 2];
    out[0] = r[0] * x + r[1] * y + r[2] * z + t[0];
    out[1] = r[3] * x + r[4] * y + r[5] * z + t[1];
    out[2] = r[6] * x + r[7] * y + r[8] * z + t[2];
  }

  /** Writes the outward unit normal at a world point, in world axes, and the signed distance, m. */
  signedDistanceAndNormal(point: Float64Array, out: Float64Array): void {
    const { rotation: r, local } = this;
    this.toLocal(point);
    this.shape.distance.signedDistanceAndNormal(local, out);
    const x = out[0];
    const y = out[1];
    const z = out[2];
    out[0] = r[0] * x + r[1] * y + r[2] * z;
    out[1] = r[3] * x + r[4] * y + r[5] * z;
    out[2] = r[6] * x + r[7] * y + r[8] * z;
  }

  /** Writes the signed distance of a world point, m, to out[DISTANCE]. */
  signedDistance(point: Float64Array, out: Float64Array): void {
    this.toLocal(point);
    this.shape.distance.signedDistance(this.local, out);
  }

  private toLocal(point: Float64Array): void {
    const { rotation: r, translation: t, local } = this;
    const x = point[0] - t[0];
    const y = point[1] - t[1];
    const z = point[2] - t[2];
    local[0] = r[0] * x + r[3] * y + r[6] * z;
    local[1] = r[1] * x + r[4] * y + r[7] * z;
    local[2] = r[2] * x + r[5] * y + r[8] * z;
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

/** Writes R v for every vector of `from`. */
function rotateAll(r: Float64Array, from: Float64Array, out: Float64Array): void {
  for (let k = 0; k < from.length; k += 3) {
    const x = from[k];
    const y = from[k + 1];
    const z = from[k + 2];
    out[k] = r[0] * x + r[1] * y + r[2] * z;
    out[k + 1] = r[3] * x + r[4] * y + r[5] * z;
    out[k + 2] = r[6] * x + r[7] * y + r[8] * z;
  }
}

import type { ColliderShape } from './CollisionBody.ts';
import { DISTANCE, PLANAR_DISTANCE } from './distances.ts';
import { extrudedDistance } from './extrusion.ts';

/** A planar signed distance in metres with its unit gradient. */
export interface PlanarShape {
  /** out = gradient, then signed distance at the first two numbers of `point`; they are different arrays. */
  distance(point: Float64Array, out: Float64Array): void;
}

/** A planar shape in x and y, swept along z over |z| <= halfLength (m). */
export class ExtrudedShape implements ColliderShape {
  readonly display: ColliderShape['display'];
  readonly bounds: Float64Array;
  private readonly planar: PlanarShape;
  private readonly halfLength: number;
  /** Gradient and distance of the planar shape. */
  private readonly section = new Float64Array(3);
  private readonly weights = new Float64Array(2);

  /** `box`: of the solid, min xyz and max xyz. */
  constructor(planar: PlanarShape, halfLength: number, box: readonly number[], display: ColliderShape['display']) {
    this.planar = planar;
    this.halfLength = halfLength;
    this.bounds = Float64Array.from(box);
    this.display = display;
  }

  signedDistance(point: Float64Array, out: Float64Array): void {
    this.planar.distance(point, this.section);
    out[DISTANCE] = extrudedDistance(this.section[PLANAR_DISTANCE], point[2], this.halfLength, this.weights);
  }

  signedDistanceAndNormal(point: Float64Array, out: Float64Array): void {
    this.signedDistance(point, out);
    out[0] = this.weights[0] * this.section[0];
    out[1] = this.weights[0] * this.section[1];
    out[2] = this.weights[1];
  }
}

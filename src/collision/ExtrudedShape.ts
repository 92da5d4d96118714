import type { ColliderShape } from './CollisionBody.ts';
import { DISTANCE, PLANAR_DISTANCE } from './distances.ts';
import {
  AXIAL,
  AXIAL_WEIGHT,
  extrude,
  EXTRUSION_LENGTH,
  HALF_LENGTH,
  PLANAR,
  PLANAR_WEIGHT,
  SWEPT,
} from './extrusion.ts';

/** A planar signed distance in metres with its unit gradient. */
export interface PlanarShape {
  /** Writes the gradient and the signed distance at the first two numbers of `point`, which must be a different array. */
  distance(point: Float64Array, out: Float64Array): void;
}

/** A planar shape in x and y, extruded along z over |z| <= halfLength (m). */
export class ExtrudedShape implements ColliderShape {
  readonly display: ColliderShape['display'];
  readonly bounds: Float64Array;
  private readonly planar: PlanarShape;
  /** Gradient and signed distance of the planar shape. */
  private readonly section = new Float64Array(3);
  private readonly swept = new Float64Array(EXTRUSION_LENGTH);

  /** `box`: bounding box of the solid, min xyz and max xyz. */
  constructor(planar: PlanarShape, halfLength: number, box: readonly number[], display: ColliderShape['display']) {
    this.planar = planar;
    this.swept[HALF_LENGTH] = halfLength;
    this.bounds = Float64Array.from(box);
    this.display = display;
  }

  signedDistance(point: Float64Array, out: Float64Array): void {
    const { section, swept } = this;
    this.planar.distance(point, section);
    swept[PLANAR] = section[PLANAR_DISTANCE];
    swept[AXIAL] = point[2];
    extrude(swept);
    out[DISTANCE] = swept[SWEPT];
  }

  signedDistanceAndNormal(point: Float64Array, out: Float64Array): void {
    this.signedDistance(point, out);
    const { section, swept } = this;
    out[0] = swept[PLANAR_WEIGHT] * section[0];
    out[1] = swept[PLANAR_WEIGHT] * section[1];
    out[2] = swept[AXIAL_WEIGHT];
  }
}

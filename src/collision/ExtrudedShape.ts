import type { ColliderShape } from './CollisionBody.ts';
import { extrudedDistance } from './extrusion.ts';

/** A planar signed distance in metres with its unit gradient. */
export interface PlanarShape {
  distance(x: number, y: number, gradient: Float64Array): number;
}

/** A planar shape in x and y, swept along z over |z| <= halfLength (m). */
export class ExtrudedShape implements ColliderShape {
  readonly display: ColliderShape['display'];
  private readonly planar: PlanarShape;
  private readonly halfLength: number;
  /** Box of the solid: min xyz, max xyz. */
  private readonly box: readonly number[];
  private readonly gradient = new Float64Array(2);
  private readonly weights = new Float64Array(2);

  constructor(planar: PlanarShape, halfLength: number, box: readonly number[], display: ColliderShape['display']) {
    this.planar = planar;
    this.halfLength = halfLength;
    this.box = box;
    this.display = display;
  }

  signedDistance(x: number, y: number, z: number): number {
    return extrudedDistance(this.planar.distance(x, y, this.gradient), z, this.halfLength, this.weights);
  }

  signedDistanceAndNormal(x: number, y: number, z: number, out: Float64Array): number {
    const distance = this.signedDistance(x, y, z);
    out[0] = this.weights[0] * this.gradient[0];
    out[1] = this.weights[0] * this.gradient[1];
    out[2] = this.weights[1];
    return distance;
  }

  bounds(margin: number, out: Float64Array): void {
    expandedBox(this.box, margin, out);
  }
}

/** out = the box (min xyz, max xyz) grown by `margin` on all sides, m. */
export function expandedBox(box: ArrayLike<number>, margin: number, out: Float64Array): void {
  for (let k = 0; k < 3; k++) {
    out[k] = box[k] - margin;
    out[k + 3] = box[k + 3] + margin;
  }
}

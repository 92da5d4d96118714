import type { ColliderShape } from './CollisionBody.ts';
import { DISTANCE } from './distances.ts';

/** A shape expanded by a distance, m, for contact with bodies of finite thickness. Displayed without the offset. */
export class OffsetShape implements ColliderShape {
  readonly bounds: Float64Array;
  readonly uneven: boolean;
  private readonly shape: ColliderShape;
  private readonly offset: number;

  constructor(shape: ColliderShape, offset: number) {
    this.shape = shape;
    this.offset = offset;
    this.uneven = shape.uneven === true;
    this.bounds = shape.bounds.map((bound, k) => (k < 3 ? bound - offset : bound + offset));
  }

  signedDistance(point: Float64Array, out: Float64Array): void {
    this.shape.signedDistance(point, out);
    out[DISTANCE] -= this.offset;
  }

  signedDistanceAndNormal(point: Float64Array, out: Float64Array): void {
    this.shape.signedDistanceAndNormal(point, out);
    out[DISTANCE] -= this.offset;
  }

  display(): { readonly positions: Float64Array; readonly triangles: Uint32Array } {
    return this.shape.display();
  }
}

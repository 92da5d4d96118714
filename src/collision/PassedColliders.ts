import type { PlacedCollider } from './contactCollider.ts';
import type { EnteringPath } from './EnteringPath.ts';

/** Finds vertices that a substep takes through a collider. The limit of substeps (`TunnellingLimit`) knows how fast the body was; elements that spring back in an implicit solve become faster within it. */
export class PassedColliders {
  /** Start of a vertex' path, carried along with a collider, and its end, m. */
  private readonly start = new Float64Array(3);
  private readonly end = new Float64Array(3);
  /** Outward normal and signed distance where the path enters, and at its end. */
  private readonly entered = new Float64Array(4);
  private readonly left = new Float64Array(4);

  /** `thicknesses`: smallest extent of the bounds of each collider, m; infinite for unbounded ones, which nothing passes. */
  constructor(
    private readonly colliders: readonly PlacedCollider[],
    private readonly thicknesses: Float64Array,
    private readonly path: EnteringPath,
  ) {}

  /**
   * Returns whether a vertex passes a collider, or more than half of it, between `from` and `x`, m, the ends of the running substep, so that it would be put back on the other side. Vertices with a non-zero `constrained` entry, and those
   * without one in `colliding`, are left out.
   */
  any(from: Float64Array, x: Float64Array, constrained: Uint8Array, colliding: Uint8Array | undefined): boolean {
    const { colliders, thicknesses } = this;
    for (let c = 0; c < colliders.length; c++) {
      if (thicknesses[c] === Infinity) continue;
      for (let v = 0; v < constrained.length; v++) {
        if (constrained[v] !== 0 || colliding?.[v] === 0) continue;
        if (this.movesHalf(from, x, 3 * v, c) && this.passes(colliders[c], from, x, 3 * v)) return true;
      }
    }
    return false;
  }

  /** Whether the points at index `at` are farther apart than half of the thickness of collider `c`. */
  private movesHalf(a: Float64Array, b: Float64Array, at: number, c: number): boolean {
    const { thicknesses } = this;
    let square = 0;
    for (let k = at; k < at + 3; k++) square += (b[k] - a[k]) * (b[k] - a[k]);
    return 4 * square > thicknesses[c] * thicknesses[c];
  }

  /** Whether the point at index `at`, on its way beside the collider, enters it on another side than that on which it would be put back. */
  private passes(collider: PlacedCollider, from: Float64Array, x: Float64Array, at: number): boolean {
    const { path, start, end, entered, left } = this;
    collider.transport(from, at, start);
    for (let axis = 0; axis < 3; axis++) end[axis] = x[at + axis];
    if (!path.enters(collider, start, end, 0)) return false;
    collider.signedDistanceAndNormal(path.place, 0, entered);
    collider.signedDistanceAndNormal(end, 0, left);
    return left[0] * entered[0] + left[1] * entered[1] + left[2] * entered[2] < 0;
  }
}

import { isInConeOf, surfaceStars, type SurfaceStars } from '../normalCone.ts';
import type { ContactSurface } from './ContactSurface.ts';

/** Weight of a vertex below which a closest point is not on it. */
const ON_EDGE = 1e-9;

/**
 * Tells contacts of pairs of primitives from those that only seem to be: where the closest point is on the rim of a primitive, and the surface beside it is nearer, the normal leans, and what slides over the
 * surface would catch on edges inside it, or be driven on by them.
 */
export class PairCones {
  private readonly stars: SurfaceStars;
  private readonly direction = new Float64Array(3);

  constructor(
    private readonly surface: ContactSurface,
    welded: Int32Array,
  ) {
    this.stars = surfaceStars(surface.triangles, welded, welded.length);
  }

  /** Whether the surfaces touch in the closest points of a pair, whose four vertices are at vertices[at ...], with these weights and the unit normal from the second primitive to the first. Only prescribed surfaces are asked. */
  touch(
    vertices: Int32Array,
    at: number,
    edges: boolean,
    weights: Float64Array,
    normal: Float64Array,
    x: Float64Array,
  ): boolean {
    const { direction, surface } = this;
    const { prescribed } = surface.pairs;
    if (prescribed === undefined) return true;
    const second = edges ? 2 : 1;
    for (let end = 0; end < 2; end++) {
      const from = end === 0 ? 0 : second;
      if (prescribed[surface.bodies[vertices[at + from]]] === 0) continue;
      const sign = end === 0 ? -1 : 1;
      for (let axis = 0; axis < 3; axis++) direction[axis] = sign * normal[axis];
      if (!this.touches(vertices, at, from, end === 0 ? second : 4, weights, x)) return false;
    }
    return true;
  }

  /** Whether one of the primitives, whose vertices are from `from` to `to`, can be touched along `direction`. */
  private touches(
    vertices: Int32Array,
    at: number,
    from: number,
    to: number,
    weights: Float64Array,
    x: Float64Array,
  ): boolean {
    let count = 0;
    let one = -1;
    let other = -1;
    for (let k = from; k < to; k++) {
      if (Math.abs(weights[k]) <= ON_EDGE) continue;
      if (count++ === 0) one = vertices[at + k];
      other = vertices[at + k];
    }
    return count === 3 || isInConeOf(this.stars, x, one, other, this.direction);
  }
}

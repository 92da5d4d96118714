import type { ClosestPoint, PlacedTriangles } from '../../collision/deforming/PlacedTriangles.ts';
import { IntList } from '../../collision/selfContact/IntList.ts';
import { DISTANCE } from '../../collision/distances.ts';
import { MARGIN, type Manifold } from '../Manifold.ts';
import type { PlacedShape } from '../PlacedShape.ts';
import { HullTriangleContact } from './HullTriangleContact.ts';
import type { MetSurface } from './MetSurface.ts';
import { PointSurfaceContact } from './PointSurfaceContact.ts';
import { RoundTriangleContact } from './RoundTriangleContact.ts';

/**
 * Contact of a rigid shape with a triangulated surface. Polyhedra, balls and capsules meet each of its triangles; other shapes meet it by points of both. An open surface is met from the side on which the middle
 * of the body is. What lies inside a closed one with its middle is pushed out by the shortest ways of its points.
 */
export class SurfaceContact {
  private readonly hulls = new HullTriangleContact();
  private readonly rounds = new RoundTriangleContact();
  private readonly points = new PointSurfaceContact();
  private readonly triangles = new IntList();
  private readonly box = new Float64Array(6);
  /** How far the surface moves in the substep, m. */
  private readonly reach = new Float64Array(1);
  private readonly closest: ClosestPoint = {
    triangle: -1,
    weights: new Float64Array(3),
    normal: new Float64Array(4),
  };

  /** Adds the points in which a body, whose middle is centres[at ...], is nearer to the surface than the margin, to which is added how far the surface moves there. */
  find(body: PlacedShape, centres: Float64Array, at: number, met: MetSurface, out: Manifold): void {
    const { core, hull } = body.shape;
    const { triangles, reach } = this;
    const { limits } = out;
    const surface = met.start;
    if (this.isInside(centres, at, surface)) {
      this.points.findInside(body, surface, out);
      return;
    }
    reach[0] = met.reach[0];
    this.listNear(body, surface, limits);
    if (triangles.length === 0) return;
    met.boundReach(triangles, reach);
    limits[MARGIN] += reach[0];
    if (core !== undefined) this.rounds.find(body, core, surface, triangles, out);
    else if (hull !== undefined) this.hulls.find(body, centres, at, surface, triangles, out);
    else this.points.find(body, centres, at, surface, triangles, out);
  }

  private isInside(centres: Float64Array, at: number, surface: PlacedTriangles): boolean {
    if (!surface.isClosed) return false;
    surface.find(centres, at, this.closest);
    return this.closest.normal[DISTANCE] < 0;
  }

  /** Lists the triangles that may come to the body in the substep. */
  private listNear(body: PlacedShape, surface: PlacedTriangles, limits: Float64Array): void {
    const way = limits[MARGIN] + this.reach[0];
    for (let axis = 0; axis < 3; axis++) {
      this.box[axis] = body.box[axis] - way;
      this.box[3 + axis] = body.box[3 + axis] + way;
    }
    surface.listWithin(this.box, this.triangles);
  }
}

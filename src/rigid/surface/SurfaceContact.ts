import type { ClosestPoint, PlacedTriangles } from '../../collision/deforming/PlacedTriangles.ts';
import { IntList } from '../../collision/selfContact/IntList.ts';
import { DISTANCE } from '../../collision/distances.ts';
import { MARGIN, type Manifold } from '../Manifold.ts';
import type { PlacedShape } from '../PlacedShape.ts';
import { HullTriangleContact } from './HullTriangleContact.ts';
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
  private readonly closest: ClosestPoint = {
    triangle: -1,
    weights: new Float64Array(3),
    normal: new Float64Array(4),
  };

  /** Adds the points in which a body, whose middle is centres[at ...], is nearer to the surface than the margin. */
  find(body: PlacedShape, centres: Float64Array, at: number, surface: PlacedTriangles, out: Manifold): void {
    const { core, hull } = body.shape;
    const { triangles } = this;
    if (this.isInside(centres, at, surface)) {
      this.points.findInside(body, surface, out);
      return;
    }
    this.findBox(body, out);
    surface.listWithin(this.box, triangles);
    if (triangles.length === 0) return;
    if (core !== undefined) this.rounds.find(body, core, surface, triangles, out);
    else if (hull !== undefined) this.hulls.find(body, centres, at, surface, triangles, out);
    else this.points.find(body, centres, at, surface, triangles, out);
  }

  private isInside(centres: Float64Array, at: number, surface: PlacedTriangles): boolean {
    if (!surface.isClosed) return false;
    surface.find(centres, at, this.closest);
    return this.closest.normal[DISTANCE] < 0;
  }

  private findBox(body: PlacedShape, { limits }: Manifold): void {
    for (let axis = 0; axis < 3; axis++) {
      this.box[axis] = body.box[axis] - limits[MARGIN];
      this.box[3 + axis] = body.box[3 + axis] + limits[MARGIN];
    }
  }
}

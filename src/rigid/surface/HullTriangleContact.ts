import { highestCorners, isInNormalCone } from '../../collision/normalCone.ts';
import type { PlacedTriangles } from '../../collision/deforming/PlacedTriangles.ts';
import type { IntList } from '../../collision/selfContact/IntList.ts';
import { HullContact } from '../HullContact.ts';
import { MARGIN, SIZE, type Manifold } from '../Manifold.ts';
import type { PlacedShape } from '../PlacedShape.ts';
import { PlacedTriangle } from './PlacedTriangle.ts';

/** Overlap with the plane of a triangle, over the thickness of the body, up to which that plane is a contact where the axis of least overlap is none. */
const MOST_OVERLAP = 0.25;

/** Contact of a convex polyhedron with triangles: separating axes for each, of which only those count from which the surface can be touched there; the plane of the triangle stands in for others. */
export class HullTriangleContact {
  private readonly hulls = new HullContact();
  private readonly triangle = new PlacedTriangle();

  /** Adds the points in which a body, whose middle is centres[at ...], is nearer to the triangles than the margin. Closed surfaces are met from outside, open ones from the side of the middle. */
  find(
    body: PlacedShape,
    centres: Float64Array,
    at: number,
    surface: PlacedTriangles,
    { values, length }: IntList,
    out: Manifold,
  ): void {
    const { triangle } = this;
    for (let k = 0; k < length; k++) {
      if (!triangle.place(surface, values[k], centres, at)) continue;
      const before = out.count;
      this.touch(body, surface, values[k], out);
      // Normals of the contact of a triangle with a body point to the triangle; those of the manifold point to the body.
      for (let at = 3 * before; at < 3 * out.count; at++) out.normals[at] *= -1;
    }
  }

  private touch(body: PlacedShape, surface: PlacedTriangles, number: number, out: Manifold): void {
    const { hulls, triangle } = this;
    const { limits } = out;
    if (!hulls.findAxis(triangle, body, limits)) return;
    const corners = highestCorners(triangle.vertices, hulls.towards);
    if (isInNormalCone(surface.tree, surface.positions, number, corners, hulls.towards))
      hulls.addPoints(triangle, body, out);
    else if (hulls.separations[0] > -limits[MARGIN] - MOST_OVERLAP * limits[SIZE]) {
      hulls.addFacePoints(triangle, 0, body, -1, out);
    }
  }
}

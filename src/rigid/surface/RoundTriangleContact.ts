import type { RoundCore } from '../../collision/CollisionBody.ts';
import { isInNormalCone } from '../../collision/normalCone.ts';
import { cornersAt, type ClosestPoint, type PlacedTriangles } from '../../collision/deforming/PlacedTriangles.ts';
import { DISTANCE } from '../../collision/distances.ts';
import { CLOSEST_SIZE, closestEdgeEdge } from '../../collision/selfContact/closestPoints.ts';
import type { IntList } from '../../collision/selfContact/IntList.ts';
import { MARGIN, type Manifold } from '../Manifold.ts';
import type { PlacedShape } from '../PlacedShape.ts';

/** Share of an edge, or of the segment of a capsule, within which a point is its end. */
const END = 1e-6;

/** Contact of balls and capsules with triangles, where the triangle is nearest to their segment: faces and edges beside it may be nearer. */
export class RoundTriangleContact {
  /** Both ends of the segment, then those of an edge. */
  private readonly ends = new Float64Array(12);
  private readonly between = new Float64Array(CLOSEST_SIZE);
  private readonly local = new Float64Array(3);
  private readonly point = new Float64Array(3);
  private readonly radius = new Float64Array(1);
  private readonly closest: ClosestPoint = {
    triangle: -1,
    weights: new Float64Array(3),
    normal: new Float64Array(4),
  };

  find(body: PlacedShape, core: RoundCore, surface: PlacedTriangles, { values, length }: IntList, out: Manifold): void {
    this.radius[0] = core.radius;
    const isBall = core.halfLength === 0;
    for (let end = 0; end < 2; end++) {
      this.local[1] = end === 0 ? -core.halfLength : core.halfLength;
      body.toWorld(this.local, 0, this.point);
      for (let axis = 0; axis < 3; axis++) this.ends[3 * end + axis] = this.point[axis];
    }
    for (let k = 0; k < length; k++) {
      this.touchEnd(surface, values[k], 0, out);
      if (isBall) continue;
      this.touchEnd(surface, values[k], 3, out);
      for (let edge = 0; edge < 3; edge++) this.touchEdge(surface, values[k], edge, out);
    }
  }

  /** The point of a triangle that is nearest to an end of the segment. */
  private touchEnd(surface: PlacedTriangles, triangle: number, end: number, out: Manifold): void {
    const { closest, ends, point } = this;
    const { normal } = closest;
    surface.findOn(triangle, ends, end, closest);
    // A negative distance is that of a face behind the surface.
    if (!(normal[DISTANCE] >= 0) || normal[DISTANCE] > out.limits[MARGIN] + this.radius[0]) return;
    if (!isInNormalCone(surface.tree, surface.positions, triangle, cornersAt(closest), normal)) return;
    for (let axis = 0; axis < 3; axis++) point[axis] = ends[end + axis];
    this.add(normal, out);
  }

  /** The points of the segment and of an edge that are nearest to each other, where they are between the ends of the segment. */
  private touchEdge(surface: PlacedTriangles, triangle: number, edge: number, out: Manifold): void {
    const { ends, between, point, closest } = this;
    const { normal } = closest;
    const { triangles } = surface.tree;
    const next = (edge + 1) % 3;
    const a = 3 * triangles[3 * triangle + edge];
    const b = 3 * triangles[3 * triangle + next];
    for (let axis = 0; axis < 3; axis++) {
      ends[6 + axis] = surface.positions[a + axis];
      ends[9 + axis] = surface.positions[b + axis];
    }
    closestEdgeEdge(ends, between);
    const along = between[1];
    const distance = Math.sqrt(between[7]);
    if (!(along > END && along < 1 - END && distance > 0)) return;
    if (distance > out.limits[MARGIN] + this.radius[0]) return;
    for (let axis = 0; axis < 3; axis++) {
      normal[axis] = between[4 + axis] / distance;
      point[axis] = (1 - along) * ends[axis] + along * ends[3 + axis];
    }
    normal[DISTANCE] = distance;
    const corners = (between[2] < -END ? 1 << edge : 0) | (between[3] < -END ? 1 << next : 0);
    if (isInNormalCone(surface.tree, surface.positions, triangle, corners, normal)) this.add(normal, out);
  }

  /** Adds what lies the radius below `point`, halfway between both surfaces. */
  private add(normal: Float64Array, out: Manifold): void {
    const { next } = out;
    const gap = normal[DISTANCE] - this.radius[0];
    const below = this.radius[0] + gap / 2;
    for (let axis = 0; axis < 3; axis++) {
      next[axis] = this.point[axis] - below * normal[axis];
      next[3 + axis] = normal[axis];
    }
    next[6] = gap;
    out.add();
  }
}

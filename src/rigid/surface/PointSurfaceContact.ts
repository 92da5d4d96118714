import { isInNormalCone } from '../../collision/normalCone.ts';
import type { ClosestPoint, PlacedTriangles } from '../../collision/deforming/PlacedTriangles.ts';
import { DISTANCE } from '../../collision/distances.ts';
import type { IntList } from '../../collision/selfContact/IntList.ts';
import { MARGIN, SIZE, type Manifold } from '../Manifold.ts';
import type { PlacedShape } from '../PlacedShape.ts';

/** Depth, over the thickness of the body, up to which points may have come through a surface; farther ones are on the far side of the body. */
const MOST_DEPTH = 0.25;
/** Cosine between the normal of the body at a point and that of the surface below which the point looks along the surface. */
const ALONG = 0.5;

/** Contact of shapes with a surface by points: those of the shape by the nearest point of the surface, and the vertices of the surface by the signed distance of the shape (Guendelman et al. 2003). */
export class PointSurfaceContact {
  private readonly point = new Float64Array(3);
  private readonly found = new Float64Array(4);
  private readonly direction = new Float64Array(3);
  /** Distance from the surface, on either side, up to which points are looked for, and that for the middle of a group, m. */
  private readonly depth = new Float64Array(1);
  private readonly limit = new Float64Array(1);
  /** The middle of the body. */
  private readonly middle = new Float64Array(3);
  /** Number of the search in which a vertex was looked at last, per vertex. */
  private seen = new Int32Array(0);
  private search = 0;
  private readonly closest: ClosestPoint = {
    triangle: -1,
    weights: new Float64Array(3),
    normal: new Float64Array(4),
  };

  /** Adds the points of a body, whose middle is centres[at ...], that are nearer to the surface than the margin, and the vertices of the surface, of the listed triangles, that are nearer to the body. */
  find(
    body: PlacedShape,
    centres: Float64Array,
    at: number,
    surface: PlacedTriangles,
    triangles: IntList,
    out: Manifold,
  ): void {
    for (let axis = 0; axis < 3; axis++) this.middle[axis] = centres[at + axis];
    this.depth[0] = Math.max(out.limits[MARGIN], MOST_DEPTH * out.limits[SIZE]);
    this.findPoints(body, surface, out);
    this.findVertices(body, surface, triangles, out);
  }

  /** Adds the points of a body by which it leaves a closed surface. */
  findInside(body: PlacedShape, surface: PlacedTriangles, out: Manifold): void {
    const { core, points, hull } = body.shape;
    const { point } = this;
    this.depth[0] = Infinity;
    if (core !== undefined) {
      point.set(body.translation);
      this.addPoint(body, surface, core.radius, out);
    } else if (hull !== undefined) {
      for (let k = 0; k < body.vertices.length; k += 3) {
        for (let axis = 0; axis < 3; axis++) point[axis] = body.vertices[k + axis];
        this.addPoint(body, surface, 0, out);
      }
    } else if (points !== undefined) this.findPoints(body, surface, out);
  }

  private findPoints(body: PlacedShape, surface: PlacedTriangles, out: Manifold): void {
    const { point, closest, limit } = this;
    const { points } = body.shape;
    if (points === undefined) return;
    const margin = out.limits[MARGIN];
    const { depth } = this;
    const { positions, starts, balls } = points;
    for (let group = 0; group + 1 < starts.length; group++) {
      body.toWorld(balls, 4 * group, point);
      limit[0] = depth[0] + balls[4 * group + 3];
      surface.findNear(point, 0, limit, closest);
      if (closest.normal[DISTANCE] > margin + balls[4 * group + 3]) continue;
      for (let k = starts[group]; k < starts[group + 1]; k++) {
        body.toWorld(positions, 3 * k, point);
        this.addPoint(body, surface, 0, out);
      }
    }
  }

  /** Adds what lies `radius`, m, below `point`, where it is nearer to the surface than the margin. */
  private addPoint(body: PlacedShape, surface: PlacedTriangles, radius: number, out: Manifold): void {
    const { closest, point } = this;
    const { normal } = closest;
    surface.findNear(point, 0, this.depth, closest);
    if (normal[DISTANCE] - radius > out.limits[MARGIN]) return;
    if (!surface.isClosed && !this.faceBody(body, out)) return;
    const gap = normal[DISTANCE] - radius;
    const below = radius + gap / 2;
    const { next } = out;
    for (let axis = 0; axis < 3; axis++) {
      next[axis] = point[axis] - below * normal[axis];
      next[3 + axis] = normal[axis];
    }
    next[6] = gap;
    out.add();
  }

  /** Turns the normal of an open surface to the side that the body at `point` is on; false where that is between them. What looks along the surface is on the side of the middle of the body. */
  private faceBody(body: PlacedShape, { limits }: Manifold): boolean {
    const { found, point, middle } = this;
    const { normal } = this.closest;
    body.signedDistanceAndNormal(point, found);
    const away = found[0] * normal[0] + found[1] * normal[1] + found[2] * normal[2];
    if (away < -ALONG) return true;
    if (away < ALONG) {
      let side = 0;
      for (let axis = 0; axis < 3; axis++) side += normal[axis] * (middle[axis] - point[axis]);
      if (side >= 0) return true;
    }
    if (normal[DISTANCE] > MOST_DEPTH * limits[SIZE]) return false;
    for (let k = 0; k < 4; k++) normal[k] = -normal[k];
    return true;
  }

  private findVertices(body: PlacedShape, surface: PlacedTriangles, { values, length }: IntList, out: Manifold): void {
    const { triangles } = surface.tree;
    if (this.seen.length < surface.positions.length / 3) this.seen = new Int32Array(surface.positions.length / 3);
    this.search++;
    for (let k = 0; k < length; k++) {
      for (let corner = 0; corner < 3; corner++) {
        const vertex = triangles[3 * values[k] + corner];
        if (this.seen[vertex] === this.search) continue;
        this.seen[vertex] = this.search;
        this.addVertex(body, surface, values[k], corner, out);
      }
    }
  }

  /** Adds a corner of a triangle where it is nearer to the body than the margin, and can be touched from there. */
  private addVertex(
    body: PlacedShape,
    surface: PlacedTriangles,
    triangle: number,
    corner: number,
    out: Manifold,
  ): void {
    const { point, found, direction } = this;
    const { next, limits } = out;
    const vertex = 3 * surface.tree.triangles[3 * triangle + corner];
    for (let axis = 0; axis < 3; axis++) point[axis] = surface.positions[vertex + axis];
    body.signedDistance(point, found);
    if (found[DISTANCE] > limits[MARGIN]) return;
    body.signedDistanceAndNormal(point, found);
    for (let axis = 0; axis < 3; axis++) direction[axis] = -found[axis];
    if (!isInNormalCone(surface.tree, surface.positions, triangle, 1 << corner, direction)) return;
    if (surface.isClosed && !this.looksOut(surface, triangle)) return;
    for (let axis = 0; axis < 3; axis++) {
      next[axis] = point[axis] - (found[DISTANCE] / 2) * found[axis];
      next[3 + axis] = direction[axis];
    }
    next[6] = found[DISTANCE];
    out.add();
  }

  /** Whether `direction` leads out of a closed surface at its vertex `point`. */
  private looksOut(surface: PlacedTriangles, triangle: number): boolean {
    const { closest, direction, point } = this;
    const { normal } = closest;
    surface.findOn(triangle, point, 0, closest);
    return direction[0] * normal[0] + direction[1] * normal[1] + direction[2] * normal[2] > 0;
  }
}

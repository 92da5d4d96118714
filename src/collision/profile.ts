import { PLANAR_DISTANCE } from './distances.ts';
import type { PlanarShape } from './ExtrudedShape.ts';
import { NO_DIRECTION } from './lengths.ts';

/**
 * A planar chain of straight edges with the solid on its left, and the exact signed distance to it.
 *
 * The sign comes from the pseudonormal of the nearest feature: the normal of an edge, or the sum of the two edge normals at a
 * corner, which is exact for a simple outline. An open chain specifies the normals of its two ends (for one cell
 * of a symmetric outline: the bisecting directions with its mirror image).
 */
export class Profile implements PlanarShape {
  /** x, y per corner. */
  readonly points: Float64Array;
  private readonly edgeCount: number;
  /** Unit outward normal per edge and per corner. */
  private readonly edgeNormals: Float64Array;
  private readonly cornerNormals: Float64Array;
  /** Parameter of the nearest point along the nearest edge, 0 to 1. */
  private nearestPart = 0;

  /** `points`: x, y per corner, counter-clockwise, no two neighbours equal. `ends`: outward normals of an open chain's ends. */
  constructor(
    points: ArrayLike<number>,
    ends?: { readonly first: readonly number[]; readonly last: readonly number[] },
  ) {
    this.points = Float64Array.from(points);
    const cornerCount = points.length / 2;
    this.edgeCount = ends === undefined ? cornerCount : cornerCount - 1;
    this.edgeNormals = new Float64Array(2 * this.edgeCount);
    this.cornerNormals = new Float64Array(2 * cornerCount);
    for (let edge = 0; edge < this.edgeCount; edge++) this.setEdgeNormal(edge, (edge + 1) % cornerCount);
    for (let corner = 0; corner < cornerCount; corner++) {
      const before = (corner + cornerCount - 1) % cornerCount;
      if (ends !== undefined && corner === 0) this.cornerNormals.set(ends.first, 0);
      else if (ends !== undefined && corner === cornerCount - 1) this.cornerNormals.set(ends.last, 2 * corner);
      else this.setCornerNormal(corner, before);
    }
  }

  /**
   * Computes the signed distance of `point`, negative inside, and its unit direction of steepest ascent: away from the nearest point, or the
   * pseudonormal on the outline itself.
   */
  distance(point: Float64Array, out: Float64Array): void {
    this.writeSigned(point, this.nearestEdge(point), out);
  }

  private nearestEdge(point: Float64Array): number {
    const { points, edgeCount } = this;
    const x = point[0];
    const y = point[1];
    const cornerCount = points.length / 2;
    let best = Infinity;
    let bestEdge = 0;
    let bestT = 0;
    for (let edge = 0; edge < edgeCount; edge++) {
      const a = 2 * edge;
      const b = edge + 1 === cornerCount ? 0 : a + 2;
      const ex = points[b] - points[a];
      const ey = points[b + 1] - points[a + 1];
      const px = x - points[a];
      const py = y - points[a + 1];
      const t = Math.min(1, Math.max(0, (px * ex + py * ey) / (ex * ex + ey * ey)));
      const dx = px - t * ex;
      const dy = py - t * ey;
      const squared = dx * dx + dy * dy;
      if (squared < best) {
        best = squared;
        bestEdge = edge;
        bestT = t;
      }
    }
    this.nearestPart = bestT;
    return bestEdge;
  }

  private writeSigned(point: Float64Array, edge: number, out: Float64Array): void {
    const { points, nearestPart: t } = this;
    const a = 2 * edge;
    const b = (a + 2) % points.length;
    const dx = point[0] - (points[a] + t * (points[b] - points[a]));
    const dy = point[1] - (points[a + 1] + t * (points[b + 1] - points[a + 1]));
    const onEdge = t > 0 && t < 1;
    const normals = onEdge ? this.edgeNormals : this.cornerNormals;
    const at = onEdge || t === 0 ? a : b;
    const length = Math.sqrt(dx * dx + dy * dy);
    const sign = dx * normals[at] + dy * normals[at + 1] < 0 ? -1 : 1;
    if (length > NO_DIRECTION) {
      out[0] = (sign * dx) / length;
      out[1] = (sign * dy) / length;
    } else {
      out[0] = normals[at];
      out[1] = normals[at + 1];
    }
    out[PLANAR_DISTANCE] = sign * length;
  }

  private setEdgeNormal(edge: number, next: number): void {
    const { points, edgeNormals } = this;
    const ex = points[2 * next] - points[2 * edge];
    const ey = points[2 * next + 1] - points[2 * edge + 1];
    const length = Math.hypot(ex, ey);
    edgeNormals[2 * edge] = ey / length;
    edgeNormals[2 * edge + 1] = -ex / length;
  }

  private setCornerNormal(corner: number, before: number): void {
    const { edgeNormals, cornerNormals } = this;
    const nx = edgeNormals[2 * before] + edgeNormals[2 * corner];
    const ny = edgeNormals[2 * before + 1] + edgeNormals[2 * corner + 1];
    const length = Math.hypot(nx, ny);
    cornerNormals[2 * corner] = length > 0 ? nx / length : edgeNormals[2 * corner];
    cornerNormals[2 * corner + 1] = length > 0 ? ny / length : edgeNormals[2 * corner + 1];
  }
}

import type { ConvexHull } from './ConvexHull.ts';
import { closestPoints, extent, outermostEdge } from './hullEdges.ts';
import { MARGIN, SIZE, type Manifold } from './Manifold.ts';

/** A convex polyhedron where it stands in a substep, in world axes: vertices, unit normals, distances of planes and directions of edges in the order of its hull. */
export interface PlacedHull {
  readonly hull: ConvexHull | undefined;
  readonly vertices: Float64Array;
  readonly normals: Float64Array;
  readonly offsets: Float64Array;
  readonly directions: Float64Array;
}

/** Separation by which an axis across two edges must exceed that of all faces, and the faces of the second body those of the first, over the size: contact must not flicker between them. */
const EDGE_PREFERENCE = 1e-3;
const FACE_PREFERENCE = 2e-4;
/** Rounding of distances, over the size. */
const ROUNDING = 1e-9;
/** Sine of the angle between edges below which they are parallel. */
const PARALLEL = 1e-3;
/** Corners of a clipped polygon at most: each side of the other one adds one. */
const ROOM = 128;
/** What the axis of a contact belongs to: a face of the first hull, one of the second, or an edge of each. */
const FACE_A = 0;
const FACE_B = 1;
const EDGES = 2;

/** Numbers of axes that keep hulls apart: none, then faces of the first one, of the second one, and pairs of directions of edges. A hull has 32 faces at most. */
const NO_AXIS = 0;
const FROM_FACES_A = 1;
const FROM_FACES_B = 64;
const FROM_EDGES = 128;

/** Contact of convex polyhedra by separating axes: the faces and the pairs of edges of both (Gottschalk et al. 1996), with the clipped face as the patch in contact (Ericson 2005, 5.2, 8.3). */
export class HullContact {
  /** The polygon that is clipped, and the clipped one: they take turns. */
  private polygon = new Float64Array(3 * ROOM);
  private clipped = new Float64Array(3 * ROOM);
  private corners = 0;
  /** Separation of the best axis found, m: numbers stand in arrays where calls would allocate them. */
  private readonly best = new Float64Array(1);
  /** The face or the directions of edges that the best axis belongs to. */
  private feature = 0;
  private other = 0;
  /** An axis that is tried, and the best one, from the first hull to the second. */
  private readonly axis = new Float64Array(3);
  private readonly outward = new Float64Array(3);
  /** Unit normal of the face that clips, and a plane: a direction and the offset along it. */
  private readonly normal = new Float64Array(3);
  private readonly plane = new Float64Array(4);
  private readonly ends = new Float64Array(2);
  private readonly closest = new Float64Array(6);
  /** Least distance of a point of the clipped polygon from the plane of the face that clips, m. */
  private readonly nearest = new Float64Array(1);
  private kind = FACE_A;
  private faceA = 0;
  private faceB = 0;
  /** The axis that `findAxis` found, from the first hull to the second. */
  readonly towards = new Float64Array(3);
  /** Separations of the hulls along the normals of the first one and of the second one, m. */
  readonly separations = new Float64Array(2);

  /**
   * Adds the points in which two hulls are nearer than the margin, to a manifold without any. axes[at] is the axis that kept them apart last, and becomes the one that does: it is tried first, since it mostly still does. What is
   * found does not depend on it.
   */
  find(a: PlacedHull, b: PlacedHull, out: Manifold, axes: Int32Array, at: number): void {
    const { limits } = out;
    if (this.keepsApart(axes[at], a, b, limits)) return;
    axes[at] = NO_AXIS;
    let isFound = this.findFaces(a, b, limits);
    if (isFound) {
      this.addPoints(a, b, out);
      if (!this.mayEdgesMeet(limits)) return;
      isFound = this.compareEdges(a, b, limits);
      if (isFound && this.kind !== EDGES) return;
      out.clear();
    }
    if (isFound) this.addPoints(a, b, out);
    else if (this.kind === EDGES) axes[at] = FROM_EDGES + (b.directions.length / 3) * this.feature + this.other;
    else axes[at] = (this.kind === FACE_A ? FROM_FACES_A : FROM_FACES_B) + this.feature;
  }

  /** Finds the axis along which two hulls are farthest apart; false where that is farther than the margin. */
  findAxis(a: PlacedHull, b: PlacedHull, limits: Float64Array): boolean {
    return this.findFaces(a, b, limits) && this.compareEdges(a, b, limits);
  }

  /** Finds the face along whose normal two hulls are farthest apart; false where that is farther than the margin, with the kind and the number of such a face. */
  private findFaces(a: PlacedHull, b: PlacedHull, limits: Float64Array): boolean {
    const { best, separations, towards } = this;
    this.kind = FACE_A;
    if (!this.bestFace(a, b, limits)) return false;
    this.faceA = this.feature;
    separations[0] = best[0];
    this.kind = FACE_B;
    if (!this.bestFace(b, a, limits)) return false;
    this.faceB = this.feature;
    separations[1] = best[0];
    if (separations[1] > separations[0] + FACE_PREFERENCE * limits[SIZE]) {
      for (let axis = 0; axis < 3; axis++) towards[axis] = -b.normals[3 * this.faceB + axis];
    } else {
      this.kind = FACE_A;
      for (let axis = 0; axis < 3; axis++) towards[axis] = a.normals[3 * this.faceA + axis];
    }
    return true;
  }

  /** Takes the axis across two edges where hulls are farther apart along it than along those of faces; false where that is farther than the margin. */
  private compareEdges(a: PlacedHull, b: PlacedHull, limits: Float64Array): boolean {
    const { best, separations, towards, kind } = this;
    this.kind = EDGES;
    if (!this.bestEdges(a, b, limits)) return false;
    if (best[0] > Math.max(separations[0], separations[1]) + EDGE_PREFERENCE * limits[SIZE]) {
      for (let axis = 0; axis < 3; axis++) towards[axis] = this.outward[axis];
    } else this.kind = kind;
    return true;
  }

  /**
   * Whether an axis across two edges may be taken, given the points along that of a face. The distance of the hulls, which no separation exceeds, is at most that of a point of the clipped polygon from the face, whose
   * projection is in it.
   */
  private mayEdgesMeet(limits: Float64Array): boolean {
    const { separations, nearest } = this;
    const size = limits[SIZE];
    return nearest[0] + ROUNDING * size > Math.max(separations[0], separations[1]) + EDGE_PREFERENCE * size;
  }

  /** Adds the points of two hulls along the axis that `findAxis` found for them. */
  addPoints(a: PlacedHull, b: PlacedHull, out: Manifold): void {
    if (this.kind === EDGES) this.addEdgePoint(a, b, out);
    else if (this.kind === FACE_B) this.addFacePoints(b, this.faceB, a, 1, out);
    else this.addFacePoints(a, this.faceA, b, -1, out);
  }

  /** Whether hulls are farther apart than the margin along a numbered axis. */
  private keepsApart(axis: number, a: PlacedHull, b: PlacedHull, limits: Float64Array): boolean {
    const { best } = this;
    best[0] = -Infinity;
    if (axis >= FROM_EDGES) {
      const count = b.directions.length / 3;
      const j = (axis - FROM_EDGES) % count;
      this.tryEdges(a, b, 3 * ((axis - FROM_EDGES - j) / count), 3 * j);
    } else if (axis >= FROM_FACES_B) this.tryFace(b, axis - FROM_FACES_B, a);
    else if (axis >= FROM_FACES_A) this.tryFace(a, axis - FROM_FACES_A, b);
    return best[0] > limits[MARGIN];
  }

  /** Finds the face of `a` from which `b` is farthest; false where they are farther apart than the margin. */
  private bestFace(a: PlacedHull, b: PlacedHull, limits: Float64Array): boolean {
    const { best } = this;
    best[0] = -Infinity;
    for (let face = 0; face < a.offsets.length; face++) {
      this.tryFace(a, face, b);
      if (best[0] > limits[MARGIN]) return false;
    }
    return true;
  }

  /** Takes a face of `a` as the best axis where it is. */
  private tryFace({ normals, offsets }: PlacedHull, face: number, { vertices: v }: PlacedHull): void {
    const { best } = this;
    const x = normals[3 * face];
    const y = normals[3 * face + 1];
    const z = normals[3 * face + 2];
    let least = Infinity;
    for (let k = 0; k < v.length; k += 3) {
      const height = x * v[k] + y * v[k + 1] + z * v[k + 2];
      if (height < least) least = height;
    }
    const separation = least - offsets[face];
    if (separation <= best[0]) return;
    best[0] = separation;
    this.feature = face;
  }

  /** Finds the pair of edges across which the hulls are farthest apart; `outward` then points from `a` to `b`. False where that is farther than the margin. */
  private bestEdges(a: PlacedHull, b: PlacedHull, limits: Float64Array): boolean {
    const { best } = this;
    best[0] = -Infinity;
    for (let i = 0; i < a.directions.length; i += 3) {
      for (let j = 0; j < b.directions.length; j += 3) {
        this.tryEdges(a, b, i, j);
        if (best[0] > limits[MARGIN]) return false;
      }
    }
    return true;
  }

  /** Takes the axis across an edge of `a` and one of `b`, whose directions begin at `i` and `j`, as the best one where it is. */
  private tryEdges(a: PlacedHull, b: PlacedHull, i: number, j: number): void {
    const { axis, outward, ends, best } = this;
    const { directions: u } = a;
    const { directions: w } = b;
    const cx = u[i + 1] * w[j + 2] - u[i + 2] * w[j + 1];
    const cy = u[i + 2] * w[j] - u[i] * w[j + 2];
    const cz = u[i] * w[j + 1] - u[i + 1] * w[j];
    const length = Math.sqrt(cx * cx + cy * cy + cz * cz);
    if (length < PARALLEL) return;
    const x = cx / length;
    const y = cy / length;
    const z = cz / length;
    axis[0] = x;
    axis[1] = y;
    axis[2] = z;
    extent(a.vertices, axis, ends);
    const lowA = ends[0];
    const highA = ends[1];
    extent(b.vertices, axis, ends);
    const above = ends[0] - highA;
    const below = lowA - ends[1];
    const separation = Math.max(above, below);
    if (separation <= best[0]) return;
    const sign = above >= below ? 1 : -1;
    best[0] = separation;
    this.feature = i / 3;
    this.other = j / 3;
    outward[0] = sign * x;
    outward[1] = sign * y;
    outward[2] = sign * z;
  }

  /** Adds the point between the two edges that the best axis belongs to. */
  private addEdgePoint(a: PlacedHull, b: PlacedHull, out: Manifold): void {
    const { outward: n, closest: c, best } = this;
    const hullA = a.hull!;
    const hullB = b.hull!;
    const { next } = out;
    const edgeA = outermostEdge(hullA, a.vertices, this.feature, n, 1);
    const edgeB = outermostEdge(hullB, b.vertices, this.other, n, -1);
    closestPoints(a.vertices, hullA.edges, edgeA, b.vertices, hullB.edges, edgeB, c);
    for (let k = 0; k < 3; k++) {
      next[k] = (c[k] + c[3 + k]) / 2;
      next[3 + k] = -n[k];
    }
    next[6] = best[0];
    out.add();
  }

  /** Adds the corners of the face of `b` that looks at a face of `a`, clipped by the sides of that one, where they are nearer than the margin. `sign`: of the normal of the contact along that of the face. */
  addFacePoints(a: PlacedHull, face: number, b: PlacedHull, sign: 1 | -1, out: Manifold): void {
    const { normal } = this;
    const { next, limits } = out;
    for (let axis = 0; axis < 3; axis++) {
      normal[axis] = a.normals[3 * face + axis];
      next[3 + axis] = sign * normal[axis];
    }
    this.takeFacingPolygon(b, b.hull!);
    this.clip(a.vertices, a.hull!, face);
    const { polygon: p, corners, nearest } = this;
    nearest[0] = Infinity;
    for (let k = 0; k < 3 * corners; k += 3) {
      const gap = normal[0] * p[k] + normal[1] * p[k + 1] + normal[2] * p[k + 2] - a.offsets[face];
      nearest[0] = Math.min(nearest[0], Math.abs(gap));
      if (gap > limits[MARGIN]) continue;
      // Halfway between both faces.
      for (let axis = 0; axis < 3; axis++) next[axis] = p[k + axis] - (gap / 2) * normal[axis];
      next[6] = gap;
      out.add();
    }
  }

  /** Takes the face whose normal is most opposite to that of the face that clips as the polygon. */
  private takeFacingPolygon({ normals, vertices }: PlacedHull, hull: ConvexHull): void {
    const { normal } = this;
    let facing = 0;
    let least = Infinity;
    for (let k = 0; k < normals.length; k += 3) {
      const along = normals[k] * normal[0] + normals[k + 1] * normal[1] + normals[k + 2] * normal[2];
      if (along < least) {
        least = along;
        facing = k / 3;
      }
    }
    const { polygon } = this;
    const start = hull.faceStarts[facing];
    this.corners = hull.faceStarts[facing + 1] - start;
    for (let k = 0; k < this.corners; k++) {
      const vertex = 3 * hull.faceVertices[start + k];
      polygon[3 * k] = vertices[vertex];
      polygon[3 * k + 1] = vertices[vertex + 1];
      polygon[3 * k + 2] = vertices[vertex + 2];
    }
  }

  /** Clips the polygon by the sides of a face, planes through its edges along its normal (Sutherland and Hodgman 1974). */
  private clip(v: Float64Array, hull: ConvexHull, face: number): void {
    const { normal: n, plane } = this;
    const start = hull.faceStarts[face];
    const sides = hull.faceStarts[face + 1] - start;
    for (let side = 0; side < sides && this.corners > 0; side++) {
      const p = 3 * hull.faceVertices[start + side];
      const q = 3 * hull.faceVertices[start + ((side + 1) % sides)];
      const ex = v[q] - v[p];
      const ey = v[q + 1] - v[p + 1];
      const ez = v[q + 2] - v[p + 2];
      // Outward: e x n.
      plane[0] = ey * n[2] - ez * n[1];
      plane[1] = ez * n[0] - ex * n[2];
      plane[2] = ex * n[1] - ey * n[0];
      plane[3] = plane[0] * v[p] + plane[1] * v[p + 1] + plane[2] * v[p + 2];
      this.clipByPlane();
    }
  }

  /** Keeps what of the polygon is below the plane. */
  private clipByPlane(): void {
    const { polygon: p, clipped: out, corners, plane } = this;
    const x = plane[0];
    const y = plane[1];
    const z = plane[2];
    const offset = plane[3];
    let count = 0;
    let before = 3 * (corners - 1);
    let heightBefore = x * p[before] + y * p[before + 1] + z * p[before + 2] - offset;
    for (let k = 0; k < 3 * corners; k += 3) {
      const height = x * p[k] + y * p[k + 1] + z * p[k + 2] - offset;
      if (height > 0 !== heightBefore > 0) {
        const share = heightBefore / (heightBefore - height);
        for (let axis = 0; axis < 3; axis++) {
          out[3 * count + axis] = p[before + axis] + share * (p[k + axis] - p[before + axis]);
        }
        count++;
      }
      if (height <= 0) {
        out[3 * count] = p[k];
        out[3 * count + 1] = p[k + 1];
        out[3 * count + 2] = p[k + 2];
        count++;
      }
      before = k;
      heightBefore = height;
    }
    this.polygon = out;
    this.clipped = p;
    this.corners = count;
  }
}

import type { SurfaceQuery } from '../../geometry/surfaceQuery/SurfaceQuery.ts';
import type { TriMesh } from '../../geometry/TriMesh.ts';
import type { SizeAt } from './bandedLattice.ts';

export interface DetailOptions {
  /** Long edge of the finest band, metres. */
  readonly edgeLength: number;
  /** Red levels beyond it. */
  readonly detailLevels: number;
  /** Target edge over radius of curvature; 0 ignores curvature. */
  readonly curvatureFactor: number;
  /** Target number of edges across the local thickness; 0 ignores thickness. */
  readonly edgesAcross: number;
}

/** Largest number of shrinking steps of the ball. */
const MAX_SHRINKS = 12;
/** The ball is final once the deepest point inside it enters by less than this fraction of its radius. */
const BALL_TOLERANCE = 1e-3;
/** A near point is on an opposite side of the surface, not noise, when the squared cosine to the inward normal exceeds this. */
const OPPOSITE = 0.5;
/** Most rounds of normal averaging. */
const MAX_NORMAL_ROUNDS = 24;
/** Detail is requested within this many finest edges of the surface. */
const DETAIL_REACH = 1;

/**
 * Returns the target edge length near a surface: at most `curvatureFactor` times the radius of curvature, and at most the local
 * thickness over `edgesAcross`; Infinity away from the surface. Computed per triangle on first use.
 */
export function surfaceDetail(query: SurfaceQuery, options: DetailOptions): SizeAt {
  const detail = new SurfaceDetail(query, options);
  return (x, y, z) => detail.sizeAt(x, y, z);
}

class SurfaceDetail {
  private readonly query: SurfaceQuery;
  private readonly options: DetailOptions;
  private readonly sizes: Float64Array;
  private readonly normals: Float64Array;
  private readonly smallest: number;
  private readonly closest = new Float64Array(4);
  private hint = -1;

  constructor(query: SurfaceQuery, options: DetailOptions) {
    this.query = query;
    this.options = options;
    this.smallest = options.edgeLength / 2 ** options.detailLevels;
    this.sizes = new Float64Array(query.mesh.triangles.length / 3).fill(NaN);
    this.normals = smoothNormals(query.mesh, this.smallest);
  }

  sizeAt(x: number, y: number, z: number): number {
    const reach = DETAIL_REACH * this.options.edgeLength;
    const triangle = this.query.closestPointWithin(x, y, z, reach, this.closest, this.hint);
    if (triangle < 0) return Infinity;
    this.hint = triangle;
    if (Number.isNaN(this.sizes[triangle])) this.sizes[triangle] = this.measure(triangle);
    return this.sizes[triangle];
  }

  private measure(triangle: number): number {
    const { curvatureFactor, edgesAcross } = this.options;
    let size = Infinity;
    if (curvatureFactor > 0) size = Math.min(size, curvatureFactor / this.curvature(triangle));
    if (edgesAcross > 0) size = Math.min(size, this.thickness(triangle) / edgesAcross);
    return Math.max(size, this.smallest);
  }

  /** Largest change of the smoothed unit normal per metre along an edge of the triangle, 1/m. */
  private curvature(triangle: number): number {
    const { positions, triangles } = this.query.mesh;
    let largest = 0;
    for (let k = 0; k < 3; k++) {
      const a = 3 * triangles[3 * triangle + k];
      const b = 3 * triangles[3 * triangle + ((k + 1) % 3)];
      const length = Math.hypot(
        positions[b] - positions[a],
        positions[b + 1] - positions[a + 1],
        positions[b + 2] - positions[a + 2],
      );
      const turn = Math.hypot(
        this.normals[b] - this.normals[a],
        this.normals[b + 1] - this.normals[a + 1],
        this.normals[b + 2] - this.normals[a + 2],
      );
      // An edge shorter than the elements does not bend the surface more than over one element.
      largest = Math.max(largest, turn / Math.max(length, this.smallest));
    }
    return largest;
  }

  /**
   * Returns the diameter of the largest ball inside the surface that touches the triangle's centroid (shrinking ball: Ma, Bae & Choi
   * 2012), metres; clamped to the range that matters for refinement.
   */
  private thickness(triangle: number): number {
    const { positions, triangles } = this.query.mesh;
    const { closest } = this;
    const centre = [0, 0, 0];
    const normal = [0, 0, 0];
    for (let k = 0; k < 3; k++) {
      const v = 3 * triangles[3 * triangle + k];
      for (let axis = 0; axis < 3; axis++) {
        centre[axis] += positions[v + axis] / 3;
        normal[axis] += this.normals[v + axis] / 3;
      }
    }
    const length = Math.hypot(normal[0], normal[1], normal[2]);
    let radius = this.options.edgesAcross * this.options.edgeLength;
    if (!(length > 0)) return 2 * radius;
    for (let shrink = 0; shrink < MAX_SHRINKS; shrink++) {
      const step = radius / length;
      const x = centre[0] - step * normal[0];
      const y = centre[1] - step * normal[1];
      const z = centre[2] - step * normal[2];
      const found = this.query.closestPointWithin(x, y, z, radius * (1 - BALL_TOLERANCE), closest);
      if (found < 0) break;
      const dx = closest[0] - centre[0];
      const dy = closest[1] - centre[1];
      const dz = closest[2] - centre[2];
      const squared = dx * dx + dy * dy + dz * dz;
      const inward = -(dx * normal[0] + dy * normal[1] + dz * normal[2]) / length;
      // A touching point beside the centroid is the curvature of the scan's noise, not another side.
      const beside = squared < this.smallest ** 2 && inward ** 2 < OPPOSITE * squared;
      if (beside || !(inward > 0)) break;
      radius = squared / (2 * inward);
    }
    return 2 * radius;
  }
}

/** Unit vertex normals, area-weighted, averaged over rings until they span about half of `length` metres. */
function smoothNormals(mesh: TriMesh, length: number): Float64Array {
  const { positions, triangles } = mesh;
  let normals: Float64Array = new Float64Array(positions.length);
  let edges = 0;
  for (let at = 0; at < triangles.length; at += 3) {
    const [a, b, c] = [3 * triangles[at], 3 * triangles[at + 1], 3 * triangles[at + 2]];
    const [ux, uy, uz] = [0, 1, 2].map((axis) => positions[b + axis] - positions[a + axis]);
    const [vx, vy, vz] = [0, 1, 2].map((axis) => positions[c + axis] - positions[a + axis]);
    edges += Math.hypot(ux, uy, uz);
    for (const v of [a, b, c]) {
      normals[v] += uy * vz - uz * vy;
      normals[v + 1] += uz * vx - ux * vz;
      normals[v + 2] += ux * vy - uy * vx;
    }
  }
  normalise(normals);
  const meanEdge = edges / Math.max(1, triangles.length / 3);
  const rounds = Math.min(MAX_NORMAL_ROUNDS, Math.floor((0.5 * length) / meanEdge) ** 2);
  for (let round = 0; round < rounds; round++) {
    const next = normals.slice();
    for (let at = 0; at < triangles.length; at++) {
      const to = 3 * triangles[at];
      const from = 3 * triangles[at % 3 === 2 ? at - 2 : at + 1];
      for (let axis = 0; axis < 3; axis++) next[to + axis] += normals[from + axis];
    }
    normalise(next);
    normals = next;
  }
  return normals;
}

function normalise(vectors: Float64Array): void {
  for (let at = 0; at < vectors.length; at += 3) {
    const length = Math.hypot(vectors[at], vectors[at + 1], vectors[at + 2]);
    if (!(length > 0)) continue;
    for (let axis = 0; axis < 3; axis++) vectors[at + axis] /= length;
  }
}

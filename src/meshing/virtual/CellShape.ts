/** Relative tolerance, over the size of a cell, within which a triangle that only touches it counts as crossing. */
const TOUCH = 1e-9;

/** Corner pairs of the edges of a tetrahedron, and of a hexahedron whose corner i + 2j + 4k sits at (i, j, k). */
const TET_EDGES = [0, 1, 0, 2, 0, 3, 1, 2, 1, 3, 2, 3] as const;
const HEX_EDGES = [0, 1, 2, 3, 4, 5, 6, 7, 0, 2, 1, 3, 4, 6, 5, 7, 0, 4, 1, 5, 2, 6, 3, 7] as const;
/** Three corners on each pair of opposite sides of a hexahedron; on each face of a tetrahedron. */
const HEX_SIDES = [0, 2, 4, 0, 4, 1, 0, 1, 2] as const;
const TET_SIDES = [1, 2, 3, 0, 3, 2, 0, 1, 3, 0, 2, 1] as const;

/** Corner pairs of the edges of a cell with `size` corners. */
export function cellEdges(size: 4 | 8): readonly number[] {
  return size === 4 ? TET_EDGES : HEX_EDGES;
}

/**
 * A convex cell, tetrahedron or parallelepiped, with tests of which triangles cross it, and their clipped part. Scratch for one cell at a time.
 */
export class CellShape {
  /** xyz per corner, m. */
  readonly corners: Float64Array;
  /** Min xyz, max xyz of the cell, m. */
  readonly box = new Float64Array(6);
  private readonly size: 4 | 8;
  private readonly edges: readonly number[];
  /** Unit normals of the sides, and the range of the cell along each: the cell is their intersection. */
  private readonly normals: Float64Array;
  private readonly ranges: Float64Array;
  /** Directions of the edges, xyz each. */
  private readonly directions: Float64Array;
  private slack = 0;
  private readonly triangle = new Float64Array(9);
  private polygon: number[] = [];

  constructor(size: 4 | 8) {
    this.size = size;
    this.edges = size === 4 ? TET_EDGES : [0, 1, 0, 2, 0, 4];
    const sides = size === 4 ? 4 : 3;
    this.corners = new Float64Array(3 * size);
    this.normals = new Float64Array(3 * sides);
    this.ranges = new Float64Array(2 * sides);
    this.directions = new Float64Array((3 * this.edges.length) / 2);
  }

  load(positions: Float64Array, cells: Uint32Array, cell: number): void {
    const { size, corners, box, edges, directions } = this;
    box.fill(Infinity, 0, 3).fill(-Infinity, 3);
    for (let corner = 0; corner < size; corner++) {
      const vertex = 3 * cells[size * cell + corner];
      for (let axis = 0; axis < 3; axis++) {
        const x = positions[vertex + axis];
        corners[3 * corner + axis] = x;
        if (x < box[axis]) box[axis] = x;
        if (x > box[3 + axis]) box[3 + axis] = x;
      }
    }
    this.slack = TOUCH * (box[3] - box[0] + box[4] - box[1] + box[5] - box[2]);
    for (let edge = 0; edge < edges.length; edge += 2) {
      for (let axis = 0; axis < 3; axis++) {
        directions[(3 * edge) / 2 + axis] = corners[3 * edges[edge + 1] + axis] - corners[3 * edges[edge] + axis];
      }
    }
    this.loadSides();
  }

  private loadSides(): void {
    const { normals, ranges, corners, size } = this;
    const sides = size === 4 ? TET_SIDES : HEX_SIDES;
    for (let side = 0; side < ranges.length / 2; side++) {
      const a = 3 * sides[3 * side];
      const b = 3 * sides[3 * side + 1];
      const c = 3 * sides[3 * side + 2];
      crossInto(
        corners[b] - corners[a],
        corners[b + 1] - corners[a + 1],
        corners[b + 2] - corners[a + 2],
        corners[c] - corners[a],
        corners[c + 1] - corners[a + 1],
        corners[c + 2] - corners[a + 2],
        normals,
        3 * side,
      );
      const scale = 1 / Math.hypot(normals[3 * side], normals[3 * side + 1], normals[3 * side + 2]);
      for (let axis = 0; axis < 3; axis++) normals[3 * side + axis] *= scale;
      let low = Infinity;
      let high = -Infinity;
      for (let corner = 0; corner < 3 * size; corner += 3) {
        const along = this.alongSide(side, corners, corner);
        low = Math.min(low, along);
        high = Math.max(high, along);
      }
      ranges[2 * side] = low;
      ranges[2 * side + 1] = high;
    }
  }

  private alongSide(side: number, points: ArrayLike<number>, at: number): number {
    const { normals } = this;
    return (
      normals[3 * side] * points[at] + normals[3 * side + 1] * points[at + 1] + normals[3 * side + 2] * points[at + 2]
    );
  }

  /** Returns whether the triangle, or with `c` = `b` the segment, meets the cell or touches it (separating axes). Vertex numbers into `points`. */
  meets(points: Float64Array, a: number, b: number, c: number): boolean {
    const { triangle, box, slack, ranges } = this;
    for (let axis = 0; axis < 3; axis++) {
      triangle[axis] = points[3 * a + axis];
      triangle[3 + axis] = points[3 * b + axis];
      triangle[6 + axis] = points[3 * c + axis];
      const low = Math.min(triangle[axis], triangle[3 + axis], triangle[6 + axis]);
      const high = Math.max(triangle[axis], triangle[3 + axis], triangle[6 + axis]);
      if (low > box[3 + axis] + slack || high < box[axis] - slack) return false;
    }
    for (let side = 0; side < ranges.length / 2; side++) {
      const p = this.alongSide(side, triangle, 0);
      const q = this.alongSide(side, triangle, 3);
      const r = this.alongSide(side, triangle, 6);
      if (Math.min(p, q, r) > ranges[2 * side + 1] + slack || Math.max(p, q, r) < ranges[2 * side] - slack)
        return false;
    }
    return !this.separatedByTriangle();
  }

  /** Tests the triangle's plane, and planes along an edge of each, as separating planes. */
  private separatedByTriangle(): boolean {
    const { triangle, directions } = this;
    const u = [triangle[3] - triangle[0], triangle[4] - triangle[1], triangle[5] - triangle[2]];
    const v = [triangle[6] - triangle[3], triangle[7] - triangle[4], triangle[8] - triangle[5]];
    const w = [triangle[0] - triangle[6], triangle[1] - triangle[7], triangle[2] - triangle[8]];
    if (this.separates(u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0])) return true;
    for (let d = 0; d < directions.length; d += 3) {
      const x = directions[d];
      const y = directions[d + 1];
      const z = directions[d + 2];
      if (this.separates(u[1] * z - u[2] * y, u[2] * x - u[0] * z, u[0] * y - u[1] * x)) return true;
      if (this.separates(v[1] * z - v[2] * y, v[2] * x - v[0] * z, v[0] * y - v[1] * x)) return true;
      if (this.separates(w[1] * z - w[2] * y, w[2] * x - w[0] * z, w[0] * y - w[1] * x)) return true;
    }
    return false;
  }

  private separates(x: number, y: number, z: number): boolean {
    const { corners, triangle, size } = this;
    const length = Math.sqrt(x * x + y * y + z * z);
    if (length === 0) return false;
    const p = x * triangle[0] + y * triangle[1] + z * triangle[2];
    const q = x * triangle[3] + y * triangle[4] + z * triangle[5];
    const r = x * triangle[6] + y * triangle[7] + z * triangle[8];
    let low = Infinity;
    let high = -Infinity;
    for (let corner = 0; corner < 3 * size; corner += 3) {
      const along = x * corners[corner] + y * corners[corner + 1] + z * corners[corner + 2];
      if (along < low) low = along;
      if (along > high) high = along;
    }
    const slack = this.slack * length;
    return Math.min(p, q, r) > high + slack || Math.max(p, q, r) < low - slack;
  }

  /** Whether a point is in the cell or on its boundary. */
  holds(x: number, y: number, z: number): boolean {
    const point = [x, y, z];
    for (let side = 0; side < this.ranges.length / 2; side++) {
      const along = this.alongSide(side, point, 0);
      if (along < this.ranges[2 * side] - this.slack || along > this.ranges[2 * side + 1] + this.slack) return false;
    }
    return true;
  }

  /** Writes the centroid of the part of a triangle that is inside the cell; returns false where nothing is left. */
  middleOfCut(points: Float64Array, a: number, b: number, c: number, out: Float64Array): boolean {
    this.polygon = [a, b, c].flatMap((vertex) => [points[3 * vertex], points[3 * vertex + 1], points[3 * vertex + 2]]);
    for (let side = 0; side < this.ranges.length / 2; side++) {
      this.clip(side, 1, this.ranges[2 * side + 1] + this.slack);
      this.clip(side, -1, -this.ranges[2 * side] + this.slack);
    }
    const count = this.polygon.length / 3;
    if (count === 0) return false;
    out.fill(0, 0, 3);
    for (let k = 0; k < this.polygon.length; k++) out[k % 3] += this.polygon[k] / count;
    return true;
  }

  /** Clips to the points at most `limit` along a side's normal times `sign` (Sutherland and Hodgman 1974). */
  private clip(side: number, sign: number, limit: number): void {
    const from = this.polygon;
    const kept: number[] = [];
    for (let at = 0; at < from.length; at += 3) {
      const next = (at + 3) % from.length;
      const here = sign * this.alongSide(side, from, at) - limit;
      const there = sign * this.alongSide(side, from, next) - limit;
      if (here <= 0) kept.push(from[at], from[at + 1], from[at + 2]);
      if (here < 0 === there < 0 || here === 0 || there === 0) continue;
      const part = here / (here - there);
      for (let axis = 0; axis < 3; axis++) kept.push(from[at + axis] + part * (from[next + axis] - from[at + axis]));
    }
    this.polygon = kept;
  }
}

function crossInto(
  ux: number,
  uy: number,
  uz: number,
  vx: number,
  vy: number,
  vz: number,
  out: Float64Array,
  at: number,
): void {
  out[at] = uy * vz - uz * vy;
  out[at + 1] = uz * vx - ux * vz;
  out[at + 2] = ux * vy - uy * vx;
}

/** Tolerance of the barycentric weights: a ray through a common edge of two triangles never misses both. */
const HIT_SLACK = 1e-9;

/**
 * Returns the ray parameter, in lengths of the direction, where the ray from `origin` along `direction` hits a triangle (Moeller and Trumbore 1997); NaN where it does
 * not, also for rays in the triangle's plane. Vertex numbers into `points`.
 */
export function hitTriangle(
  points: Float64Array,
  a: number,
  b: number,
  c: number,
  origin: ArrayLike<number>,
  direction: ArrayLike<number>,
): number {
  const ux = points[3 * b] - points[3 * a];
  const uy = points[3 * b + 1] - points[3 * a + 1];
  const uz = points[3 * b + 2] - points[3 * a + 2];
  const vx = points[3 * c] - points[3 * a];
  const vy = points[3 * c + 1] - points[3 * a + 1];
  const vz = points[3 * c + 2] - points[3 * a + 2];
  const px = direction[1] * vz - direction[2] * vy;
  const py = direction[2] * vx - direction[0] * vz;
  const pz = direction[0] * vy - direction[1] * vx;
  const determinant = ux * px + uy * py + uz * pz;
  if (determinant === 0) return NaN;
  const tx = origin[0] - points[3 * a];
  const ty = origin[1] - points[3 * a + 1];
  const tz = origin[2] - points[3 * a + 2];
  const s = (tx * px + ty * py + tz * pz) / determinant;
  if (!(s >= -HIT_SLACK && s <= 1 + HIT_SLACK)) return NaN;
  const qx = ty * uz - tz * uy;
  const qy = tz * ux - tx * uz;
  const qz = tx * uy - ty * ux;
  const t = (direction[0] * qx + direction[1] * qy + direction[2] * qz) / determinant;
  if (!(t >= -HIT_SLACK && s + t <= 1 + HIT_SLACK)) return NaN;
  return (vx * qx + vy * qy + vz * qz) / determinant;
}

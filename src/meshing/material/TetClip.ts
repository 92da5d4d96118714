import type { MaterialSide } from './MaterialSide.ts';

/** Barycentric coordinates of the corners of a triangle, four each, and those of a polygon: at most 3 corners and one more per plane. */
const MOST_CORNERS = 8;

/**
 * The part of a tetrahedron that lies within closed triangles, its volume and its first moments, exactly, by the divergence theorem from dimension to dimension: in barycentric coordinates, six times the volume is the sum of the
 * cones from corner 0 over the parts of the triangles in the tetrahedron, and over the part of the opposite face that is inside; that is the sum of the cones from corner 1 over the segments in
 * which triangles cut the face, and over the part of edge 2-3 that is inside; and that follows from whether corner 2 is inside, and from where triangles cross the edge. Neighbouring triangles agree
 * on every crossing: it is computed from the same numbers for both. Surfaces must not pass through the corners, nor lie in the faces: shift the corners a little. Scratch for one tetrahedron at a
 * time.
 */
export class TetClip {
  private readonly side: MaterialSide;
  /** Corners, xyz each, m. */
  private readonly corners = new Float64Array(12);
  /** Row i gives barycentric coordinate i + 1 of an offset from corner 0, 1/m. */
  private readonly inverse = new Float64Array(9);
  private readonly normal = new Float64Array(3);
  private readonly triangle = new Float64Array(12);
  private readonly numbers = new Uint32Array(3);
  private polygon = new Float64Array(4 * MOST_CORNERS);
  private clipped = new Float64Array(4 * MOST_CORNERS);
  private readonly enters = new Float64Array(4);
  private readonly leaves = new Float64Array(4);
  private readonly point = new Float64Array(4);
  /** Cones over triangles: their volume, and the integrals of coordinates 1, 2 and 3 over them, in volumes of the tetrahedron. */
  private readonly cones = new Float64Array(4);
  /** Cones over segments: their area, and the integrals of coordinates 2 and 3 over them, in areas of the face. */
  private readonly face = new Float64Array(3);
  /** What is inside of the edge beyond corner 2, and the integral of coordinate 3 over it, in lengths of the edge. */
  private readonly edge = new Float64Array(2);

  constructor(side: MaterialSide) {
    this.side = side;
  }

  /** Begins with the tetrahedron of four vertices (0, 1, 2, 3), positively oriented, moved by `shift` (m). */
  load(positions: Float64Array, vertices: ArrayLike<number>, shift: readonly number[]): void {
    const { corners, inverse } = this;
    for (let k = 0; k < 12; k++) corners[k] = positions[3 * vertices[Math.floor(k / 3)] + (k % 3)] + shift[k % 3];
    const e = (corner: number, axis: number) => corners[3 * corner + axis] - corners[axis];
    for (let row = 0; row < 3; row++) {
      const [p, q] = [1 + ((row + 1) % 3), 1 + ((row + 2) % 3)];
      inverse[3 * row] = e(p, 1) * e(q, 2) - e(p, 2) * e(q, 1);
      inverse[3 * row + 1] = e(p, 2) * e(q, 0) - e(p, 0) * e(q, 2);
      inverse[3 * row + 2] = e(p, 0) * e(q, 1) - e(p, 1) * e(q, 0);
    }
    const six = e(1, 0) * inverse[0] + e(1, 1) * inverse[1] + e(1, 2) * inverse[2];
    for (let k = 0; k < 9; k++) inverse[k] /= six;
    this.cones.fill(0);
    this.face.fill(0);
    this.edge.fill(0);
  }

  /** Adds a triangle of the surface; vertex numbers into `points` (xyz each, m). */
  add(points: Float64Array, a: number, b: number, c: number): void {
    this.place(points, 0, a);
    this.place(points, 1, b);
    this.place(points, 2, c);
    const { triangle: t, normal } = this;
    for (let k = 0; k < 4; k++) if (t[k] < 0 && t[4 + k] < 0 && t[8 + k] < 0) return;
    for (let axis = 0; axis < 3; axis++) {
      const [i, j] = [(axis + 1) % 3, (axis + 2) % 3];
      normal[axis] =
        (points[3 * b + i] - points[3 * a + i]) * (points[3 * c + j] - points[3 * a + j]) -
        (points[3 * b + j] - points[3 * a + j]) * (points[3 * c + i] - points[3 * a + i]);
    }
    this.addCones();
    this.addCut();
  }

  /** Writes the integrals of the four barycentric coordinates over the part that is inside, in volumes of the tetrahedron: their sum is the share that is inside. */
  integrals(isCorner2Inside: boolean, out: Float64Array): void {
    const { cones, face, edge } = this;
    const whole = isCorner2Inside ? 1 : 0;
    const length = edge[0] + whole;
    const along = edge[1] + whole / 2;
    const area = face[0] + length;
    const second = face[1] + (2 / 3) * (length - along);
    const third = face[2] + (2 / 3) * along;
    out[1] = cones[1] + 0.75 * (area - second - third);
    out[2] = cones[2] + 0.75 * second;
    out[3] = cones[3] + 0.75 * third;
    out[0] = cones[0] + area - out[1] - out[2] - out[3];
  }

  private place(points: Float64Array, k: number, vertex: number): void {
    const { triangle, inverse, corners } = this;
    const x = points[3 * vertex] - corners[0];
    const y = points[3 * vertex + 1] - corners[1];
    const z = points[3 * vertex + 2] - corners[2];
    let rest = 1;
    for (let row = 0; row < 3; row++) {
      const value = inverse[3 * row] * x + inverse[3 * row + 1] * y + inverse[3 * row + 2] * z;
      triangle[4 * k + 1 + row] = value;
      rest -= value;
    }
    triangle[4 * k] = rest;
    this.numbers[k] = vertex;
  }

  /** Adds the cones from corner 0 over the part of the triangle in the tetrahedron. */
  private addCones(): void {
    this.polygon.set(this.triangle);
    let count = 3;
    for (let plane = 0; plane < 4; plane++) count = this.clip(plane, count);
    const { polygon: p } = this;
    if (count < 3) return;
    this.point.fill(0);
    for (let k = 0; k < 4 * count; k++) this.point[k % 4] += p[k] / count;
    const share = this.shareAtPoint();
    for (let k = 1; k + 1 < count; k++) {
      const b = 4 * k;
      const c = b + 4;
      const volume =
        share *
        (p[1] * (p[b + 2] * p[c + 3] - p[b + 3] * p[c + 2]) +
          p[2] * (p[b + 3] * p[c + 1] - p[b + 1] * p[c + 3]) +
          p[3] * (p[b + 1] * p[c + 2] - p[b + 2] * p[c + 1]));
      this.cones[0] += volume;
      for (let i = 1; i < 4; i++) this.cones[i] += (volume * (p[i] + p[b + i] + p[c + i])) / 4;
    }
  }

  /** Keeps the part of the polygon where one barycentric coordinate is not negative (Sutherland and Hodgman 1974). */
  private clip(plane: number, count: number): number {
    const { polygon: from, clipped: to } = this;
    let kept = 0;
    for (let k = 0; k < count; k++) {
      const at = 4 * k;
      const next = 4 * ((k + 1) % count);
      const here = from[at + plane];
      const there = from[next + plane];
      if (here >= 0) {
        for (let i = 0; i < 4; i++) to[4 * kept + i] = from[at + i];
        kept++;
      }
      if (here >= 0 === there >= 0) continue;
      mix(from, at, from, next, here / (here - there), to, 4 * kept++);
    }
    this.polygon = to;
    this.clipped = from;
    return kept;
  }

  /** Adds what the segment counts in which the triangle cuts the plane of the face opposite of corner 0. */
  private addCut(): void {
    const { triangle: t, enters, leaves } = this;
    let found = 0;
    for (let k = 0; k < 3; k++) {
      const next = (k + 1) % 3;
      const [isHere, isThere] = [t[4 * k] >= 0, t[4 * next] >= 0];
      if (isHere === isThere) continue;
      this.cross(k, next, isHere ? leaves : enters);
      found++;
    }
    if (found === 0) return;
    // The part of the triangle in the tetrahedron is on the left of its way from where it leaves to where it enters again, what is inside on the face on that of the way back.
    this.addSegment(enters, leaves);
  }

  /** Writes where an edge of the triangle passes through the plane of the face, from its vertex of the lower number. */
  private cross(k: number, next: number, out: Float64Array): void {
    const { triangle: t, numbers } = this;
    const [low, high] = numbers[k] < numbers[next] ? [4 * k, 4 * next] : [4 * next, 4 * k];
    mix(t, low, t, high, t[low] / (t[low] - t[high]), out, 0);
  }

  /** Adds the cone from corner 1 over the part of a segment in the face, and where it crosses edge 2-3. */
  private addSegment(from: Float64Array, to: Float64Array): void {
    const isFrom = from[1] >= 0;
    if (isFrom !== to[1] >= 0) {
      mix(from, 0, to, 0, from[1] / (from[1] - to[1]), this.point, 0);
      const along = this.point[3];
      // Where the boundary of what is inside leaves the face, that is on the edge from there to corner 3.
      if (along >= 0 && along <= 1) {
        const sign = (isFrom ? 1 : -1) * this.shareAtPoint();
        this.edge[0] += sign * (1 - along);
        this.edge[1] += (sign * (1 - along * along)) / 2;
      }
    }
    let begin = 0;
    let end = 1;
    for (let k = 1; k < 4; k++) {
      if (from[k] < 0 && to[k] < 0) return;
      if (from[k] < 0) begin = Math.max(begin, from[k] / (from[k] - to[k]));
      else if (to[k] < 0) end = Math.min(end, from[k] / (from[k] - to[k]));
    }
    if (!(end > begin)) return;
    mix(from, 0, to, 0, (begin + end) / 2, this.point, 0);
    const area = (end - begin) * (from[2] * to[3] - from[3] * to[2]) * this.shareAtPoint();
    this.face[0] += area;
    this.face[1] += (2 / 3) * area * this.point[2];
    this.face[2] += (2 / 3) * area * this.point[3];
  }

  private shareAtPoint(): number {
    const { point, corners, normal, side } = this;
    if (side.isClean) return 1;
    const x = (axis: number) =>
      point[0] * corners[axis] +
      point[1] * corners[3 + axis] +
      point[2] * corners[6 + axis] +
      point[3] * corners[9 + axis];
    return side.shareAt(x(0), x(1), x(2), normal);
  }
}

/** out = (1 - part) a + part b, of four coordinates each. */
function mix(
  a: Float64Array,
  atA: number,
  b: Float64Array,
  atB: number,
  part: number,
  out: Float64Array,
  at: number,
): void {
  for (let k = 0; k < 4; k++) out[at + k] = a[atA + k] + part * (b[atB + k] - a[atA + k]);
}

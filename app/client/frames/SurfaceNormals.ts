import { normaliseVectors } from './creaseNormals.ts';

/**
 * Area-weighted unit normals of a surface with hard edges, over and over for new positions; and directions in which an outline grows: the same, but at
 * the border of an open surface away from it, in its plane, where the normal would leave the border without a line.
 */
export class SurfaceNormals {
  /** True where outlines grow elsewhere than along the normals: some vertex has several, or the surface has a border. */
  readonly split: boolean;
  private readonly triangles: Uint32Array;
  private readonly source: Uint32Array;
  private readonly sums: Float32Array;
  /** Edges of one triangle alone, and its third corner: three display vertices each. */
  private readonly border: Uint32Array;

  /** `triangles` of display vertices; `source`: the surface vertex of each display vertex. */
  constructor(triangles: Uint32Array, source: Uint32Array) {
    this.triangles = triangles;
    this.source = source;
    let last = -1;
    for (const vertex of source) last = Math.max(last, vertex);
    this.border = borderEdges(triangles, source);
    this.split = last + 1 < source.length || this.border.length > 0;
    this.sums = new Float32Array(this.split ? 3 * (last + 1) : 0);
  }

  /** Writes a normal per display vertex, and into `hullOut` (another array where something is split) one that copies share. Allocates nothing. */
  compute(positions: Float32Array, out: Float32Array, hullOut: Float32Array): void {
    addAreaNormals(positions, this.triangles, out);
    if (this.split) this.spread(out, hullOut, positions);
    normaliseVectors(out);
  }

  private spread(areaNormals: Float32Array, hullOut: Float32Array, positions: Float32Array): void {
    const { source, sums } = this;
    sums.fill(0);
    for (let k = 0; k < source.length; k++) {
      const to = 3 * source[k];
      sums[to] += areaNormals[3 * k];
      sums[to + 1] += areaNormals[3 * k + 1];
      sums[to + 2] += areaNormals[3 * k + 2];
    }
    this.growBorder(positions);
    for (let k = 0; k < source.length; k++) {
      const from = 3 * source[k];
      hullOut[3 * k] = sums[from];
      hullOut[3 * k + 1] = sums[from + 1];
      hullOut[3 * k + 2] = sums[from + 2];
    }
    normaliseVectors(hullOut);
  }

  /** Adds to each border vertex the distance vectors of its border edges from the third corners of their triangles. Allocates nothing. */
  private growBorder(p: Float32Array): void {
    const { border, source, sums } = this;
    for (let at = 0; at < border.length; at++) {
      if (at % 3 < 2) sums.fill(0, 3 * source[border[at]], 3 * source[border[at]] + 3);
    }
    for (let at = 0; at < border.length; at += 3) {
      const i = 3 * border[at];
      const j = 3 * border[at + 1];
      const k = 3 * border[at + 2];
      let along = 0;
      let square = 0;
      for (let axis = 0; axis < 3; axis++) {
        const edge = p[j + axis] - p[i + axis];
        along += edge * (p[i + axis] - p[k + axis]);
        square += edge * edge;
      }
      const share = square > 0 ? along / square : 0;
      for (let axis = 0; axis < 3; axis++) {
        const out = p[i + axis] - p[k + axis] - share * (p[j + axis] - p[i + axis]);
        sums[3 * source[border[at]] + axis] += out;
        sums[3 * source[border[at + 1]] + axis] += out;
      }
    }
  }
}

/** The edges of surface vertices that one triangle alone has: its two display vertices there, and its third. */
function borderEdges(triangles: Uint32Array, source: Uint32Array): Uint32Array {
  const edges = new Map<number, number>();
  const single = new Map<number, readonly [number, number, number]>();
  let count = 0;
  for (const vertex of source) count = Math.max(count, vertex + 1);
  for (let at = 0; at < triangles.length; at += 3) {
    for (let side = 0; side < 3; side++) {
      const corners = [0, 1, 2].map((turn) => triangles[at + ((side + turn) % 3)]);
      const [a, b] = [source[corners[0]], source[corners[1]]];
      const key = Math.min(a, b) * count + Math.max(a, b);
      edges.set(key, (edges.get(key) ?? 0) + 1);
      single.set(key, [corners[0], corners[1], corners[2]]);
    }
  }
  return Uint32Array.from([...single].flatMap(([key, corners]) => (edges.get(key) === 1 ? corners : [])));
}

/** Area-weighted unit normals of the vertices of a surface without hard edges. */
export function vertexNormals(positions: Float32Array, triangles: Uint32Array): Float32Array {
  const out = new Float32Array(positions.length);
  addAreaNormals(positions, triangles, out);
  normaliseVectors(out);
  return out;
}

/** Normals that copies of a vertex share, for a shape that does not change. */
export function hullNormalsOf(positions: Float32Array, triangles: Uint32Array, source: Uint32Array): Float32Array {
  const out = new Float32Array(positions.length);
  const normals = new SurfaceNormals(triangles, source);
  const hull = normals.split ? new Float32Array(positions.length) : out;
  normals.compute(positions, out, hull);
  return hull;
}

/** out = sum of the area vectors (times two) of the triangles around each vertex. */
function addAreaNormals(p: Float32Array, triangles: Uint32Array, out: Float32Array): void {
  out.fill(0);
  for (let at = 0; at < triangles.length; at += 3) {
    const i = 3 * triangles[at];
    const j = 3 * triangles[at + 1];
    const k = 3 * triangles[at + 2];
    const ax = p[j] - p[i];
    const ay = p[j + 1] - p[i + 1];
    const az = p[j + 2] - p[i + 2];
    const bx = p[k] - p[i];
    const by = p[k + 1] - p[i + 1];
    const bz = p[k + 2] - p[i + 2];
    const x = ay * bz - az * by;
    const y = az * bx - ax * bz;
    const z = ax * by - ay * bx;
    out[i] += x;
    out[i + 1] += y;
    out[i + 2] += z;
    out[j] += x;
    out[j + 1] += y;
    out[j + 2] += z;
    out[k] += x;
    out[k + 1] += y;
    out[k + 2] += z;
  }
}

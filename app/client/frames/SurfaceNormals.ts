import { normaliseVectors } from './creaseNormals.ts';

/** Area-weighted unit normals of a surface with hard edges, over and over for new positions. */
export class SurfaceNormals {
  /** True where some vertex has several normals. */
  readonly split: boolean;
  private readonly triangles: Uint32Array;
  private readonly source: Uint32Array;
  private readonly sums: Float32Array;

  /** `triangles` of display vertices; `source`: the surface vertex of each display vertex. */
  constructor(triangles: Uint32Array, source: Uint32Array) {
    this.triangles = triangles;
    this.source = source;
    let last = -1;
    for (const vertex of source) last = Math.max(last, vertex);
    this.split = last + 1 < source.length;
    this.sums = new Float32Array(this.split ? 3 * (last + 1) : 0);
  }

  /** Writes a normal per display vertex, and into `hullOut` (another array where something is split) one that copies share. Allocates nothing. */
  compute(positions: Float32Array, out: Float32Array, hullOut: Float32Array): void {
    addAreaNormals(positions, this.triangles, out);
    if (this.split) this.spread(out, hullOut);
    normaliseVectors(out);
  }

  private spread(areaNormals: Float32Array, hullOut: Float32Array): void {
    const { source, sums } = this;
    sums.fill(0);
    for (let k = 0; k < source.length; k++) {
      const to = 3 * source[k];
      sums[to] += areaNormals[3 * k];
      sums[to + 1] += areaNormals[3 * k + 1];
      sums[to + 2] += areaNormals[3 * k + 2];
    }
    for (let k = 0; k < source.length; k++) {
      const from = 3 * source[k];
      hullOut[3 * k] = sums[from];
      hullOut[3 * k + 1] = sums[from + 1];
      hullOut[3 * k + 2] = sums[from + 2];
    }
    normaliseVectors(hullOut);
  }
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

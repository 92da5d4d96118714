import type { ConvexHull } from './ConvexHull.ts';

/** Writes the least and the largest height of points along a direction. */
export function extent(v: Float64Array, direction: Float64Array, out: Float64Array): void {
  const x = direction[0];
  const y = direction[1];
  const z = direction[2];
  let low = Infinity;
  let high = -Infinity;
  for (let k = 0; k < v.length; k += 3) {
    const height = x * v[k] + y * v[k + 1] + z * v[k + 2];
    if (height < low) low = height;
    if (height > high) high = height;
  }
  out[0] = low;
  out[1] = high;
}

/** Finds the edge of a direction that lies farthest along `sign` n. */
export function outermostEdge(
  hull: ConvexHull,
  v: Float64Array,
  direction: number,
  n: Float64Array,
  sign: number,
): number {
  const { edges, edgeDirections } = hull;
  let found = 0;
  let farthest = -Infinity;
  for (let edge = 0; edge < edgeDirections.length; edge++) {
    if (edgeDirections[edge] !== direction) continue;
    const p = 3 * edges[2 * edge];
    const q = 3 * edges[2 * edge + 1];
    const along = sign * (n[0] * (v[p] + v[q]) + n[1] * (v[p + 1] + v[q + 1]) + n[2] * (v[p + 2] + v[q + 2]));
    if (along > farthest) {
      farthest = along;
      found = edge;
    }
  }
  return found;
}

/** Writes the closest points of two edges that are not parallel, first that of the first one (Ericson 2005, 5.1.9). */
export function closestPoints(
  a: Float64Array,
  edgesA: Uint32Array,
  edgeA: number,
  b: Float64Array,
  edgesB: Uint32Array,
  edgeB: number,
  out: Float64Array,
): void {
  const p = 3 * edgesA[2 * edgeA];
  const q = 3 * edgesB[2 * edgeB];
  const ux = a[3 * edgesA[2 * edgeA + 1]] - a[p];
  const uy = a[3 * edgesA[2 * edgeA + 1] + 1] - a[p + 1];
  const uz = a[3 * edgesA[2 * edgeA + 1] + 2] - a[p + 2];
  const wx = b[3 * edgesB[2 * edgeB + 1]] - b[q];
  const wy = b[3 * edgesB[2 * edgeB + 1] + 1] - b[q + 1];
  const wz = b[3 * edgesB[2 * edgeB + 1] + 2] - b[q + 2];
  const rx = a[p] - b[q];
  const ry = a[p + 1] - b[q + 1];
  const rz = a[p + 2] - b[q + 2];
  const uu = ux * ux + uy * uy + uz * uz;
  const ww = wx * wx + wy * wy + wz * wz;
  const uw = ux * wx + uy * wy + uz * wz;
  const ur = ux * rx + uy * ry + uz * rz;
  const wr = wx * rx + wy * ry + wz * rz;
  const s = clamped((uw * wr - ur * ww) / (uu * ww - uw * uw));
  const t = clamped((uw * s + wr) / ww);
  out[0] = a[p] + s * ux;
  out[1] = a[p + 1] + s * uy;
  out[2] = a[p + 2] + s * uz;
  out[3] = b[q] + t * wx;
  out[4] = b[q + 1] + t * wy;
  out[5] = b[q + 2] + t * wz;
}

function clamped(share: number): number {
  return Math.min(1, Math.max(0, share));
}

/** Sine of the angle by which a direction may lie outside a cone: what rounding and the motion of a substep turn normals by. */
const LEEWAY = 1e-3;
/** Corners of a triangle as bits: all of them stand for its face. */
const FACE = 7;

/** Which triangles meet where. */
export interface SurfaceStars {
  /** Three vertices per triangle. */
  readonly triangles: ArrayLike<number>;
  /** The first vertex at the same place, per vertex: files repeat vertices along seams. */
  readonly place: ArrayLike<number>;
  /** Corners (3 times a triangle, and its corner) at each such place, from `starts[place]` to `starts[place + 1]`. */
  readonly starts: ArrayLike<number>;
  readonly corners: ArrayLike<number>;
}

/** Lists the corners at each place; `placeCount`: more than the largest number of a place. */
export function surfaceStars(triangles: ArrayLike<number>, place: ArrayLike<number>, placeCount: number) {
  const starts = new Uint32Array(placeCount + 1);
  for (let corner = 0; corner < triangles.length; corner++) starts[place[triangles[corner]] + 1]++;
  for (let k = 0; k < placeCount; k++) starts[k + 1] += starts[k];
  const corners = new Uint32Array(triangles.length);
  const next = starts.slice();
  for (let corner = 0; corner < triangles.length; corner++) corners[next[place[triangles[corner]]]++] = corner;
  return { triangles, place, starts, corners };
}

/** Whether a surface can be touched from a direction at the corner, the edge or the face of a triangle that `corners` says by bits; see `isInConeOf`. */
export function isInNormalCone(
  stars: SurfaceStars,
  positions: Float64Array,
  triangle: number,
  corners: number,
  direction: Float64Array,
): boolean {
  if (corners === FACE) return true;
  const low = (corners & 1) !== 0 ? 0 : (corners & 2) !== 0 ? 1 : 2;
  const high = (corners & 4) !== 0 ? 2 : (corners & 2) !== 0 ? 1 : 0;
  const { triangles } = stars;
  return isInConeOf(stars, positions, triangles[3 * triangle + low], triangles[3 * triangle + high], direction);
}

/**
 * Whether a surface can be touched from a direction (unit, away from it) at the edge between two vertices, or at the one that both are: whether that is in its normal cone, so that points beside it, on the faces there, are
 * no nearer (Voronoi regions: Ericson 2005, 3.8). The cone of an edge between faces of one plane is their normal, that of a valley is empty. Normals outside their cone are those of edges inside a surface, on which
 * what slides over it would catch.
 */
export function isInConeOf(
  { triangles, place, starts, corners }: SurfaceStars,
  positions: Float64Array,
  one: number,
  other: number,
  direction: Float64Array,
): boolean {
  const from = place[one];
  const to = place[other];
  for (let k = starts[from]; k < starts[from + 1]; k++) {
    const corner = corners[k];
    const face = corner - (corner % 3);
    const o = triangles[corner];
    const b = triangles[face + ((corner + 1) % 3)];
    const c = triangles[face + ((corner + 2) % 3)];
    if (from === to) {
      if (rises(positions, o, b, direction) || rises(positions, o, c, direction)) return false;
    } else if (place[b] === to) {
      if (risesBeside(positions, o, b, c, direction)) return false;
    } else if (place[c] === to && risesBeside(positions, o, c, b, direction)) return false;
  }
  return true;
}

/** The corners of a triangle, as bits, that are as high along a direction as its highest one, but for the leeway. */
export function highestCorners(x: Float64Array, direction: Float64Array): number {
  const a = direction[0] * x[0] + direction[1] * x[1] + direction[2] * x[2];
  const b = direction[0] * x[3] + direction[1] * x[4] + direction[2] * x[5];
  const c = direction[0] * x[6] + direction[1] * x[7] + direction[2] * x[8];
  const ab = (x[3] - x[0]) ** 2 + (x[4] - x[1]) ** 2 + (x[5] - x[2]) ** 2;
  const bc = (x[6] - x[3]) ** 2 + (x[7] - x[4]) ** 2 + (x[8] - x[5]) ** 2;
  const ca = (x[0] - x[6]) ** 2 + (x[1] - x[7]) ** 2 + (x[2] - x[8]) ** 2;
  const least = Math.max(a, b, c) - LEEWAY * Math.sqrt(Math.max(ab, bc, ca));
  return (a >= least ? 1 : 0) | (b >= least ? 2 : 0) | (c >= least ? 4 : 0);
}

/** Whether the way from one vertex to another leads along a direction. */
function rises(x: Float64Array, from: number, to: number, n: Float64Array): boolean {
  const ex = x[3 * to] - x[3 * from];
  const ey = x[3 * to + 1] - x[3 * from + 1];
  const ez = x[3 * to + 2] - x[3 * from + 2];
  return ex * n[0] + ey * n[1] + ez * n[2] > LEEWAY * Math.sqrt(ex * ex + ey * ey + ez * ez);
}

/** Whether the way from an edge, across it, to a third vertex leads along a direction. */
function risesBeside(x: Float64Array, from: number, to: number, third: number, n: Float64Array): boolean {
  const ux = x[3 * to] - x[3 * from];
  const uy = x[3 * to + 1] - x[3 * from + 1];
  const uz = x[3 * to + 2] - x[3 * from + 2];
  let wx = x[3 * third] - x[3 * from];
  let wy = x[3 * third + 1] - x[3 * from + 1];
  let wz = x[3 * third + 2] - x[3 * from + 2];
  const square = ux * ux + uy * uy + uz * uz;
  const along = square > 0 ? (ux * wx + uy * wy + uz * wz) / square : 0;
  wx -= along * ux;
  wy -= along * uy;
  wz -= along * uz;
  return wx * n[0] + wy * n[1] + wz * n[2] > LEEWAY * Math.sqrt(wx * wx + wy * wy + wz * wz);
}

/** A crack as a surface at rest: a plane with bumps on it. */
export interface CrackPlane {
  /** Unit normal. */
  readonly normal: readonly [number, number, number];
  /** A point of it, m. */
  readonly point: readonly [number, number, number];
  /** The tet where it started. */
  readonly seed: number;
}

/** Heights nearer to zero than this share of the element size are moved away from it: no cut runs through a vertex. */
const LEAST_HEIGHT = 0.08;
/** Length of the bumps, in element sizes. */
const BUMP_LENGTH = 2.5;

/**
 * Signed height of every vertex (m, xyz each) over a crack, m: n . (x - p) minus bumps of up to `roughness`, m, never 0. Linear over a
 * tetrahedron, so that the crack is where it is zero. `size`: of the elements, m.
 */
export function crackHeights(
  positions: Float64Array,
  plane: CrackPlane,
  size: number,
  roughness: number,
): Float64Array {
  const [u, v] = planeAxes(plane.normal);
  const heights = new Float64Array(positions.length / 3);
  const least = LEAST_HEIGHT * size;
  for (let vertex = 0; vertex < heights.length; vertex++) {
    let [height, s, t] = [0, 0, 0];
    for (let axis = 0; axis < 3; axis++) {
      const offset = positions[3 * vertex + axis] - plane.point[axis];
      height += plane.normal[axis] * offset;
      s += u[axis] * offset;
      t += v[axis] * offset;
    }
    if (roughness > 0) height -= roughness * bumps(s / (BUMP_LENGTH * size), t / (BUMP_LENGTH * size), plane.seed);
    heights[vertex] = Math.abs(height) < least ? (height < 0 ? -least : least) : height;
  }
  return heights;
}

/** Unit vectors u, v with u x v = n. */
export function planeAxes(n: readonly number[]): readonly [readonly number[], readonly number[]] {
  const smallest = n.map(Math.abs).reduce((best, value, axis, all) => (value < all[best] ? axis : best), 0);
  const u = [0, 1, 2].map((axis) => (axis === smallest ? 1 : 0) - n[smallest] * n[axis]);
  const length = Math.hypot(u[0], u[1], u[2]);
  for (let axis = 0; axis < 3; axis++) u[axis] /= length;
  return [u, [n[1] * u[2] - n[2] * u[1], n[2] * u[0] - n[0] * u[2], n[0] * u[1] - n[1] * u[0]]];
}

/** Smooth value noise in [-1, 1]. */
function bumps(x: number, y: number, seed: number): number {
  const [i, j] = [Math.floor(x), Math.floor(y)];
  const [s, t] = [smooth(x - i), smooth(y - j)];
  const low = (1 - s) * lattice(i, j, seed) + s * lattice(i + 1, j, seed);
  const high = (1 - s) * lattice(i, j + 1, seed) + s * lattice(i + 1, j + 1, seed);
  return (1 - t) * low + t * high;
}

function smooth(t: number): number {
  return t * t * (3 - 2 * t);
}

function lattice(i: number, j: number, seed: number): number {
  return 2 * scattered(Math.imul(i, 0x1f123bb5) ^ Math.imul(j, 0x3c6ef372) ^ Math.imul(seed + 1, 0x2545f491)) - 1;
}

/** A number in [0, 1) that depends on the bits of `word` alone. */
export function scattered(word: number): number {
  let bits = Math.imul(word ^ (word >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return ((bits ^ (bits >>> 16)) >>> 0) / 2 ** 32;
}

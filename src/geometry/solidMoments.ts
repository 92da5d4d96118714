/**
 * Moments of a solid of density 1, packed: its volume (m3), its first moments x, y, z (m4) and its second moments
 * xx, yy, zz, xy, yz, zx (m5), the integrals of these products of coordinates over the solid.
 */
export type SolidMoments = Float64Array;

export const MOMENT_COUNT = 10;
/** Axes of the packed second moments. */
export const PRODUCTS = [0, 0, 1, 1, 2, 2, 0, 1, 1, 2, 2, 0] as const;

/**
 * Returns the moments of what closed triangles enclose, outward ones counting positive, by the divergence theorem: each triangle is the base of a tetrahedron
 * with a common apex, whose moments are V, V/4 S and V/20 (sum of x x^T + S S^T), S being the sum of its corners. The apex is the first vertex, so that
 * meshes far from the origin lose no digits. `shareOf` multiplies what a triangle counts by; left out, 1. `positions` in metres, xyz each.
 */
export function enclosedMoments(
  positions: Float64Array,
  triangles: Uint32Array,
  shareOf?: (triangle: number) => number,
): SolidMoments {
  const sums = new Float64Array(MOMENT_COUNT);
  const apex =
    triangles.length === 0 ? [0, 0, 0] : Array.from(positions.subarray(3 * triangles[0], 3 * triangles[0] + 3));
  const corners = new Float64Array(12);
  for (let at = 0; at < triangles.length; at += 3) {
    for (let corner = 0; corner < 3; corner++) {
      for (let axis = 0; axis < 3; axis++) {
        corners[3 * corner + axis] = positions[3 * triangles[at + corner] + axis] - apex[axis];
      }
    }
    addTetMoments(corners, shareOf?.(at / 3) ?? 1, sums);
  }
  return movedMoments(sums, IDENTITY, apex);
}

/** Adds `share` times the moments of the tetrahedron of four corners (xyz each, m) with its base 0, 1, 2 facing away from corner 3. */
export function addTetMoments(x: Float64Array, share: number, sums: SolidMoments): void {
  const [ax, ay, az] = [x[0] - x[9], x[1] - x[10], x[2] - x[11]];
  const [bx, by, bz] = [x[3] - x[9], x[4] - x[10], x[5] - x[11]];
  const [cx, cy, cz] = [x[6] - x[9], x[7] - x[10], x[8] - x[11]];
  const volume = (share * (cx * (ay * bz - az * by) + cy * (az * bx - ax * bz) + cz * (ax * by - ay * bx))) / 6;
  sums[0] += volume;
  for (let axis = 0; axis < 3; axis++) sums[1 + axis] += (volume / 4) * cornerSum(x, axis);
  for (let k = 0; k < 6; k++) {
    const i = PRODUCTS[2 * k];
    const j = PRODUCTS[2 * k + 1];
    const products = x[i] * x[j] + x[3 + i] * x[3 + j] + x[6 + i] * x[6 + j] + x[9 + i] * x[9 + j];
    sums[4 + k] += (volume / 20) * (products + cornerSum(x, i) * cornerSum(x, j));
  }
}

function cornerSum(x: Float64Array, axis: number): number {
  return x[axis] + x[3 + axis] + x[6 + axis] + x[9 + axis];
}

const IDENTITY = [1, 0, 0, 0, 1, 0, 0, 0, 1] as const;

/** Returns the moments of a solid that is moved rigidly, x' = R x + t: `rotation` row-major, `translation` in metres. */
export function movedMoments(
  moments: SolidMoments,
  rotation: ArrayLike<number>,
  translation: ArrayLike<number>,
): SolidMoments {
  const out = new Float64Array(MOMENT_COUNT);
  const first = [0, 1, 2].map((i) => rowTimes(rotation, i, [moments[1], moments[2], moments[3]]));
  const [xx, yy, zz, xy, yz, zx] = moments.subarray(4);
  const second = [xx, xy, zx, xy, yy, yz, zx, yz, zz];
  out[0] = moments[0];
  for (let i = 0; i < 3; i++) out[1 + i] = first[i] + moments[0] * translation[i];
  for (let k = 0; k < 6; k++) {
    const i = PRODUCTS[2 * k];
    const j = PRODUCTS[2 * k + 1];
    let turned = 0;
    for (let a = 0; a < 3; a++) turned += rotation[3 * i + a] * rowTimes(rotation, j, second.slice(3 * a, 3 * a + 3));
    out[4 + k] =
      turned + first[i] * translation[j] + translation[i] * first[j] + moments[0] * translation[i] * translation[j];
  }
  return out;
}

function rowTimes(matrix: ArrayLike<number>, row: number, vector: readonly number[]): number {
  return matrix[3 * row] * vector[0] + matrix[3 * row + 1] * vector[1] + matrix[3 * row + 2] * vector[2];
}

/** Returns the moments of points with masses, kg: the packed sums of m, m x and m x x^T. `positions` in metres, xyz each. */
export function pointMoments(positions: Float64Array, masses: Float64Array): SolidMoments {
  const sums = new Float64Array(MOMENT_COUNT);
  for (let v = 0; v < masses.length; v++) {
    sums[0] += masses[v];
    for (let axis = 0; axis < 3; axis++) sums[1 + axis] += masses[v] * positions[3 * v + axis];
    for (let k = 0; k < 6; k++) {
      sums[4 + k] += masses[v] * positions[3 * v + PRODUCTS[2 * k]] * positions[3 * v + PRODUCTS[2 * k + 1]];
    }
  }
  return sums;
}

/** Returns the second moments about the centre of mass, packed xx, yy, zz, xy, yz, zx (m5, or kg m2 of moments of masses). */
export function centralSecondMoments(moments: SolidMoments): Float64Array {
  return Float64Array.from({ length: 6 }, (_, k) => {
    const product = moments[1 + PRODUCTS[2 * k]] * moments[1 + PRODUCTS[2 * k + 1]];
    return moments[4 + k] - product / moments[0];
  });
}

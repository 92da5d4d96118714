/** How far an element is from its shape at rest. */
export interface ElementStrain {
  /** det F: 1 where the volume is kept, negative where turned inside out. */
  readonly volumeRatio: number;
  /** Signed singular values of F, greatest first; the last one carries the sign of det F. */
  readonly stretches: readonly [number, number, number];
}

/** Column-major 3 x 3. */
type Matrix = readonly number[];

/**
 * F = D_s D_m^-1 of a tetrahedron, or of a hexahedron at its centre, and its singular values: square roots of the eigenvalues of F^T F (Smith
 * 1961, closed form), the least one from det F, which keeps its digits and its sign (Irving 2007, 2.5). `corners`: numbers of the
 * vertices. Undefined where the element has no volume at rest.
 */
export function elementStrain(
  corners: ArrayLike<number>,
  rest: ArrayLike<number>,
  positions: ArrayLike<number>,
): ElementStrain | undefined {
  const inverse = inverted(frameOf(corners, rest));
  if (inverse === undefined) return undefined;
  const gradient = product(frameOf(corners, positions), inverse);
  const volumeRatio = determinant(gradient);
  const [first, second, third] = eigenvalues(gradient).map((value) => Math.sqrt(Math.max(value, 0)));
  const least = first * second > 0 ? Math.min(Math.abs(volumeRatio) / (first * second), second) : third;
  return { volumeRatio, stretches: [first, second, volumeRatio < 0 ? -least : least] };
}

/** Three edges of the element: from the first corner of a tetrahedron; along the axes of a hexahedron, through its middle. */
function frameOf(corners: ArrayLike<number>, positions: ArrayLike<number>): Matrix {
  const at = (corner: number, axis: number): number => positions[3 * corners[corner] + axis];
  if (corners.length === 4) {
    return [1, 2, 3].flatMap((corner) => [0, 1, 2].map((axis) => at(corner, axis) - at(0, axis)));
  }
  return [1, 2, 4].flatMap((bit) =>
    [0, 1, 2].map((axis) => {
      let sum = 0;
      for (let corner = 0; corner < 8; corner++) sum += (corner & bit ? 1 : -1) * at(corner, axis);
      return sum / 4;
    }),
  );
}

function determinant([a, b, c, d, e, f, g, h, i]: Matrix): number {
  return a * (e * i - f * h) - d * (b * i - c * h) + g * (b * f - c * e);
}

function inverted(matrix: Matrix): Matrix | undefined {
  const det = determinant(matrix);
  if (det === 0 || !Number.isFinite(det)) return undefined;
  const [a, b, c, d, e, f, g, h, i] = matrix;
  const adjugate = [
    e * i - f * h,
    c * h - b * i,
    b * f - c * e,
    f * g - d * i,
    a * i - c * g,
    c * d - a * f,
    d * h - e * g,
    b * g - a * h,
    a * e - b * d,
  ];
  return adjugate.map((value) => value / det);
}

function product(left: Matrix, right: Matrix): Matrix {
  return Array.from({ length: 9 }, (_, k) => {
    const row = k % 3;
    const column = k - row;
    return left[row] * right[column] + left[3 + row] * right[column + 1] + left[6 + row] * right[column + 2];
  });
}

/** Returns the eigenvalues of F^T F, greatest first. */
function eigenvalues(f: Matrix): [number, number, number] {
  const dot = (i: number, j: number): number =>
    f[3 * i] * f[3 * j] + f[3 * i + 1] * f[3 * j + 1] + f[3 * i + 2] * f[3 * j + 2];
  const [xx, yy, zz, xy, xz, yz] = [dot(0, 0), dot(1, 1), dot(2, 2), dot(0, 1), dot(0, 2), dot(1, 2)];
  const mean = (xx + yy + zz) / 3;
  const [x, y, z] = [xx - mean, yy - mean, zz - mean];
  const spread = Math.sqrt((x * x + y * y + z * z + 2 * (xy * xy + xz * xz + yz * yz)) / 6);
  if (!(spread > 0)) return [mean, mean, mean];
  const det = x * (y * z - yz * yz) - xy * (xy * z - yz * xz) + xz * (xy * yz - y * xz);
  const angle = Math.acos(Math.min(1, Math.max(-1, det / (2 * spread ** 3)))) / 3;
  const first = mean + 2 * spread * Math.cos(angle);
  const last = mean + 2 * spread * Math.cos(angle + (2 * Math.PI) / 3);
  return [first, 3 * mean - first - last, last];
}

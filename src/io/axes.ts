/** Which axis points up in a file. Ours is y; all are right-handed. */
export type UpAxis = 'y' | 'z';

/** Length units that files are written in. */
export type LengthUnit = 'm' | 'cm' | 'mm' | 'in' | 'ft';

/** Metres per unit. */
export const METRES: Readonly<Record<LengthUnit, number>> = { m: 1, cm: 0.01, mm: 0.001, in: 0.0254, ft: 0.3048 };

/** How our space (metres, y up) becomes a file's: q = scale * rotation * p. */
export interface SpaceTransform {
  /** Units per metre. */
  readonly scale: number;
  /** Row-major 3x3, a pure rotation. */
  readonly rotation3x3: readonly number[];
}

const Y_UP: readonly number[] = [1, 0, 0, 0, 1, 0, 0, 0, 1];
/** (x, y, z) -> (x, -z, y): the quarter turn about x that lifts z. */
const Z_UP: readonly number[] = [1, 0, 0, 0, 0, -1, 0, 1, 0];

export function spaceTransform(up: UpAxis, unit: LengthUnit): SpaceTransform {
  // 1 / 0.01 is exactly 100, and so on: units per metre without a rounding tail.
  return { scale: 1 / METRES[unit], rotation3x3: up === 'y' ? Y_UP : Z_UP };
}

export function isIdentity({ scale, rotation3x3 }: SpaceTransform): boolean {
  return scale === 1 && rotation3x3.every((value, i) => value === Y_UP[i]);
}

/**
 * Vectors (xyz each) moved by `factor` * rotation. With the transform's scale: positions, velocities per second, offsets. With
 * 1: directions such as normals. The result is a new array of the same kind.
 */
export function transformVectors<T extends Float32Array | Float64Array>(
  vectors: T,
  { rotation3x3: r }: SpaceTransform,
  factor: number,
): T {
  const out = vectors.slice() as T;
  for (let i = 0; i + 2 < vectors.length; i += 3) {
    const x = vectors[i];
    const y = vectors[i + 1];
    const z = vectors[i + 2];
    for (let row = 0; row < 3; row++) {
      // Adding 0 turns the -0 of a turned 0 into 0, which would otherwise show in the file's bytes.
      out[i + row] = factor * (r[3 * row] * x + r[3 * row + 1] * y + r[3 * row + 2] * z) + 0;
    }
  }
  return out;
}

/**
 * A column-major 4x4 matrix M of our space in the file's: T M T^-1 with T = scale * rotation. Linear part: R L R^T;
 * translation: scale * R t.
 */
export function transformMatrix(matrix: Float64Array, transform: SpaceTransform): Float64Array {
  const { scale, rotation3x3: r } = transform;
  const out = new Float64Array(16);
  for (let row = 0; row < 3; row++) {
    for (let column = 0; column < 3; column++) {
      let sum = 0;
      for (let j = 0; j < 3; j++) {
        for (let k = 0; k < 3; k++) sum += r[3 * row + j] * matrix[4 * k + j] * r[3 * column + k];
      }
      out[4 * column + row] = sum + 0;
    }
    let moved = 0;
    for (let j = 0; j < 3; j++) moved += r[3 * row + j] * matrix[12 + j];
    out[12 + row] = scale * moved + 0;
  }
  out[15] = 1;
  return out;
}

import { signedSvd } from './signedSvd.ts';

/** An affine transform: a 4x4 matrix for column vectors, stored by columns; entries 12, 13, 14 are the translation. */
export type Matrix4 = Float64Array;

export function identity4(): Matrix4 {
  const matrix = new Float64Array(16);
  for (let i = 0; i < 4; i++) matrix[5 * i] = 1;
  return matrix;
}

/** Writes the product `a b` to `out`, which is neither of them. */
export function multiply4(a: ArrayLike<number>, b: ArrayLike<number>, out: Matrix4): Matrix4 {
  for (let column = 0; column < 4; column++) {
    for (let row = 0; row < 4; row++) {
      let sum = 0;
      for (let k = 0; k < 4; k++) sum += a[4 * k + row] * b[4 * column + k];
      out[4 * column + row] = sum;
    }
  }
  return out;
}

/** Two rotations that differ by less than this, rad, are equal but for rounding. */
const NO_ROTATION = 1e-14;

/**
 * The transforms between two affine transforms. Their linear parts are decomposed into rotation and stretch (A = R S, Shoemake and Duff 1992,
 * "Matrix animation and polar decomposition"); the rotation turns about a fixed axis at constant speed, stretch and translation
 * are blended linearly. Where a linear part is singular, or the handedness changes, the matrices are blended linearly.
 */
export class TransformBlend {
  private readonly a: Matrix4;
  private readonly b: Matrix4;
  private readonly first: Polar | undefined;
  private readonly second: Polar | undefined;
  /** Axis of the rotation from the first to the second, in the frame of the first, and its angle in radians. */
  private readonly axis = new Float64Array(3);
  private readonly angle: number = 0;

  constructor(a: Matrix4, b: Matrix4) {
    this.a = a;
    this.b = b;
    const first = polar(a);
    const second = polar(b);
    if (first === undefined || second?.sign !== first.sign) return;
    this.first = first;
    this.second = second;
    this.angle = relativeRotation(first.rotation, second.rotation, this.axis);
  }

  /** Writes the transform at `weight`: 0 is the first, 1 the second; values beyond continue the motion. */
  at(weight: number, out: Matrix4): Matrix4 {
    const { a, b, first, second } = this;
    for (let k = 0; k < 16; k++) out[k] = a[k] + weight * (b[k] - a[k]);
    if (weight === 0) out.set(a);
    if (weight === 1) out.set(b);
    if (first === undefined || second === undefined || weight === 0 || weight === 1) return out;
    const turned = product3(first.rotation, axisRotation(this.axis, weight * this.angle));
    const stretch = first.stretch.map((value, k) => value + weight * (second.stretch[k] - value));
    const linear = product3(turned, stretch);
    for (let row = 0; row < 3; row++) {
      for (let column = 0; column < 3; column++) out[4 * column + row] = first.sign * linear[3 * row + column];
    }
    return out;
  }
}

/** A linear part as sign * rotation * stretch; 3x3 matrices by rows. */
interface Polar {
  readonly rotation: Float64Array;
  readonly stretch: Float64Array;
  /** -1 for a mirroring transform: its negative is decomposed, so that the stretch is positive and unique. */
  readonly sign: 1 | -1;
}

/** Smallest ratio of the singular values of a linear part that counts as invertible. */
const SINGULAR = 1e-9;

function polar(matrix: Matrix4): Polar | undefined {
  const m = matrix;
  const determinant =
    m[0] * (m[5] * m[10] - m[6] * m[9]) - m[4] * (m[1] * m[10] - m[2] * m[9]) + m[8] * (m[1] * m[6] - m[2] * m[5]);
  const sign = determinant < 0 ? -1 : 1;
  const f = new Float64Array(9);
  for (let row = 0; row < 3; row++)
    for (let column = 0; column < 3; column++) f[3 * row + column] = sign * m[4 * column + row];
  const u = new Float64Array(9);
  const s = new Float64Array(3);
  const v = new Float64Array(9);
  signedSvd(f, u, s, v);
  if (!(s[2] > SINGULAR * s[0])) return undefined;
  const stretch = new Float64Array(9);
  const rotation = new Float64Array(9);
  for (let row = 0; row < 3; row++) {
    for (let column = 0; column < 3; column++) {
      for (let k = 0; k < 3; k++) {
        rotation[3 * row + column] += u[3 * row + k] * v[3 * column + k];
        stretch[3 * row + column] += v[3 * row + k] * s[k] * v[3 * column + k];
      }
    }
  }
  return { rotation, stretch, sign };
}

/** Writes the unit axis of the rotation a^T b and returns its angle, 0 to pi. */
function relativeRotation(a: Float64Array, b: Float64Array, axis: Float64Array): number {
  const q = new Float64Array(9);
  for (let row = 0; row < 3; row++) {
    for (let column = 0; column < 3; column++) {
      for (let k = 0; k < 3; k++) q[3 * row + column] += a[3 * k + row] * b[3 * k + column];
    }
  }
  axis.set([q[7] - q[5], q[2] - q[6], q[3] - q[1]]);
  const sine = Math.hypot(axis[0], axis[1], axis[2]) / 2;
  const cosine = (q[0] + q[4] + q[8] - 1) / 2;
  if (sine < NO_ROTATION && cosine > 0) return 0;
  if (cosine < 0) blunterAxis(q, cosine, axis);
  const length = Math.hypot(axis[0], axis[1], axis[2]);
  for (let k = 0; k < 3; k++) axis[k] /= length;
  return Math.atan2(sine, cosine);
}

/**
 * Replaces the axis of a rotation by more than a right angle, whose skew part vanishes towards half a turn, by the longest column of its
 * symmetric part less its cosine, (1 - cos) n n^T, in the direction that `axis` has.
 */
function blunterAxis(q: Float64Array, cosine: number, axis: Float64Array): void {
  const diagonal = [q[0], q[4], q[8]];
  const longest = diagonal.indexOf(Math.max(...diagonal));
  const column = [0, 1, 2].map((row) => {
    return (q[3 * row + longest] + q[3 * longest + row]) / 2 - (row === longest ? cosine : 0);
  });
  const along = column[0] * axis[0] + column[1] * axis[1] + column[2] * axis[2];
  axis.set(along < 0 ? column.map((value) => -value) : column);
}

/** Rodrigues' rotation about a unit axis, by rows. */
function axisRotation([x, y, z]: Float64Array, angle: number): Float64Array {
  const c = Math.cos(angle);
  const s = Math.sin(angle);
  const t = 1 - c;
  return Float64Array.of(
    ...[t * x * x + c, t * x * y - s * z, t * x * z + s * y],
    ...[t * x * y + s * z, t * y * y + c, t * y * z - s * x],
    ...[t * x * z - s * y, t * y * z + s * x, t * z * z + c],
  );
}

function product3(a: Float64Array, b: Float64Array): Float64Array {
  const out = new Float64Array(9);
  for (let row = 0; row < 3; row++) {
    for (let column = 0; column < 3; column++) {
      for (let k = 0; k < 3; k++) out[3 * row + column] += a[3 * row + k] * b[3 * k + column];
    }
  }
  return out;
}

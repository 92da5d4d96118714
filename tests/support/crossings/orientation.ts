/** Half an ulp of 1 in double precision. */
const EPSILON = 2 ** -53;
/** Bound of the rounding error of the determinant, in shares of its permanent (Shewchuk 1997, o3derrboundA). */
const BOUND = (7 + 56 * EPSILON) * EPSILON;

/**
 * The exact sign of det [a - d, b - d, c - d] for points xyz (m) at `points[a ..]`: 1, 0 or -1; 0 exactly where they lie in one plane. In double precision where that settles it (Shewchuk
 * 1997, orient3d), else in whole numbers: finite doubles are whole multiples of a power of two. Products that underflow count as not settled.
 */
export function orientation(points: Float64Array, a: number, b: number, c: number, d: number): number {
  const ax = points[a] - points[d];
  const ay = points[a + 1] - points[d + 1];
  const az = points[a + 2] - points[d + 2];
  const bx = points[b] - points[d];
  const by = points[b + 1] - points[d + 1];
  const bz = points[b + 2] - points[d + 2];
  const cx = points[c] - points[d];
  const cy = points[c + 1] - points[d + 1];
  const cz = points[c + 2] - points[d + 2];
  const [p, q] = [bx * cy, cx * by];
  const [r, s] = [cx * ay, ax * cy];
  const [t, u] = [ax * by, bx * ay];
  const determinant = az * (p - q) + bz * (r - s) + cz * (t - u);
  const permanent =
    (Math.abs(p) + Math.abs(q)) * Math.abs(az) +
    (Math.abs(r) + Math.abs(s)) * Math.abs(bz) +
    (Math.abs(t) + Math.abs(u)) * Math.abs(cz);
  if (Math.abs(determinant) > BOUND * permanent + Number.MIN_VALUE * 2 ** 60) return Math.sign(determinant);
  return exactOrientation(points, a, b, c, d);
}

function exactOrientation(points: Float64Array, a: number, b: number, c: number, d: number): number {
  const own = [a, b, c, d].flatMap((at) => [points[at], points[at + 1], points[at + 2]]);
  const least = Math.min(...own.filter((x) => x !== 0).map(lowestExponent));
  const whole = own.map((x) => wholeMultiple(x, least));
  const [ax, ay, az, bx, by, bz, cx, cy, cz] = whole.slice(0, 9).map((x, k) => x - whole[9 + (k % 3)]);
  const sum = az * (bx * cy - cx * by) + bz * (cx * ay - ax * cy) + cz * (ax * by - bx * ay);
  if (sum === 0n) return 0;
  return sum > 0n ? 1 : -1;
}

const word = new DataView(new ArrayBuffer(8));

/** Exponent of the lowest bit that a double can have set: x is a whole multiple of two to it. */
function lowestExponent(x: number): number {
  word.setFloat64(0, x);
  const exponent = (word.getUint32(0) >>> 20) & 0x7ff;
  return Math.max(exponent, 1) - 1075;
}

/** x / 2^exponent, for an exponent no larger than that of its lowest bit. */
function wholeMultiple(x: number, exponent: number): bigint {
  if (x === 0) return 0n;
  if (!Number.isFinite(x)) throw new Error(`a coordinate is ${x}`);
  const own = lowestExponent(x);
  word.setFloat64(0, x);
  const bits = word.getBigUint64(0) & 0xfffffffffffffn;
  const mantissa = own === -1074 && Math.abs(x) < 2 ** -1022 ? bits : bits | 0x10000000000000n;
  const magnitude = mantissa << BigInt(own - exponent);
  return x < 0 ? -magnitude : magnitude;
}

/**
 * Size of the result of `coplanarity`: when the four points of a moving pair are coplanar. With A from the second primitive to the first, and B, C along the triangle's
 * sides or the two edges, f(t) = A . (B x C) is a cubic in t for straight paths, 0 where the points are coplanar; its sign is the
 * side of B x C on which the first primitive is (Bridson et al. 2002, 7.4, in Bernstein form).
 */
export const COPLANARITY_SIZE = 6;

/** Relative rounding error of a difference of coordinates: f is accurate to this fraction of the extent times the product of two lengths. */
const ROUNDING = 6e-16;
/** Squared error bound as a multiple of it, where all three vectors are of that length. */
const LENGTH_ROUNDING = 100;

/** Bisections of a bracket, which ends narrower than 2e-12 of the step. */
const HALVINGS = 39;

/**
 * Computes the Bernstein coefficients of f, m3, for paths from `q` to `q + u` (four points each; `edges`: two edges, not a point and a triangle):
 * `out[0..3]`; `out[4]`: |B x C|^2 at t = 1, m4; `out[5]`: squared bound of the rounding error of f, m6.
 */
export function coplanarity(q: Float64Array, u: Float64Array, edges: boolean, out: Float64Array): void {
  const b = edges ? 3 : 6;
  const from = edges ? 0 : 3;
  const c = 9;
  const second = edges ? 6 : 3;
  const ax = q[0] - q[second];
  const ay = q[1] - q[second + 1];
  const az = q[2] - q[second + 2];
  const bx = q[b] - q[from];
  const by = q[b + 1] - q[from + 1];
  const bz = q[b + 2] - q[from + 2];
  const cx = q[c] - q[second];
  const cy = q[c + 1] - q[second + 1];
  const cz = q[c + 2] - q[second + 2];
  const dx = ax + u[0] - u[second];
  const dy = ay + u[1] - u[second + 1];
  const dz = az + u[2] - u[second + 2];
  const ex = bx + u[b] - u[from];
  const ey = by + u[b + 1] - u[from + 1];
  const ez = bz + u[b + 2] - u[from + 2];
  const fx = cx + u[c] - u[second];
  const fy = cy + u[c + 1] - u[second + 1];
  const fz = cz + u[c + 2] - u[second + 2];
  const x0 = by * cz - bz * cy;
  const y0 = bz * cx - bx * cz;
  const z0 = bx * cy - by * cx;
  const x1 = ey * fz - ez * fy;
  const y1 = ez * fx - ex * fz;
  const z1 = ex * fy - ey * fx;
  const xm = by * fz - bz * fy + ey * cz - ez * cy;
  const ym = bz * fx - bx * fz + ez * cx - ex * cz;
  const zm = bx * fy - by * fx + ex * cy - ey * cx;
  out[0] = ax * x0 + ay * y0 + az * z0;
  out[1] = (dx * x0 + dy * y0 + dz * z0 + (ax * xm + ay * ym + az * zm)) / 3;
  out[2] = (ax * x1 + ay * y1 + az * z1 + (dx * xm + dy * ym + dz * zm)) / 3;
  out[3] = dx * x1 + dy * y1 + dz * z1;
  out[4] = x1 * x1 + y1 * y1 + z1 * z1;
  const a2 = ax * ax + ay * ay + az * az + (dx * dx + dy * dy + dz * dz);
  const b2 = bx * bx + by * by + bz * bz + (ex * ex + ey * ey + ez * ez);
  const c2 = cx * cx + cy * cy + cz * cz + (fx * fx + fy * fy + fz * fz);
  out[5] = ROUNDING * ROUNDING * ((a2 + b2 + c2) * (a2 * b2 + b2 * c2 + c2 * a2) + LENGTH_ROUNDING * a2 * b2 * c2);
}

/** Size of the result of `coplanarTimes`: four times, the signs before them, the last evaluated time and f there. */
export const TIMES_SIZE = 10;
const LOOKED_AT = 8;
const FOUND = 9;

/** Evaluates f at times[LOOKED_AT], from its Bernstein coefficients, into times[FOUND]. */
function evaluate(b: Float64Array, times: Float64Array): void {
  const t = times[LOOKED_AT];
  const s = 1 - t;
  times[FOUND] = s * s * (s * b[0] + 3 * t * b[1]) + t * t * (3 * s * b[2] + t * b[3]);
}

/**
 * Finds the times in (0, 1] at which a pair may touch, in order: the lower ends of brackets of sign changes (f has not yet changed its sign there), and
 * extrema where f is 0 up to rounding. `times[k]`, `times[4 + k]`: the time and the sign of f before it; returns their number. `times` has `TIMES_SIZE` numbers.
 */
export function coplanarTimes(b: Float64Array, times: Float64Array): number {
  const rounding = Math.sqrt(b[5]);
  const c1 = b[1] - b[0];
  const c2 = b[2] - b[1] - c1;
  const c3 = b[3] - b[0] - 3 * (b[2] - b[1]);
  // f'(t) / 3 = c1 + 2 c2 t + c3 t^2
  let first = 1;
  let last = 1;
  const discriminant = c2 * c2 - c1 * c3;
  if (discriminant > 0) {
    const sum = -(c2 + (c2 < 0 ? -1 : 1) * Math.sqrt(discriminant));
    const one = sum / c3;
    const other = c1 / sum;
    first = Math.min(inside(one), inside(other));
    last = Math.max(inside(one), inside(other));
  }
  let count = 0;
  let low = 0;
  let before = b[0];
  for (let piece = 0; piece < 3; piece++) {
    const high = piece === 0 ? first : piece === 1 ? last : 1;
    if (high <= low) continue;
    times[LOOKED_AT] = high;
    evaluate(b, times);
    const after = times[FOUND];
    if (before * after < 0) {
      times[count] = low;
      times[4 + count] = high;
      narrow(b, times, count);
      times[4 + count++] = before > 0 ? 1 : -1;
    } else if (Math.abs(after) <= rounding && count < 4) {
      times[count] = high;
      times[4 + count++] = before > rounding ? 1 : before < -rounding ? -1 : 0;
    }
    low = high;
    before = after;
  }
  return count;
}

/** Returns `t` where it is inside the step, otherwise the step's end. */
function inside(t: number): number {
  return t > 0 && t < 1 ? t : 1;
}

/** Bisects the bracket of a sign change from `times[at]` to `times[4 + at]`; f keeps its sign at the former, its lower end. */
function narrow(b: Float64Array, times: Float64Array, at: number): void {
  let low = times[at];
  let high = times[4 + at];
  times[LOOKED_AT] = low;
  evaluate(b, times);
  const positive = times[FOUND] > 0;
  for (let k = 0; k < HALVINGS; k++) {
    const middle = 0.5 * (low + high);
    times[LOOKED_AT] = middle;
    evaluate(b, times);
    if (times[FOUND] > 0 === positive) low = middle;
    else high = middle;
  }
  times[at] = low;
}

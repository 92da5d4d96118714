/**
 * Cubic Bezier curves in the plane of (time, value), packed as control points: times t0..t3, values v0..v3, with t0 < t3 and
 * t1, t2 in [t0, t3], so that time never runs back. Only + - * / are used: equal input gives equal bits everywhere.
 */

/** Times, or values, of the control points of a curve. */
export type BezierPoints = readonly [number, number, number, number];

/** Halvings that shrink [0, 1] below the spacing of doubles: the search always ends. */
const maxIterations = 64;

/** What the functions below hand to each other: u, a value, and a slope. */
const work = new Float64Array(3);
const U = 0;
const VALUE = 1;
const SLOPE = 2;
/** What the functions of plain numbers hand to those of arrays: four times, four values, u or the time, and the result. */
const numbers = new Float64Array(8);
const given = new Float64Array(1);
const result = new Float64Array(1);

/** out[k] = B(u) = ((1-u)^3, 3(1-u)^2 u, 3(1-u) u^2, u^3) . p of the points p[first..first + 3] at u = at[0], by de Casteljau; exact at u = 0 and 1 and for four equal points. */
export function evaluateBezier(
  p: ArrayLike<number>,
  first: number,
  at: Float64Array,
  out: Float64Array,
  k: number,
): void {
  const u = at[0];
  const p1 = p[first + 1];
  const p2 = p[first + 2];
  const p3 = p[first + 3];
  if (u === 1) {
    out[k] = p3;
    return;
  }
  const q0 = p[first] + (p1 - p[first]) * u;
  const q1 = p1 + (p2 - p1) * u;
  const q2 = p2 + (p3 - p2) * u;
  const r0 = q0 + (q1 - q0) * u;
  const r1 = q1 + (q2 - q1) * u;
  out[k] = r0 + (r1 - r0) * u;
}

/** out[k] = dB/du = 3 ((1-u)^2 (p1-p0) + 2 (1-u) u (p2-p1) + u^2 (p3-p2)) of the points p[first..first + 3] at u = at[0]. */
export function evaluateBezierSlope(
  p: ArrayLike<number>,
  first: number,
  at: Float64Array,
  out: Float64Array,
  k: number,
): void {
  const u = at[0];
  const w = 1 - u;
  const p1 = p[first + 1];
  const p2 = p[first + 2];
  out[k] = 3 * (w * w * (p1 - p[first]) + 2 * w * u * (p2 - p1) + u * u * (p[first + 3] - p2));
}

/** out[k] = the u in [0, 1] at which the curve of the times t[0..3] passes the time at[0]: Newton's method kept inside a shrinking bracket. Numbers pass through arrays: none is allocated. */
export function findBezierParameter(t: ArrayLike<number>, at: Float64Array, out: Float64Array, k: number): void {
  const time = at[0];
  if (time <= t[0]) out[k] = 0;
  else if (time >= t[3]) out[k] = 1;
  else {
    work[U] = (time - t[0]) / (t[3] - t[0]);
    search(t, at);
    out[k] = work[U];
  }
}

/** Moves work[U] to the parameter at which the curve of times passes at[0]. */
function search(t: ArrayLike<number>, at: Float64Array): void {
  const time = at[0];
  let low = 0;
  let high = 1;
  for (let k = 0; k < maxIterations; k++) {
    const u = work[U];
    evaluateBezier(t, 0, work, work, VALUE);
    const error = work[VALUE] - time;
    if (error === 0) return;
    if (error < 0) low = u;
    else high = u;
    evaluateBezierSlope(t, 0, work, work, SLOPE);
    const slope = work[SLOPE];
    const newton = u - error / slope;
    const next = slope > 0 && newton > low && newton < high ? newton : 0.5 * (low + high);
    work[U] = next;
    if (next === u || next === low || next === high) return;
  }
}

/**
 * out[k] = value per time dv/dt = (dv/du) / (dt/du) at u = at[0] of the times p[0..3] and values p[4..7]. Where dt/du vanishes the tangent is upright: the result there is the slope
 * of a short chord, large and finite.
 */
export function evaluateBezierRate(p: ArrayLike<number>, at: Float64Array, out: Float64Array, k: number): void {
  evaluateBezierSlope(p, 0, at, work, SLOPE);
  const timeSlope = work[SLOPE];
  if (timeSlope > 1e-9 * (p[3] - p[0])) {
    evaluateBezierSlope(p, 4, at, work, SLOPE);
    out[k] = work[SLOPE] / timeSlope;
    return;
  }
  const u = at[0];
  work[U] = Math.min(1, u + chordReach);
  evaluateBezier(p, 4, work, work, VALUE);
  evaluateBezier(p, 0, work, work, SLOPE);
  const value = work[VALUE];
  const time = work[SLOPE];
  work[U] = Math.max(0, u - chordReach);
  evaluateBezier(p, 4, work, work, VALUE);
  evaluateBezier(p, 0, work, work, SLOPE);
  out[k] = (value - work[VALUE]) / (time - work[SLOPE]);
}

/** Half the stretch of u over which an upright tangent is replaced by a chord. */
const chordReach = 1e-3;

/** B(u) of four points, as `evaluateBezier`. */
export function bezierPoint(p0: number, p1: number, p2: number, p3: number, u: number): number {
  take(0, p0, p1, p2, p3);
  given[0] = u;
  evaluateBezier(numbers, 0, given, result, 0);
  return result[0];
}

/** The u in [0, 1] at which the curve of times passes `time`, as `findBezierParameter`. */
export function bezierParameter(t0: number, t1: number, t2: number, t3: number, time: number): number {
  take(0, t0, t1, t2, t3);
  given[0] = time;
  findBezierParameter(numbers, given, result, 0);
  return result[0];
}

/** Value per time at u of a curve of times and values, as `evaluateBezierRate`. */
export function bezierRate(times: BezierPoints, values: BezierPoints, u: number): number {
  take(0, ...times);
  take(4, ...values);
  given[0] = u;
  evaluateBezierRate(numbers, given, result, 0);
  return result[0];
}

function take(first: number, p0: number, p1: number, p2: number, p3: number): void {
  numbers[first] = p0;
  numbers[first + 1] = p1;
  numbers[first + 2] = p2;
  numbers[first + 3] = p3;
}

/**
 * Control points of the part of the curve between u0 and u1 (blossom: the k-th point is the polar form at 3-k times u0 and k
 * times u1). The four ends of `out` are exact where u is 0 or 1.
 */
export function bezierPart(
  [p0, p1, p2, p3]: readonly number[],
  u0: number,
  u1: number,
): [number, number, number, number] {
  const blossom = (a: number, b: number, c: number) => {
    const q0 = mix(p0, p1, a);
    const q1 = mix(p1, p2, a);
    const q2 = mix(p2, p3, a);
    return mix(mix(q0, q1, b), mix(q1, q2, b), c);
  };
  return [blossom(u0, u0, u0), blossom(u0, u0, u1), blossom(u0, u1, u1), blossom(u1, u1, u1)];
}

/** a at u = 0, b at u = 1, and a everywhere where a = b. */
export function mix(a: number, b: number, u: number): number {
  if (u === 1) return b;
  return a + (b - a) * u;
}

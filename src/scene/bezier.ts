/**
 * Cubic Bezier curves in the plane of (time, value), packed as control points: times t0..t3, values v0..v3, with t0 < t3 and
 * t1, t2 in [t0, t3], so that time never runs back. Only + - * / are used: equal input gives equal bits everywhere.
 */

/** Halvings that shrink [0, 1] below the spacing of doubles: the search always ends. */
const maxIterations = 64;

/** B(u) = ((1-u)^3, 3(1-u)^2 u, 3(1-u) u^2, u^3) . p by de Casteljau; exact at u = 0 and 1 and for four equal points. */
export function bezierPoint(p0: number, p1: number, p2: number, p3: number, u: number): number {
  const q0 = mix(p0, p1, u);
  const q1 = mix(p1, p2, u);
  const q2 = mix(p2, p3, u);
  return mix(mix(q0, q1, u), mix(q1, q2, u), u);
}

/** dB/du = 3 ((1-u)^2 (p1-p0) + 2 (1-u) u (p2-p1) + u^2 (p3-p2)). */
export function bezierSlope(p0: number, p1: number, p2: number, p3: number, u: number): number {
  const w = 1 - u;
  return 3 * (w * w * (p1 - p0) + 2 * w * u * (p2 - p1) + u * u * (p3 - p2));
}

/** The u in [0, 1] at which the curve of times passes `time`: Newton's method kept inside a shrinking bracket. */
export function bezierParameter(t0: number, t1: number, t2: number, t3: number, time: number): number {
  if (time <= t0) return 0;
  if (time >= t3) return 1;
  let low = 0;
  let high = 1;
  let u = (time - t0) / (t3 - t0);
  for (let k = 0; k < maxIterations; k++) {
    const error = bezierPoint(t0, t1, t2, t3, u) - time;
    if (error === 0) return u;
    if (error < 0) low = u;
    else high = u;
    const slope = bezierSlope(t0, t1, t2, t3, u);
    const newton = u - error / slope;
    const next = slope > 0 && newton > low && newton < high ? newton : 0.5 * (low + high);
    if (next === u || next === low || next === high) return next;
    u = next;
  }
  return u;
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

/** Half the stretch of u over which an upright tangent is replaced by a chord. */
const chordReach = 1e-3;

/**
 * Value per time dv/dt = (dv/du) / (dt/du) at u. Where dt/du vanishes the tangent is upright: the result there is the slope
 * of a short chord, large and finite.
 */
export function bezierRate(
  t0: number,
  t1: number,
  t2: number,
  t3: number,
  v0: number,
  v1: number,
  v2: number,
  v3: number,
  u: number,
): number {
  const timeSlope = bezierSlope(t0, t1, t2, t3, u);
  if (timeSlope > 1e-9 * (t3 - t0)) return bezierSlope(v0, v1, v2, v3, u) / timeSlope;
  const low = Math.max(0, u - chordReach);
  const high = Math.min(1, u + chordReach);
  const rise = bezierPoint(v0, v1, v2, v3, high) - bezierPoint(v0, v1, v2, v3, low);
  return rise / (bezierPoint(t0, t1, t2, t3, high) - bezierPoint(t0, t1, t2, t3, low));
}

/** a at u = 0, b at u = 1, and a everywhere where a = b. */
export function mix(a: number, b: number, u: number): number {
  if (u === 1) return b;
  return a + (b - a) * u;
}

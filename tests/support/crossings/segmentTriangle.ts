import { orientation } from './orientation.ts';

/**
 * Whether the segment from `p` to `q` passes through the closed triangle `a`, `b`, `c` (places in `points`, xyz): its ends lie strictly on both sides of the plane, and its line meets the triangle, its edges and
 * corners included. Exact. A segment in the plane, or with an end on it, touches and does not pass.
 */
export function segmentPasses(points: Float64Array, p: number, q: number, a: number, b: number, c: number): boolean {
  const before = orientation(points, a, b, c, p);
  if (before === 0 || orientation(points, a, b, c, q) !== -before) return false;
  const first = orientation(points, p, q, a, b);
  const second = orientation(points, p, q, b, c);
  if (first * second < 0) return false;
  const third = orientation(points, p, q, c, a);
  return first * third >= 0 && second * third >= 0;
}

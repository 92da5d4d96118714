import type { ShellInput } from './ShellInput.ts';

/** Twice the area at rest below this share of the squared longest edge is no triangle. */
const FLAT = 1e-9;

/** Gradients and area of triangle `t` at rest, axes along its warp and across; a triangle without area gets neither and feels nothing. */
export function writeGradients(input: ShellInput, t: number, gradients: Float64Array, areas: Float64Array): void {
  const { restPositions: x, triangles, warpDirections } = input;
  const [a, b, c] = [3 * triangles[3 * t], 3 * triangles[3 * t + 1], 3 * triangles[3 * t + 2]];
  const p = [0, 1, 2].map((k) => x[b + k] - x[a + k]);
  const q = [0, 1, 2].map((k) => x[c + k] - x[a + k]);
  const n = [p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]];
  const doubleArea = Math.hypot(n[0], n[1], n[2]);
  const longest = Math.max(...[p, q, p.map((value, k) => value - q[k])].map(([i, j, k]) => i * i + j * j + k * k));
  if (!(doubleArea > FLAT * longest)) return;
  const unit = n.map((value) => value / doubleArea);
  const e1 = inPlane([...warpDirections.subarray(3 * t, 3 * t + 3)], unit) ?? inPlane(p, unit) ?? p;
  const e2 = [unit[1] * e1[2] - unit[2] * e1[1], unit[2] * e1[0] - unit[0] * e1[2], unit[0] * e1[1] - unit[1] * e1[0]];
  const dot = (v: readonly number[], w: readonly number[]) => v[0] * w[0] + v[1] * w[1] + v[2] * w[2];
  // Dm = [p q] in the axes; the rows of its inverse are the gradients of corners 1 and 2.
  const [p1, p2, q1, q2] = [dot(p, e1), dot(p, e2), dot(q, e1), dot(q, e2)];
  const determinant = p1 * q2 - p2 * q1;
  const rows = [q2 / determinant, -q1 / determinant, -p2 / determinant, p1 / determinant];
  gradients.set([-rows[0] - rows[2], -rows[1] - rows[3], ...rows], 6 * t);
  areas[t] = 0.5 * doubleArea;
}

/** The unit part of `v` across the unit vector `n`; undefined where there is next to none. */
function inPlane(v: readonly number[], n: readonly number[]): number[] | undefined {
  const along = v[0] * n[0] + v[1] * n[1] + v[2] * n[2];
  const part = v.map((value, k) => value - along * n[k]);
  const size = Math.hypot(part[0], part[1], part[2]);
  if (!(size > 1e-6 * Math.hypot(v[0], v[1], v[2]))) return undefined;
  return part.map((value) => value / size);
}

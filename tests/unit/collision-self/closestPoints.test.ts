import { expect, it } from 'vitest';
import {
  CLOSEST_SIZE,
  closestEdgeEdge,
  closestPointTriangle,
} from '../../../src/collision/selfContact/closestPoints.ts';
import { createRandom } from '../../support/random.ts';

const STEPS = 24;

/** Signed weights of all sampled pairs of points. */
function sampledWeights(edges: boolean): number[][] {
  const weights: number[][] = [];
  for (let i = 0; i <= STEPS; i++) {
    for (let j = 0; j <= (edges ? STEPS : STEPS - i); j++) {
      const s = i / STEPS;
      const t = j / STEPS;
      weights.push(edges ? [1 - s, s, t - 1, -t] : [1, s + t - 1, -s, -t]);
    }
  }
  return weights;
}

function apart(q: Float64Array, weights: ArrayLike<number>): number {
  return Math.hypot(...[0, 1, 2].map((axis) => [0, 1, 2, 3].reduce((sum, k) => sum + weights[k] * q[3 * k + axis], 0)));
}

it.each([false, true])('are no farther apart than any sampled points (edges: %s)', (edges) => {
  const random = createRandom(`closest ${edges}`);
  const samples = sampledWeights(edges);
  const out = new Float64Array(CLOSEST_SIZE);
  for (let k = 0; k < 1000; k++) {
    const q = Float64Array.from({ length: 12 }, () => random() - 0.5);
    // A tenth of the cases: flat triangles and parallel edges, also of no length.
    if (k % 10 === 0)
      for (let axis = 0; axis < 3; axis++)
        q[9 + axis] = q[6 + axis] + (k % 20 === 0 ? 0 : 0.7) * (q[3 + axis] - q[axis]);
    if (edges) closestEdgeEdge(q, out);
    else closestPointTriangle(q, out);
    const weights = out.subarray(0, 4);
    expect(Math.sqrt(out[7])).toBeCloseTo(apart(q, weights), 12);
    const [first, second] = edges
      ? [
          [0, 1],
          [2, 3],
        ]
      : [[0], [1, 2, 3]];
    for (const i of first) expect(weights[i]).toBeGreaterThanOrEqual(-1e-12);
    for (const i of second) expect(weights[i]).toBeLessThanOrEqual(1e-12);
    const sampled = samples.reduce((least, sample) => Math.min(least, apart(q, sample)), Infinity);
    const steps = (Math.hypot(q[9] - q[6], q[10] - q[7], q[11] - q[8]) + 2) / STEPS;
    expect(Math.sqrt(out[7]), `case ${k}`).toBeLessThanOrEqual(sampled + 1e-12);
    expect(Math.sqrt(out[7]), `case ${k}`).toBeGreaterThan(sampled - steps);
  }
});

import { describe, expect, it } from 'vitest';
import { delaunay } from '../../../src/geometry/delaunay.ts';
import { createRandom } from '../../support/random.ts';

function area(points: Float64Array, triangles: Uint32Array): number {
  let sum = 0;
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [2 * triangles[t], 2 * triangles[t + 1], 2 * triangles[t + 2]];
    const twice =
      (points[b] - points[a]) * (points[c + 1] - points[a + 1]) -
      (points[b + 1] - points[a + 1]) * (points[c] - points[a]);
    expect(twice).toBeGreaterThan(0);
    sum += twice / 2;
  }
  return sum;
}

describe('delaunay', () => {
  it('fills the hull of scattered points, with every point, and no point in any circle', () => {
    const random = createRandom('delaunay');
    const points = Float64Array.from({ length: 400 }, () => random());
    points.set([0, 0, 1, 0, 1, 1, 0, 1]);
    const { triangles, neighbours, points: moved } = delaunay(points, new Uint32Array(0));
    expect(area(moved, triangles)).toBeCloseTo(1, 4);
    expect(new Set(triangles).size).toBe(200);
    neighbours.forEach((other, k) => {
      if (other < 0) return;
      expect([...neighbours.subarray(3 * other, 3 * other + 3)]).toContain(Math.floor(k / 3));
    });
  });

  it('has the edges of an outline that is not convex', () => {
    const count = 60;
    const points = new Float64Array(2 * count);
    const edges: number[] = [];
    for (let k = 0; k < count; k++) {
      const angle = (2 * Math.PI * k) / count;
      const radius = k % 2 === 0 ? 1 : 0.35;
      points.set([radius * Math.cos(angle), radius * Math.sin(angle)], 2 * k);
      edges.push(k, (k + 1) % count);
    }
    const { triangles } = delaunay(points, Uint32Array.from(edges));
    const present = new Set<string>();
    for (let t = 0; t < triangles.length; t++) {
      present.add(`${triangles[t]} ${triangles[3 * Math.floor(t / 3) + ((t + 1) % 3)]}`);
    }
    for (let k = 0; k < edges.length; k += 2) {
      expect(present.has(`${edges[k]} ${edges[k + 1]}`) || present.has(`${edges[k + 1]} ${edges[k]}`)).toBe(true);
    }
  });

  it('takes points on one line, and twice the same', () => {
    const points = Float64Array.of(0, 0, 0.5, 0, 1, 0, 1, 1, 0, 1, 0.5, 0, 0.5, 0.5);
    const { triangles, points: moved } = delaunay(points, Uint32Array.of(0, 1, 1, 2, 2, 3, 3, 4, 4, 0));
    expect(area(moved, triangles)).toBeCloseTo(1, 4);
  });
});

import { describe, expect, it } from 'vitest';
import { selfIntersections } from '../../../src/geometry/preflight/selfIntersections.ts';
import { trianglesCross } from '../../../src/geometry/preflight/trianglesCross.ts';
import { SeededRandom } from '../../support/random.ts';

const s = [0, 3, 6];
const t = [9, 12, 15];
const crossing = (...points: number[]): boolean => trianglesCross(Float64Array.from(points), s, t);

type Vector = readonly number[];
const minus = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

/** Separating axes: the two normals and the nine cross products of edges. */
function separated(points: readonly Vector[]): boolean {
  const edges = [0, 3].map((first) => [0, 1, 2].map((k) => minus(points[first + ((k + 1) % 3)], points[first + k])));
  const axes = [cross(edges[0][0], edges[0][1]), cross(edges[1][0], edges[1][1])];
  for (const a of edges[0]) for (const b of edges[1]) axes.push(cross(a, b));
  return axes.some((axis) => {
    const shadow = points.map((p) => axis[0] * p[0] + axis[1] * p[1] + axis[2] * p[2]);
    const [lowA, highA] = [Math.min(...shadow.slice(0, 3)), Math.max(...shadow.slice(0, 3))];
    const [lowB, highB] = [Math.min(...shadow.slice(3)), Math.max(...shadow.slice(3))];
    return highA < lowB || highB < lowA;
  });
}

describe('trianglesCross', () => {
  it('agrees with separating axes on random triangles', () => {
    const random = new SeededRandom('triangle pairs');
    let crossings = 0;
    for (let run = 0; run < 20_000; run++) {
      const points = Array.from({ length: 6 }, () => [random.uniform(), random.uniform(), random.uniform()]);
      const expected = !separated(points);
      if (crossing(...points.flat()) !== expected) throw new Error(`${expected}: ${JSON.stringify(points)}`);
      crossings += expected ? 1 : 0;
    }
    expect(crossings).toBeGreaterThan(1000);
  });

  it('takes overlap in one plane for crossing, touching not', () => {
    const base = [0, 0, 0, 2, 0, 0, 0, 2, 0];
    expect(crossing(...base, 0.2, 0.2, 0, 3, 0.2, 0, 0.2, 3, 0)).toBe(true);
    expect(crossing(...base, 0.1, 0.1, 0, 0.5, 0.1, 0, 0.1, 0.5, 0)).toBe(true);
    expect(crossing(...base, 0.1, 0.1, 0, 0.1, 0.5, 0, 0.5, 0.1, 0)).toBe(true);
    expect(crossing(...base, 2, 0, 0, 4, 0, 0, 2, 2, 0)).toBe(false);
    expect(crossing(...base, 2, 2, 0, 4, 2, 0, 2, 4, 0)).toBe(false);
    expect(crossing(...base, 0, 0, 0, 2, 0, 0, 0, 0, 2)).toBe(false);
    expect(crossing(...base, 0.5, 0.5, 0, 0.5, 0.5, 2, 1, 1, 2)).toBe(false);
  });

  it('keeps its judgement far from the origin', () => {
    const far = [1e7, 1e7, 1e7];
    const place = (x: number, y: number, z: number): number[] => [far[0] + x, far[1] + y, far[2] + z];
    const base = [...place(0, 0, 0), ...place(2, 0, 0), ...place(0, 2, 0)];
    expect(crossing(...base, ...place(0.5, 0.5, -1), ...place(0.5, 0.5, 1), ...place(3, 3, 1))).toBe(true);
    expect(crossing(...base, ...place(0, 0, 0.001), ...place(2, 0, 0.001), ...place(0, 2, 0.001))).toBe(false);
  });
});

describe('selfIntersections', () => {
  it('finds the pairs that trying all pairs finds', () => {
    const random = new SeededRandom('soup');
    for (let run = 0; run < 20; run++) {
      const count = 60;
      const positions = Float64Array.from({ length: 9 * count }, () => 2 * random.uniform());
      const triangles = Uint32Array.from({ length: 3 * count }, (_, at) => at);
      let pairs = 0;
      for (let a = 0; a < count; a++) {
        for (let b = a + 1; b < count; b++) {
          const corners = (triangle: number): number[] => [9 * triangle, 9 * triangle + 3, 9 * triangle + 6];
          if (trianglesCross(positions, corners(a), corners(b))) pairs++;
        }
      }
      expect(pairs).toBeGreaterThan(20);
      expect(selfIntersections({ positions, triangles })).toEqual({ pairs, complete: true });
    }
  });

  it('lets neighbours be, but sees a fan that runs through itself', () => {
    const positions = Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0.3, 0.3, -1, 0.3, 0.3, 1, 1, 1, 0);
    const neighbours = { positions, triangles: Uint32Array.of(0, 1, 2, 1, 5, 2) };
    expect(selfIntersections(neighbours).pairs).toBe(0);
    const fan = { positions, triangles: Uint32Array.of(0, 1, 2, 0, 3, 4) };
    expect(selfIntersections(fan).pairs).toBe(1);
  });

  it('stops at its limit and says so', () => {
    const count = 4000;
    const positions = new Float64Array(9 * count);
    for (let at = 0; at < count; at++) positions.set([0, 0, 0, 1, 0.001 * at, 0, 0, 1, 0.001 * at], 9 * at);
    const all = { positions, triangles: Uint32Array.from({ length: 3 * count }, (_, at) => at) };
    const { complete } = selfIntersections(all);
    expect(complete).toBe(false);
  });

  it('copes with no triangles', () => {
    expect(selfIntersections({ positions: new Float64Array(0), triangles: new Uint32Array(0) }).pairs).toBe(0);
  });
});

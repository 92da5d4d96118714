import { describe, expect, it } from 'vitest';
import { sphereSurface, torusSurface } from '../../../src/geometry/primitives/surfaces.ts';
import { createSurfaceQuery } from '../../../src/geometry/surfaceQuery/SurfaceQuery.ts';
import { isBalanced } from '../../../src/geometry/surfaceQuery/triangleEdges.ts';
import { weldedTriangles } from '../../../src/geometry/surfaceQuery/weldedTriangles.ts';
import type { TriMesh } from '../../../src/geometry/TriMesh.ts';
import { SeededRandom } from '../../support/random.ts';

type Point = [number, number, number];

/** Independent reference: minimises over the triangle by its plane projection, else over its three edges. */
function triangleDistance(p: Point, a: Point, b: Point, c: Point): number {
  const segment = (s: Point, e: Point): number => {
    const d = e.map((value, k) => value - s[k]);
    const length = d[0] ** 2 + d[1] ** 2 + d[2] ** 2;
    const along = length === 0 ? 0 : d.reduce((sum, value, k) => sum + value * (p[k] - s[k]), 0) / length;
    const t = Math.max(0, Math.min(1, along));
    return Math.hypot(...d.map((value, k) => s[k] + t * value - p[k]));
  };
  const edges = Math.min(segment(a, b), segment(b, c), segment(c, a));
  const u = b.map((value, k) => value - a[k]);
  const v = c.map((value, k) => value - a[k]);
  const n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
  const length = Math.hypot(...n);
  if (length === 0) return edges;
  const height = n.reduce((sum, value, k) => sum + value * (p[k] - a[k]), 0) / length;
  const foot = p.map((value, k) => value - (height * n[k]) / length);
  const inside = [
    [a, b],
    [b, c],
    [c, a],
  ].every(([s, e]) => {
    const d = e.map((value, k) => value - s[k]);
    const w = foot.map((value, k) => value - s[k]);
    const cross = [d[1] * w[2] - d[2] * w[1], d[2] * w[0] - d[0] * w[2], d[0] * w[1] - d[1] * w[0]];
    return cross[0] * n[0] + cross[1] * n[1] + cross[2] * n[2] >= 0;
  });
  return inside ? Math.abs(height) : edges;
}

function corner(mesh: TriMesh, t: number, k: number): Point {
  const v = 3 * mesh.triangles[3 * t + k];
  return [mesh.positions[v], mesh.positions[v + 1], mesh.positions[v + 2]];
}

function bruteDistance(mesh: TriMesh, p: Point): number {
  let least = Infinity;
  for (let t = 0; t < mesh.triangles.length / 3; t++) {
    least = Math.min(least, triangleDistance(p, corner(mesh, t, 0), corner(mesh, t, 1), corner(mesh, t, 2)));
  }
  return least;
}

/** Sum of exact solid angles over 4 pi. */
function bruteWinding(mesh: TriMesh, p: Point): number {
  let sum = 0;
  for (let t = 0; t < mesh.triangles.length / 3; t++) {
    const [a, b, c] = [0, 1, 2].map((k) => corner(mesh, t, k).map((value, axis) => value - p[axis]));
    const [la, lb, lc] = [a, b, c].map((v) => Math.hypot(...v));
    const dot = (u: number[], v: number[]) => u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
    const det =
      a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
    sum += 2 * Math.atan2(det, la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb);
  }
  return sum / (4 * Math.PI);
}

/** Triangles without any order: overlapping, of all sizes, some degenerate, some repeated. */
function soup(seed: number, count: number): TriMesh {
  const random = new SeededRandom(seed);
  const positions = new Float64Array(9 * count);
  const triangles = new Uint32Array(3 * count);
  for (let t = 0; t < count; t++) {
    const size = 10 ** random.between(-3, 0);
    const kind = random.below(10);
    for (let k = 0; k < 9; k++) {
      positions[9 * t + k] = k < 3 ? random.between(-1, 1) : positions[9 * t + (k % 3)] + size * random.between(-1, 1);
    }
    if (kind === 0) positions.copyWithin(9 * t + 6, 9 * t + 3, 9 * t + 6);
    if (kind === 1) positions.copyWithin(9 * t + 3, 9 * t, 9 * t + 3);
    for (let k = 0; k < 3; k++) triangles[3 * t + k] = kind === 2 && t > 0 ? 3 * (t - 1) + k : 3 * t + k;
  }
  return { positions, triangles };
}

function points(seed: number, count: number, reach: number): Point[] {
  const random = new SeededRandom(seed);
  const draw = () => random.between(-reach, reach);
  return Array.from({ length: count }, () => [draw(), draw(), draw()]);
}

describe('closest point', () => {
  for (const [seed, count] of [
    [1, 1],
    [2, 5],
    [3, 60],
    [4, 400],
  ]) {
    it(`equals brute force on ${count} random triangles (seed ${seed}), with and without hints`, () => {
      const mesh = soup(seed, count);
      const query = createSurfaceQuery(mesh);
      const out = new Float64Array(4);
      let hint = -1;
      for (const p of points(seed + 100, 200, 2)) {
        const expected = bruteDistance(mesh, p);
        const triangle = query.closestPoint(...p, out, hint);
        expect(Math.abs(out[3] - expected)).toBeLessThan(1e-9);
        expect(Math.abs(Math.hypot(out[0] - p[0], out[1] - p[1], out[2] - p[2]) - expected)).toBeLessThan(1e-9);
        const own = triangleDistance(
          p,
          corner(mesh, triangle, 0),
          corner(mesh, triangle, 1),
          corner(mesh, triangle, 2),
        );
        expect(Math.abs(own - expected)).toBeLessThan(1e-9);
        expect(query.closestPoint(...p, out)).toBeGreaterThanOrEqual(0);
        expect(Math.abs(out[3] - expected)).toBeLessThan(1e-9);
        hint = triangle;
      }
    });
  }

  it('gives up beyond the limit and only there', () => {
    const mesh = soup(7, 50);
    const query = createSurfaceQuery(mesh);
    for (const p of points(8, 100, 3)) {
      const distance = bruteDistance(mesh, p);
      expect(query.distanceWithin(...p, distance * 0.999)).toBe(Infinity);
      expect(query.distanceWithin(...p, distance * 1.001)).toBeCloseTo(distance, 9);
    }
  });

  it('answers for an empty surface, and leaves out triangles that are not finite', () => {
    const empty = createSurfaceQuery({ positions: new Float64Array(0), triangles: new Uint32Array(0) });
    expect(empty.isEmpty).toBe(true);
    expect(empty.closestPoint(0, 0, 0, new Float64Array(4))).toBe(-1);
    expect(empty.windingNumber(0, 0, 0)).toBe(0);
    const mesh = soup(9, 20);
    mesh.positions[4] = NaN;
    const query = createSurfaceQuery(mesh);
    for (const p of points(10, 50, 2)) expect(Number.isFinite(query.signedDistance(...p))).toBe(true);
  });
});

describe('winding number', () => {
  it('is 1 inside and 0 outside a closed surface', () => {
    const query = createSurfaceQuery(weldedTriangles(torusSurface(1, 0.4, 64, 32)));
    expect(isBalanced(query.mesh.triangles, query.mesh.positions.length / 3)).toBe(true);
    for (const [x, y, z] of points(11, 500, 1.6)) {
      const level = Math.hypot(Math.hypot(x, z) - 1, y) - 0.4;
      if (Math.abs(level) < 0.01) continue;
      expect(query.windingNumber(x, y, z) > 0.5).toBe(level < 0);
      expect(Math.abs(query.windingNumber(x, y, z) - (level < 0 ? 1 : 0))).toBeLessThan(0.1);
    }
  });

  it('stays near the exact sum of solid angles on open surfaces and soups', () => {
    const sphere = weldedTriangles(sphereSurface(1, 24));
    const open = { positions: sphere.positions, triangles: sphere.triangles.slice(0, sphere.triangles.length / 2) };
    for (const mesh of [open, soup(12, 80)]) {
      const query = createSurfaceQuery(mesh);
      for (const p of points(13, 200, 1.5)) {
        expect(Math.abs(query.windingNumber(...p) - bruteWinding(mesh, p))).toBeLessThan(0.05);
      }
    }
  });

  it('signs the distance', () => {
    const query = createSurfaceQuery(weldedTriangles(sphereSurface(1, 64)));
    expect(query.signedDistance(0, 0, 0)).toBeCloseTo(-1, 2);
    expect(query.signedDistance(0, 2, 0)).toBeCloseTo(1, 2);
  });
});

import { describe, expect, it } from 'vitest';
import { triangulate } from '../../../src/geometry/triangulate.ts';
import { SeededRandom } from '../../support/random.ts';
import { cubeCorners, cubeQuads } from '../../support/meshSamples.ts';
import { polygonMesh } from '../../support/polygonMesh.ts';

/** Signed areas of the triangles of one face in the xy plane. */
function signedAreas(points: readonly (readonly number[])[], face: readonly number[]): number[] {
  const { mesh } = triangulate(polygonMesh(points, [face]));
  expect(mesh.triangles).toHaveLength(3 * (face.length - 2));
  return Array.from({ length: face.length - 2 }, (_, at) => {
    const [a, b, c] = [...mesh.triangles.subarray(3 * at, 3 * at + 3)].map((vertex) => points[vertex]);
    return ((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])) / 2;
  });
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const around = (count: number): number[] => Array.from({ length: count }, (_, at) => at);

describe('triangulate', () => {
  it('makes fans of convex faces and names the face of each triangle', () => {
    const { mesh, faceOfTriangle } = triangulate(polygonMesh(cubeCorners, cubeQuads));
    expect([...mesh.triangles.subarray(0, 6)]).toEqual([0, 4, 6, 0, 6, 2]);
    expect([...faceOfTriangle]).toEqual([0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5]);
  });

  it('cuts a dart along the diagonal that is inside', () => {
    const dart = [
      [0, 0, 0],
      [2, 1, 0],
      [0, 2, 0],
      [0.5, 1, 0],
    ];
    for (let start = 0; start < 4; start++) {
      const face = around(4).map((at) => (at + start) % 4);
      expect(Math.min(...signedAreas(dart, face))).toBeGreaterThan(0);
    }
  });

  it('covers random star-shaped outlines exactly, without turned triangles', () => {
    const random = new SeededRandom('stars');
    for (let run = 0; run < 100; run++) {
      const count = 5 + random.below(60);
      const points = around(count).map((at) => {
        const angle = (2 * Math.PI * at) / count;
        const radius = random.between(0.2, 1);
        return [radius * Math.cos(angle), radius * Math.sin(angle), 0];
      });
      const areas = signedAreas(points, around(count));
      const outline = sum(
        points.map(([x, y], at) => {
          const [nx, ny] = points[(at + 1) % count];
          return (x * ny - y * nx) / 2;
        }),
      );
      expect(Math.min(...areas)).toBeGreaterThan(0);
      expect(sum(areas)).toBeCloseTo(outline, 12);
    }
  });

  it('handles a spiral of two hundred corners', () => {
    const arm = around(100).map((at) => 0.15 * at);
    const outer = arm.map((angle) => [(angle + 1) * Math.cos(angle), (angle + 1) * Math.sin(angle), 0]);
    const inner = arm.map((angle) => [(angle + 0.5) * Math.cos(angle), (angle + 0.5) * Math.sin(angle), 0]).reverse();
    const areas = signedAreas([...outer, ...inner], around(200));
    expect(Math.min(...areas)).toBeGreaterThan(0);
  });

  it('follows a bridge to a hole', () => {
    const points = [
      [0, 0, 0],
      [4, 0, 0],
      [4, 4, 0],
      [0, 4, 0],
      [1, 1, 0],
      [1, 3, 0],
      [3, 3, 0],
      [3, 1, 0],
    ];
    const areas = signedAreas(points, [0, 1, 2, 3, 0, 4, 5, 6, 7, 4]);
    expect(sum(areas)).toBeCloseTo(12, 12);
    expect(Math.min(...areas)).toBeGreaterThan(0);
  });

  it('cuts faces in any plane alike, seen along their normal', () => {
    const dart = [
      [0, 0],
      [2, 1],
      [0, 2],
      [0.5, 1],
    ];
    for (const place of [
      ([x, y]: number[]) => [x, y, 3],
      ([x, y]: number[]) => [y, x, 3],
      ([x, y]: number[]) => [7, x, y],
      ([x, y]: number[]) => [x, 5, y],
      ([x, y]: number[]) => [x + y, x - y, 0.3 * x],
    ]) {
      const { mesh } = triangulate(polygonMesh(dart.map(place), [[0, 1, 2, 3]]));
      const pairs = [0, 3].map((at) => [...mesh.triangles.subarray(at, at + 3)]);
      for (const triangle of pairs) expect(triangle).toEqual(expect.arrayContaining([1, 3]));
    }
  });

  it('always gives n - 2 triangles, even where the outline crosses itself or has no area', () => {
    const random = new SeededRandom('tangles');
    for (let run = 0; run < 200; run++) {
      const count = 4 + random.below(20);
      const points = around(count).map(() => [random.below(4), random.below(4), random.below(2)]);
      const { mesh } = triangulate(polygonMesh(points, [around(count)]));
      expect(mesh.triangles).toHaveLength(3 * (count - 2));
      expect(new Set(mesh.triangles).size).toBe(count);
    }
  });

  it('stays bounded on a tangle of twenty thousand corners', () => {
    const random = new SeededRandom('large tangle');
    const points = around(20_000).map(() => [random.uniform(), random.uniform(), 0]);
    expect(triangulate(polygonMesh(points, [around(20_000)])).mesh.triangles).toHaveLength(3 * 19_998);
  });
});

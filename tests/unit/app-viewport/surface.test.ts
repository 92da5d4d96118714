import { describe, expect, test } from 'vitest';
import { angleWeightedNormals, splitAtCreases } from '../../../app/client/frames/creaseNormals.ts';
import { embed, embedNumbers } from '../../../app/client/frames/embed.ts';
import { SurfaceNormals } from '../../../app/client/frames/SurfaceNormals.ts';
import { surfaceTriangles } from '../../../app/client/frames/surfaceTriangles.ts';
import { embedPositions } from '../../../src/geometry/TetMesh.ts';
import { boxSurface, cylinderSurface, torusSurface } from '../../../src/geometry/primitives/surfaces.ts';
import { createRandom } from '../../support/random.ts';
import { bodyOf, preparedMesh, torusInBox } from './smallShot.ts';

function trianglesOf(surface: ReturnType<typeof torusSurface>): Uint32Array {
  return surfaceTriangles(surface.positions, surface.faceOffsets, surface.faceVertices);
}

/** Area vectors of all triangles, summed per vertex and made unit, vertex by vertex. */
function bruteForceNormals(positions: Float32Array, triangles: Uint32Array, vertexCount: number): number[] {
  const normals: number[] = [];
  for (let vertex = 0; vertex < vertexCount; vertex++) {
    const sum = [0, 0, 0];
    for (let at = 0; at < triangles.length; at += 3) {
      const corners = [...triangles.subarray(at, at + 3)];
      if (!corners.includes(vertex)) continue;
      const [a, b, c] = corners.map((corner) => [...positions.subarray(3 * corner, 3 * corner + 3)]);
      const u = b.map((value, k) => value - a[k]);
      const v = c.map((value, k) => value - a[k]);
      for (let k = 0; k < 3; k++) {
        const i = (k + 1) % 3;
        const j = (k + 2) % 3;
        sum[k] += u[i] * v[j] - u[j] * v[i];
      }
    }
    const length = Math.hypot(...sum);
    normals.push(...sum.map((value) => value / length));
  }
  return normals;
}

function largestDifference(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let largest = 0;
  for (let k = 0; k < a.length; k++) largest = Math.max(largest, Math.abs(a[k] - b[k]));
  return largest;
}

describe('embedding', () => {
  test('puts surface vertices where the double precision embedding puts them', () => {
    const { mesh: volume } = torusInBox(5);
    const random = createRandom(11);
    const positions = Float32Array.from(volume.mesh.positions, (value) => value + 0.2 * (random() - 0.5));
    const exact = new Float64Array(volume.surface.positions.length);
    embedPositions(volume.embedding, positions, exact);
    const fast = new Float32Array(exact.length);
    embed(4, volume.embedding.vertices, Float32Array.from(volume.embedding.weights), positions, fast);
    // float32 weights and positions of size 1.
    expect(largestDifference(fast, exact)).toBeLessThan(1e-6);
  });

  test('keeps extrapolated numbers within what the elements have', () => {
    const out = new Float32Array(1);
    embedNumbers(4, Uint32Array.of(0, 1, 2, 3), Float32Array.of(2, -1, 0, 0), [1, 0, 0, 0], [0, 1], out);
    expect(out[0]).toBe(1);
  });

  test('names the element under each vertex of the surface', () => {
    const body = torusInBox(4);
    const { statics } = preparedMesh(body);
    const { element, source } = statics.surface;
    const { vertices, weights } = body.mesh.embedding;
    for (let k = 0; k < source.length; k++) {
      const corners = statics.elements.subarray(4 * element[k], 4 * element[k] + 4);
      for (let c = 0; c < 4; c++) {
        if (Math.abs(weights[4 * source[k] + c]) > 1e-6) expect(corners).toContain(vertices[4 * source[k] + c]);
      }
    }
  });
});

describe('normals', () => {
  test('are those of brute force on a smooth surface', () => {
    const surface = torusSurface(0.5, 0.2, 20, 14);
    const triangles = trianglesOf(surface);
    const { source, triangles: split } = splitAtCreases(surface.positions, triangles);
    expect(source.length).toBe(surface.positions.length / 3);
    const positions = Float32Array.from(surface.positions);
    const normals = new SurfaceNormals(split, source);
    expect(normals.split).toBe(false);
    const out = new Float32Array(positions.length);
    normals.compute(positions, out, out);
    expect(largestDifference(out, bruteForceNormals(positions, triangles, positions.length / 3))).toBeLessThan(1e-5);
  });

  test('keep the edges of a box hard, and outlines closed over them', () => {
    const body = bodyOf('box', boxSurface([1, 1, 1], [2, 2, 2]), 3);
    const { statics } = preparedMesh(body);
    const { source, restNormals, restHullNormals, restPositions } = statics.surface;
    // Three faces meet at each corner; other vertices of the box lie in faces or on edges.
    for (let k = 0; k < source.length; k++) {
      const normal = [...restNormals.subarray(3 * k, 3 * k + 3)].map(Math.abs).sort();
      expect(normal[2]).toBeCloseTo(1, 5);
      expect(normal[1]).toBeCloseTo(0, 5);
      const twin = source.indexOf(source[k]);
      expect(restHullNormals.subarray(3 * k, 3 * k + 3)).toEqual(restHullNormals.subarray(3 * twin, 3 * twin + 3));
      const outwards = [0, 1, 2].reduce((sum, a) => sum + restPositions[3 * k + a] * restNormals[3 * k + a], 0);
      expect(outwards).toBeGreaterThan(0.4);
    }
    const corners = [...source].filter((vertex) =>
      [0, 1, 2].every((a) => Math.abs(restPositions[3 * vertex + a]) > 0.49),
    );
    expect(corners.length).toBe(24);
  });

  test('of a cylinder do not depend on how its faces are cut', () => {
    const surface = cylinderSurface(0.5, 1, 12);
    const { source, triangles } = splitAtCreases(surface.positions, trianglesOf(surface));
    const positions = new Float32Array(3 * source.length);
    source.forEach((vertex, k) => positions.set(surface.positions.subarray(3 * vertex, 3 * vertex + 3), 3 * k));
    const normals = angleWeightedNormals(positions, triangles, source.length);
    for (let k = 0; k < source.length; k++) {
      const [x, y, z] = normals.subarray(3 * k, 3 * k + 3);
      if (Math.abs(y) > 0.5) expect(Math.abs(y)).toBeCloseTo(1, 5);
      else {
        const radius = Math.hypot(positions[3 * k], positions[3 * k + 2]);
        expect((x * positions[3 * k] + z * positions[3 * k + 2]) / radius).toBeCloseTo(1, 5);
      }
    }
  });

  test('leave a sheet to the directions in which its outline grows: away from its border, along its normals inside', () => {
    // A sheet of 2 x 2 squares in y = 0 about the origin.
    const place = (k: number) => [(k % 3) - 1, 0, Math.floor(k / 3) - 1];
    const positions = Float32Array.from({ length: 27 }, (_, k) => place(Math.floor(k / 3))[k % 3]);
    const triangles = Uint32Array.from(
      [0, 1, 3, 4].flatMap((corner) => [corner, corner + 3, corner + 1, corner + 1, corner + 3, corner + 4]),
    );
    const normals = new SurfaceNormals(
      triangles,
      Uint32Array.from({ length: 9 }, (_, k) => k),
    );
    const [out, hull] = [new Float32Array(27), new Float32Array(27)];
    normals.compute(positions, out, hull);
    for (let k = 0; k < 9; k++) {
      const [x, , z] = place(k);
      const grown = [...hull.subarray(3 * k, 3 * k + 3)];
      expect([...out.subarray(3 * k, 3 * k + 3)]).toEqual([0, 1, 0]);
      if (k === 4) expect(grown).toEqual([0, 1, 0]);
      else {
        expect(grown[1]).toBe(0);
        expect(grown[0] * x + grown[2] * z).toBeGreaterThan(0.9);
      }
    }
  });

  test('point up where a vertex has no area', () => {
    const normals = new SurfaceNormals(Uint32Array.of(0, 1, 2), Uint32Array.of(0, 1, 2));
    const out = new Float32Array(9);
    normals.compute(new Float32Array(9), out, out);
    expect([...out]).toEqual([0, 1, 0, 0, 1, 0, 0, 1, 0]);
  });
});

describe('triangles of polygons', () => {
  const area = (positions: number[], triangles: Uint32Array): number => {
    let sum = 0;
    for (let at = 0; at < triangles.length; at += 3) {
      const [a, b, c] = [...triangles.subarray(at, at + 3)].map((v) => positions.slice(3 * v, 3 * v + 3));
      sum += ((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])) / 2;
    }
    return sum;
  };

  test.each([
    ['a concave quad', [0, 0, 2, 0, 0.4, 0.4, 0, 2], 0.8],
    ['a letter L', [0, 0, 3, 0, 3, 1, 1, 1, 1, 3, 0, 3], 5],
    ['a letter U', [0, 0, 3, 0, 3, 3, 2, 3, 2, 1, 1, 1, 1, 3, 0, 3], 7],
  ])('of %s cover it once', (_name, outline, expected) => {
    const positions: number[] = [];
    for (let k = 0; k < outline.length; k += 2) positions.push(outline[k], outline[k + 1], 0);
    const count = outline.length / 2;
    const triangles = surfaceTriangles(
      positions,
      Uint32Array.of(0, count),
      Uint32Array.from({ length: count }, (_, k) => k),
    );
    expect(triangles.length).toBe(3 * (count - 2));
    expect(area(positions, triangles)).toBeCloseTo(expected, 10);
    for (let at = 0; at < triangles.length; at += 3) {
      expect(area(positions, triangles.subarray(at, at + 3))).toBeGreaterThanOrEqual(0);
    }
  });

  test('end for a polygon that crosses itself', () => {
    const triangles = surfaceTriangles(
      [0, 0, 0, 1, 1, 0, 1, 0, 0, 0, 1, 0],
      Uint32Array.of(0, 4),
      Uint32Array.of(0, 1, 2, 3),
    );
    expect(triangles.length).toBe(6);
  });
});

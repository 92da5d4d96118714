import { describe, expect, it } from 'vitest';
import { boxSurface, sphereSurface } from '../../../src/geometry/primitives/surfaces.ts';
import { orientedTriangles, orientTriangles } from '../../../src/geometry/surfaceQuery/orientedTriangles.ts';
import { createSurfaceQuery } from '../../../src/geometry/surfaceQuery/SurfaceQuery.ts';
import { isBalanced } from '../../../src/geometry/surfaceQuery/triangleEdges.ts';
import { weldedTriangles } from '../../../src/geometry/surfaceQuery/weldedTriangles.ts';
import type { SurfaceMesh, TriMesh } from '../../../src/geometry/TriMesh.ts';
import { SeededRandom } from '../../support/random.ts';

function volume(mesh: TriMesh): number {
  const { positions: x, triangles } = mesh;
  let sum = 0;
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [3 * triangles[t], 3 * triangles[t + 1], 3 * triangles[t + 2]];
    sum +=
      x[a] * (x[b + 1] * x[c + 2] - x[b + 2] * x[c + 1]) +
      x[a + 1] * (x[b + 2] * x[c] - x[b] * x[c + 2]) +
      x[a + 2] * (x[b] * x[c + 1] - x[b + 1] * x[c]);
  }
  return sum / 6;
}

function flipped(mesh: TriMesh, which: (triangle: number) => boolean): TriMesh {
  const triangles = mesh.triangles.slice();
  for (let t = 0; t < triangles.length / 3; t++) {
    if (which(t)) [triangles[3 * t + 1], triangles[3 * t + 2]] = [triangles[3 * t + 2], triangles[3 * t + 1]];
  }
  return { positions: mesh.positions, triangles };
}

function joined(a: TriMesh, b: TriMesh): TriMesh {
  const shift = a.positions.length / 3;
  return {
    positions: Float64Array.from([...a.positions, ...b.positions]),
    triangles: Uint32Array.from([...a.triangles, ...b.triangles.map((v) => v + shift)]),
  };
}

const sphere = weldedTriangles(sphereSurface(1, 24));
const small = weldedTriangles(sphereSurface(0.4, 16));

describe('orientedTriangles', () => {
  it('mends faces flipped at random', () => {
    const random = new SeededRandom(5);
    const mesh = orientTriangles(flipped(sphere, () => random.uniform() < 0.3));
    expect(isBalanced(mesh.triangles, mesh.positions.length / 3)).toBe(true);
    expect(volume(mesh)).toBeCloseTo(volume(sphere), 12);
    expect(volume(mesh)).toBeGreaterThan(4);
  });

  it('turns a closed surface that is inside out, and an open bulky one', () => {
    expect(volume(orientTriangles(flipped(sphere, () => true)))).toBeCloseTo(volume(sphere), 12);
    const half = { positions: sphere.positions, triangles: sphere.triangles.slice(0, sphere.triangles.length / 2) };
    const mended = orientTriangles(flipped(half, () => true));
    expect([...mended.triangles].sort()).toEqual([...half.triangles].sort());
    expect(createSurfaceQuery(mended).windingNumber(0, 0, 0)).toBeGreaterThan(0.45);
  });

  it('keeps an inward shell inside another one: a cavity', () => {
    const cavity = flipped(small, () => true);
    const mesh = orientTriangles(joined(sphere, cavity));
    expect(volume(mesh)).toBeCloseTo(volume(sphere) - volume(small), 12);
    const apart = { positions: cavity.positions.map((x, i) => (i % 3 === 0 ? x + 3 : x)), triangles: cavity.triangles };
    expect(volume(orientTriangles(joined(sphere, apart)))).toBeCloseTo(volume(sphere) + volume(small), 12);
  });

  it('joins vertices at one place, so that seams are no holes, and drops degenerate and repeated faces', () => {
    const box = boxSurface([1, 1, 1], [2, 2, 2]);
    const corners = [...box.faceVertices];
    const exploded: SurfaceMesh = {
      ...box,
      positions: Float64Array.from(corners.flatMap((v) => [...box.positions.subarray(3 * v, 3 * v + 3)])),
      faceVertices: Uint32Array.from([...corners.keys(), 0, 1, 2, 3, 0, 0, 1, 2]),
      faceOffsets: Uint32Array.from([...box.faceOffsets, corners.length + 4, corners.length + 8]),
    };
    const mesh = orientedTriangles(exploded);
    expect(mesh.triangles.length / 3).toBe(2 * (box.faceOffsets.length - 1));
    expect(isBalanced(mesh.triangles, mesh.positions.length / 3)).toBe(true);
    expect(volume(mesh)).toBeCloseTo(1, 12);
  });
});

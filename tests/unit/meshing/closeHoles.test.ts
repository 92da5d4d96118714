import { describe, expect, test } from 'vitest';
import { boxSurface, sphereSurface } from '../../../src/geometry/primitives/surfaces.ts';
import { orientedTriangles } from '../../../src/geometry/surfaceQuery/orientedTriangles.ts';
import { createSurfaceQuery } from '../../../src/geometry/surfaceQuery/SurfaceQuery.ts';
import { isBalanced } from '../../../src/geometry/surfaceQuery/triangleEdges.ts';
import type { TriMesh } from '../../../src/geometry/TriMesh.ts';
import { boundaryLoops, closeHoles } from '../../../src/meshing/closeHoles.ts';

/** The triangles whose centroid passes a test. */
function part(mesh: TriMesh, keep: (x: number, y: number, z: number) => boolean): TriMesh {
  const kept: number[] = [];
  for (let t = 0; t < mesh.triangles.length; t += 3) {
    const corners = [...mesh.triangles.subarray(t, t + 3)];
    const [x, y, z] = [0, 1, 2].map((axis) => corners.reduce((sum, v) => sum + mesh.positions[3 * v + axis] / 3, 0));
    if (keep(x, y, z)) kept.push(...corners);
  }
  return { positions: mesh.positions, triangles: Uint32Array.from(kept) };
}

describe('closing holes', () => {
  const sphere = orientedTriangles(sphereSurface(1, 48));

  test('a closed surface is returned as it is', () => {
    expect(boundaryLoops(sphere)).toHaveLength(0);
    expect(closeHoles(sphere)).toBe(sphere);
  });

  test('an open hemisphere gets one flat cap and a whole winding number', () => {
    const half = part(sphere, (_x, y) => y > 0);
    expect(boundaryLoops(half)).toHaveLength(1);
    const closed = closeHoles(half);
    expect(isBalanced(closed.triangles, closed.positions.length / 3)).toBe(true);
    expect(closed.triangles.subarray(0, half.triangles.length)).toEqual(half.triangles);
    const query = createSurfaceQuery(closed);
    expect(query.windingNumber(0.1, 0.3, 0.2)).toBeCloseTo(1, 1);
    expect(query.windingNumber(0.1, -0.3, 0.2)).toBeCloseTo(0, 1);
    expect(Math.abs(query.signedDistance(0, 0.05, 0) + 0.05)).toBeLessThan(0.03);
  });

  test('two holes and a missing triangle are closed one by one', () => {
    const holed = part(sphere, (x, y) => Math.abs(y) < 0.8 && x < 0.95);
    expect(boundaryLoops(holed)).toHaveLength(3);
    const closed = closeHoles(holed);
    expect(boundaryLoops(closed)).toHaveLength(0);
    expect(createSurfaceQuery(closed).windingNumber(0, 0, 0)).toBeCloseTo(1, 1);
  });

  test('a box without a side is filled to that side', () => {
    const open = part(orientedTriangles(boxSurface([1, 1, 1], [3, 3, 3])), (_x, y) => y < 0.499);
    const query = createSurfaceQuery(closeHoles(open));
    expect(query.signedDistance(0, 0.45, 0)).toBeCloseTo(-0.05, 9);
    expect(query.signedDistance(0, 0.55, 0)).toBeCloseTo(0.05, 9);
  });
});

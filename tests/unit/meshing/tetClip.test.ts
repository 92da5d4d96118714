import { expect, test } from 'vitest';
import { quietJob } from '../../../src/base/job.ts';
import { boxSurface, sphereSurface } from '../../../src/geometry/primitives/surfaces.ts';
import { createSurfaceQuery } from '../../../src/geometry/surfaceQuery/SurfaceQuery.ts';
import { orientedTriangles } from '../../../src/geometry/surfaceQuery/orientedTriangles.ts';
import type { TriMesh } from '../../../src/geometry/TriMesh.ts';
import { MaterialSide } from '../../../src/meshing/material/MaterialSide.ts';
import { TetClip } from '../../../src/meshing/material/TetClip.ts';
import { createRandom } from '../../support/random.ts';

/** Samples along an edge of the tetrahedron: parts are counted to about their inverse square. */
const SAMPLES = 20;

/** Integrals of the barycentric coordinates over the part of a tetrahedron that is inside, by counting. */
function counted(positions: Float64Array, query: ReturnType<typeof createSurfaceQuery>): number[] {
  const sums = [0, 0, 0, 0];
  let total = 0;
  for (let i = 0; i < SAMPLES; i++) {
    for (let j = 0; i + j < SAMPLES; j++) {
      for (let k = 0; i + j + k < SAMPLES; k++) {
        const b = [0, (i + 0.25) / SAMPLES, (j + 0.25) / SAMPLES, (k + 0.25) / SAMPLES];
        b[0] = 1 - b[1] - b[2] - b[3];
        const [x, y, z] = [0, 1, 2].map((axis) => b.reduce((sum, part, c) => sum + part * positions[3 * c + axis], 0));
        total++;
        if (query.windingNumber(x, y, z) > 0.5) b.forEach((part, c) => (sums[c] += part));
      }
    }
  }
  return sums.map((sum) => sum / total);
}

function clipped(positions: Float64Array, mesh: TriMesh): number[] {
  const query = createSurfaceQuery(mesh);
  const side = new MaterialSide(query, quietJob);
  const clip = new TetClip(side);
  clip.load(positions, [0, 1, 2, 3], [0, 0, 0]);
  for (let t = 0; t < mesh.triangles.length; t += 3) {
    clip.add(mesh.positions, mesh.triangles[t], mesh.triangles[t + 1], mesh.triangles[t + 2]);
  }
  const out = new Float64Array(4);
  clip.integrals(side.isInside(positions[6], positions[7], positions[8]) === 1, out);
  return [...out];
}

function join(...meshes: readonly TriMesh[]): TriMesh {
  let offset = 0;
  const triangles: number[] = [];
  for (const mesh of meshes) {
    triangles.push(...Array.from(mesh.triangles, (vertex) => vertex + offset));
    offset += mesh.positions.length / 3;
  }
  return {
    positions: Float64Array.from(meshes.flatMap(({ positions }) => [...positions])),
    triangles: Uint32Array.from(triangles),
  };
}

const ball = orientedTriangles(sphereSurface(0.7, 24));
const box = orientedTriangles(boxSurface([1, 0.8, 0.5], [1, 1, 1]));
const moved = (mesh: TriMesh, x: number): TriMesh => ({
  ...mesh,
  positions: mesh.positions.map((at, k) => (k % 3 === 0 ? at + x : at)),
});

test.each([
  ['a ball', ball, 0.03],
  ['a box', box, 0.03],
  // Buried parts of shells that cross bound nothing; where they cross, a triangle counts by its middle.
  ['two balls that cross', join(ball, moved(ball, 0.4)), 0.08],
  ['a ball in a ball', join(ball, { ...ball, positions: ball.positions.map((at) => 0.6 * at) }), 0.03],
] as const)(
  'the part of a tetrahedron inside %s, and its centroid, are what counting points gives',
  (_, mesh, tolerance) => {
    const random = createRandom(7);
    const query = createSurfaceQuery(mesh);
    let cut = 0;
    for (let trial = 0; trial < 24; trial++) {
      const positions = Float64Array.from({ length: 12 }, () => 2 * random() - 1);
      const e = (corner: number, axis: number) => positions[3 * corner + axis] - positions[axis];
      const six =
        e(1, 0) * (e(2, 1) * e(3, 2) - e(2, 2) * e(3, 1)) +
        e(1, 1) * (e(2, 2) * e(3, 0) - e(2, 0) * e(3, 2)) +
        e(1, 2) * (e(2, 0) * e(3, 1) - e(2, 1) * e(3, 0));
      if (six < 0) positions.set([...positions.subarray(6, 9), ...positions.subarray(3, 6)], 3);
      const expected = counted(positions, query);
      const found = clipped(positions, mesh);
      const share = found.reduce((sum, value) => sum + value, 0);
      if (share > 0.01 && share < 0.99) cut++;
      for (let k = 0; k < 4; k++) expect(Math.abs(found[k] - expected[k])).toBeLessThan(tolerance);
    }
    expect(cut).toBeGreaterThan(12);
  },
);

test('tetrahedra that fill a region find exactly what the surface encloses in it', () => {
  // The six tetrahedra of a cube about the ball.
  const corners = Float64Array.from({ length: 24 }, (_, k) =>
    ((Math.floor(k / 3) >> (k % 3)) & 1) === 1 ? 1.013 : -0.917,
  );
  const tets = [0, 1, 3, 7, 0, 3, 2, 7, 0, 2, 6, 7, 0, 6, 4, 7, 0, 4, 5, 7, 0, 5, 1, 7];
  let sum = 0;
  for (let t = 0; t < tets.length; t += 4) {
    const positions = Float64Array.from(tets.slice(t, t + 4).flatMap((v) => [...corners.subarray(3 * v, 3 * v + 3)]));
    sum += clipped(positions, ball).reduce((total, value) => total + value, 0) * (1.93 ** 3 / 6);
  }
  let enclosed = 0;
  for (let t = 0; t < ball.triangles.length; t += 3) {
    const [a, b, c] = [0, 1, 2].map((k) =>
      ball.positions.subarray(3 * ball.triangles[t + k], 3 * ball.triangles[t + k] + 3),
    );
    enclosed +=
      (a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0])) /
      6;
  }
  expect(Math.abs(sum / enclosed - 1)).toBeLessThan(1e-12);
});

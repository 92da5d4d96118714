import { expect, test } from 'vitest';
import { boxSurface, sphereSurface, torusSurface } from '../../../src/geometry/primitives/surfaces.ts';
import {
  centralSecondMoments,
  enclosedMoments,
  movedMoments,
  pointMoments,
} from '../../../src/geometry/solidMoments.ts';
import type { SurfaceMesh } from '../../../src/geometry/TriMesh.ts';
import { triangulate } from '../../../src/geometry/triangulate.ts';

const [a, b, c] = [1, 0.6, 0.8];
const { mesh } = triangulate(boxSurface([a, b, c], [1, 1, 1]));
const volume = a * b * c;
const second = [a, b, c].map((side) => (volume * side * side) / 12);

test('moments of a box are its closed forms, wherever it is', () => {
  const moments = enclosedMoments(mesh.positions, mesh.triangles);
  const expected = [volume, 0, 0, 0, ...second, 0, 0, 0];
  expected.forEach((value, k) => expect(moments[k]).toBeCloseTo(value, 14));
  const far = mesh.positions.map((x, k) => x + [100, -50, 30][k % 3]);
  const there = enclosedMoments(far, mesh.triangles);
  expect(there[1]).toBeCloseTo(100 * volume, 10);
  centralSecondMoments(there).forEach((value, k) => expect(value).toBeCloseTo([...second, 0, 0, 0][k], 9));
});

test('moments of a ball and a torus of many triangles are near their closed forms', () => {
  const momentsOf = (surface: SurfaceMesh) => {
    const { positions, triangles } = triangulate(surface).mesh;
    return enclosedMoments(positions, triangles);
  };
  const ball = momentsOf(sphereSurface(1, 192));
  expect(Math.abs(ball[0] / ((4 / 3) * Math.PI) - 1)).toBeLessThan(1e-3);
  for (let axis = 0; axis < 3; axis++) expect(Math.abs(ball[4 + axis] / ((4 / 15) * Math.PI) - 1)).toBeLessThan(1e-3);
  const [R, r] = [0.5, 0.2];
  const torus = momentsOf(torusSurface(R, r, 192, 96));
  const torusVolume = 2 * Math.PI ** 2 * R * r * r;
  expect(Math.abs(torus[0] / torusVolume - 1)).toBeLessThan(2e-3);
  const [across, along] = [torusVolume * (0.5 * R * R + (3 / 8) * r * r), (torusVolume * r * r) / 4];
  [across, along, across].forEach((value, axis) => expect(Math.abs(torus[4 + axis] / value - 1)).toBeLessThan(3e-3));
});

test('moments move as their points do', () => {
  const [cosine, sine] = [Math.cos(0.7), Math.sin(0.7)];
  const rotation = [cosine, -sine, 0, sine, cosine, 0, 0, 0, 1];
  const shift = [0.3, -2, 5];
  const positions = Float64Array.from({ length: 15 }, (_, k) => Math.sin(3 * k) + k / 7);
  const masses = Float64Array.of(1, 2, 0.5, 3, 0.1);
  const moved = positions.map((_, k) => {
    const [row, at] = [k % 3, k - (k % 3)];
    return shift[row] + [0, 1, 2].reduce((sum, axis) => sum + rotation[3 * row + axis] * positions[at + axis], 0);
  });
  const expected = pointMoments(moved, masses);
  movedMoments(pointMoments(positions, masses), rotation, shift).forEach((value, k) =>
    expect(value).toBeCloseTo(expected[k], 10),
  );
});

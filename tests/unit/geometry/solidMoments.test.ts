import { expect, test } from 'vitest';
import { boxSurface } from '../../../src/geometry/primitives/surfaces.ts';
import {
  centralSecondMoments,
  enclosedMoments,
  movedMoments,
  pointMoments,
} from '../../../src/geometry/solidMoments.ts';
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

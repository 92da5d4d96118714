import { expect, test } from 'vitest';
import type { TriMesh } from '../../../src/geometry/TriMesh.ts';
import { rotationFromQuaternion } from '../../../src/math/quaternions.ts';
import { ContactShape } from '../../../src/rigid/ContactShape.ts';
import {
  capsuleMoments,
  massProperties,
  volumeMoments,
  type MassProperties,
} from '../../../src/rigid/massProperties.ts';
import { boxOf, shapeOf } from '../../support/rigidWorld.ts';

/** Inertia tensor in the frame of the shape, by rows. */
function inertiaOf({ moments, axes }: MassProperties): number[] {
  const r = new Float64Array(9);
  rotationFromQuaternion(axes, r);
  return [0, 1, 2].flatMap((i) =>
    [0, 1, 2].map((j) => [0, 1, 2].reduce((sum, k) => sum + r[3 * i + k] * moments[k] * r[3 * j + k], 0)),
  );
}

function movedBy({ positions, triangles }: TriMesh, shift: readonly number[]): TriMesh {
  return { positions: positions.map((value, k) => value + shift[k % 3]), triangles };
}

test('a box has the mass, the centre and the inertia of its edges, also a kilometre from the origin', () => {
  const [a, b, c] = [0.4, 0.7, 1.1];
  for (const shift of [
    [0, 0, 0],
    [1000, -500, 700],
  ]) {
    const found = massProperties(volumeMoments(movedBy(boxOf(a, b, c).display(), shift)), 3);
    expect(found.volume).toBeCloseTo(a * b * c, 11);
    found.centre.forEach((value, axis) => expect(value).toBeCloseTo(shift[axis], 9));
    const expected = [b * b + c * c, 0, 0, 0, a * a + c * c, 0, 0, 0, a * a + b * b].map((value) => (3 / 12) * value);
    inertiaOf(found).forEach((value, k) => expect(Math.abs(value - expected[k])).toBeLessThan(1e-11));
  }
});

test('a tetrahedron has the moments of its corners: S = V (sum x x^T + 16 c c^T) / 20 about the origin', () => {
  const corners = [
    [0.1, 0, 0.2],
    [1, 0.1, 0],
    [0, 0.9, 0.1],
    [0.2, 0.1, 0.8],
  ];
  const mesh = {
    positions: Float64Array.from(corners.flat()),
    triangles: Uint32Array.of(0, 2, 1, 0, 1, 3, 1, 2, 3, 0, 3, 2),
  };
  const { volume, centre, second } = volumeMoments(mesh);
  const mean = [0, 1, 2].map((axis) => corners.reduce((sum, x) => sum + x[axis] / 4, 0));
  mean.forEach((value, axis) => expect(centre[axis]).toBeCloseTo(value, 14));
  for (let i = 0, packed = 0; i < 3; i++) {
    for (let j = i; j < 3; j++, packed++) {
      const about = corners.reduce((sum, x) => sum + (x[i] - mean[i]) * (x[j] - mean[j]), 0);
      expect(second[packed]).toBeCloseTo((volume * about) / 20, 14);
    }
  }
});

test('a capsule has the moments of its formula, which its displayed triangles come near to', () => {
  const exact = capsuleMoments(0.25, 1);
  const shown = volumeMoments(shapeOf('capsule', { radius: 0.25, length: 1 }).display());
  expect(shown.volume / exact.volume).toBeCloseTo(1, 2);
  for (const k of [0, 3, 5]) expect(Math.abs(shown.second[k] / exact.second[k] - 1)).toBeLessThan(0.01);
  const ball = massProperties(capsuleMoments(0.5, 0), 2);
  ball.moments.forEach((moment) => expect(moment).toBeCloseTo(0.4 * 2 * 0.25, 14));
});

test('refuses a surface that encloses nothing', () => {
  const { positions, triangles } = boxOf(1).display();
  expect(() => volumeMoments({ positions, triangles: triangles.slice().reverse() })).toThrow(/encloses no volume/);
});

test('finds the polyhedron that a convex shape is, and none in a shape with a hollow', () => {
  const { hull } = new ContactShape(boxOf(1, 2, 3));
  expect(hull?.offsets.length).toBe(6);
  expect(hull?.vertices.length).toBe(24);
  expect(hull?.edgeDirections.length).toBe(12);
  expect(hull?.directions.length).toBe(9);
  for (const type of ['torus', 'cup', 'stairs', 'sphere']) expect(new ContactShape(shapeOf(type)).hull).toBeUndefined();
});

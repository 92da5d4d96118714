import { expect, test } from 'vitest';
import { manifoldReport } from '../../../src/geometry/manifoldReport.ts';
import { boxTets, regularTet } from '../../../src/geometry/primitives/boxTets.ts';
import { dinosaurSurface } from '../../../src/geometry/primitives/dinosaur.ts';
import { DINOSAUR_SIZE } from '../../../src/geometry/primitives/dinosaurSize.ts';
import { handleSize, handleTets } from '../../../src/geometry/primitives/handleTets.ts';
import { hollowSphereTets } from '../../../src/geometry/primitives/hollowSphereTets.ts';
import { rabbitSurface } from '../../../src/geometry/primitives/rabbit.ts';
import { boxSurface, cylinderSurface, sphereSurface, torusSurface } from '../../../src/geometry/primitives/surfaces.ts';
import type { SurfaceMesh } from '../../../src/geometry/TriMesh.ts';
import { volumeBoundary } from '../../../src/geometry/volumeBoundary.ts';
import type { TetMesh } from '../../../src/geometry/TetMesh.ts';
import { extent } from '../../support/rigidDistance.ts';

/** Volume enclosed by polygons split into fans, positive when they look outward. */
function enclosedVolume(mesh: SurfaceMesh): number {
  const { positions: x, faceOffsets, faceVertices } = mesh;
  let sum = 0;
  for (let face = 0; face + 1 < faceOffsets.length; face++) {
    const a = 3 * faceVertices[faceOffsets[face]];
    for (let corner = faceOffsets[face] + 1; corner + 1 < faceOffsets[face + 1]; corner++) {
      const b = 3 * faceVertices[corner];
      const c = 3 * faceVertices[corner + 1];
      sum +=
        x[a] * (x[b + 1] * x[c + 2] - x[b + 2] * x[c + 1]) +
        x[a + 1] * (x[b + 2] * x[c] - x[b] * x[c + 2]) +
        x[a + 2] * (x[b] * x[c + 1] - x[b + 1] * x[c]);
    }
  }
  return sum / 6;
}

/** Every directed edge must be matched by exactly one opposite edge. */
function isClosed(mesh: SurfaceMesh): boolean {
  const balance = new Map<string, number>();
  for (let face = 0; face + 1 < mesh.faceOffsets.length; face++) {
    const corners = [...mesh.faceVertices.subarray(mesh.faceOffsets[face], mesh.faceOffsets[face + 1])];
    corners.forEach((from, index) => {
      const to = corners[(index + 1) % corners.length];
      const key = from < to ? `${from} ${to}` : `${to} ${from}`;
      balance.set(key, (balance.get(key) ?? 0) + (from < to ? 1 : -1));
    });
  }
  return [...balance.values()].every((value) => value === 0);
}

function tetVolumes({ positions: x, tets }: TetMesh): number[] {
  return Array.from({ length: tets.length / 4 }, (_, tet) => {
    const [a, b, c, d] = [0, 1, 2, 3].map((k) => 3 * tets[4 * tet + k]);
    const e = [b, c, d].map((v) => [x[v] - x[a], x[v + 1] - x[a + 1], x[v + 2] - x[a + 2]]);
    return (
      (e[0][0] * (e[1][1] * e[2][2] - e[1][2] * e[2][1]) -
        e[0][1] * (e[1][0] * e[2][2] - e[1][2] * e[2][0]) +
        e[0][2] * (e[1][0] * e[2][1] - e[1][1] * e[2][0])) /
      6
    );
  });
}

test('surfaces are closed, look outward and approach the exact volume', () => {
  const torus = torusSurface(0.5, 0.2, 192, 96);
  expect(isClosed(torus)).toBe(true);
  expect(enclosedVolume(torus) / (2 * Math.PI ** 2 * 0.5 * 0.2 ** 2)).toBeCloseTo(1, 2);
  const sphere = sphereSurface(0.3, 128);
  expect(isClosed(sphere)).toBe(true);
  expect(enclosedVolume(sphere) / ((4 / 3) * Math.PI * 0.3 ** 3)).toBeCloseTo(1, 2);
  const cylinder = cylinderSurface(0.3, 0.8, 96);
  expect(isClosed(cylinder)).toBe(true);
  expect(enclosedVolume(cylinder) / (Math.PI * 0.3 ** 2 * 0.8)).toBeCloseTo(1, 2);
  const box = boxSurface([1, 2, 3], [2, 3, 4]);
  expect(isClosed(box)).toBe(true);
  expect(enclosedVolume(box)).toBeCloseTo(6, 12);
  expect(box.positions.length / 3).toBe(3 * 4 * 5 - 1 * 2 * 3);
});

test('a box of Kuhn tetrahedra fills the box with positive elements', () => {
  const volumes = tetVolumes(boxTets([1, 2, 3], [2, 3, 4]));
  expect(volumes).toHaveLength(6 * 24);
  for (const volume of volumes) expect(volume).toBeCloseTo(6 / 144, 12);
});

test('the regular tetrahedron has its volume and is centred on the origin', () => {
  const mesh = regularTet(0.4);
  expect(tetVolumes(mesh)[0]).toBeCloseTo(0.4 ** 3 / (6 * Math.SQRT2), 14);
  for (let axis = 0; axis < 3; axis++) {
    let sum = 0;
    for (let k = axis; k < 12; k += 3) sum += mesh.positions[k];
    expect(sum).toBeCloseTo(0, 14);
  }
});

test('a hollow sphere has positive tetrahedra that fill its wall, and two closed surfaces', () => {
  const mesh = hollowSphereTets(0.2, 0.05, 48, 2);
  const volumes = tetVolumes(mesh);
  expect(Math.min(...volumes)).toBeGreaterThan(0);
  const wall = (4 / 3) * Math.PI * (0.2 ** 3 - 0.15 ** 3);
  expect(volumes.reduce((sum, volume) => sum + volume, 0) / wall).toBeCloseTo(1, 1);
  const { faceVertices, crowdedFaces } = volumeBoundary(mesh.tets, 4);
  expect(crowdedFaces).toBe(0);
  // Twelve quads along a side of six patches, two triangles each, inside and outside.
  expect(faceVertices.length / 3).toBe(2 * 2 * 6 * 12 * 12);
});

test('a handle has positive tetrahedra that fill its crossbar and its stem, in its box about the origin', () => {
  const handle = { thickness: 0.1, arm: 2, stem: 3, cells: 2 };
  const mesh = handleTets(handle);
  const volumes = tetVolumes(mesh);
  expect(Math.min(...volumes)).toBeGreaterThan(0);
  expect(volumes.reduce((sum, volume) => sum + volume, 0)).toBeCloseTo(8 * 0.1 ** 3, 12);
  handleSize(handle).forEach((size, axis) => {
    const { min, max } = extent(mesh.positions, axis);
    expect(max).toBeCloseTo(size / 2, 12);
    expect(min).toBeCloseTo(-size / 2, 12);
  });
  expect(volumeBoundary(mesh.tets, 4).faceVertices.length / 3).toBe(2 * (8 * 4 + 2) * 4);
});

test('the toy dinosaur is closed, looks outward and has its size', () => {
  const toy = dinosaurSurface(0.5);
  expect(isClosed(toy)).toBe(true);
  const [length, height, width] = DINOSAUR_SIZE.map((size) => (0.5 * size) / DINOSAUR_SIZE[0]);
  expect(enclosedVolume(toy)).toBeGreaterThan(0.1 * length * height * width);
  expect(enclosedVolume(toy)).toBeLessThan(0.4 * length * height * width);
  for (let v = 0; v < toy.positions.length; v += 3) {
    expect(Math.abs(toy.positions[v])).toBeLessThan(length / 2 + 1e-9);
  }
});

test('the rabbit is one closed piece, looks outward, stands on its feet and looks to the left', () => {
  const rabbit = rabbitSurface(2);
  const { positions, faceVertices } = rabbit;
  const report = manifoldReport(faceVertices, positions.length / 3);
  expect(report).toMatchObject({ manifold: true, components: 1, eulerCharacteristic: 2 });
  expect(enclosedVolume(rabbit)).toBeGreaterThan(0.5);
  const [x, y] = [0, 1].map((axis) => extent(positions, axis));
  expect(y).toEqual({ min: 0, max: 2 });
  expect(x.max - x.min).toBeCloseTo(1.92, 1);
  // The head is what is high and to the left, where the grip of the torn scan holds it.
  const high = positions.filter((value, k) => k % 3 === 0 && positions[k + 1] > 1.1 && value > 0.3);
  expect(high).toHaveLength(0);
});

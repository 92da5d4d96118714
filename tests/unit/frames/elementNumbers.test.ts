import { describe, expect, test } from 'vitest';
import {
  averageToVertices,
  elementDeterminants,
  elementMeans,
  elementQualities,
  greatestToVertices,
  invertedElements,
  vertexSpeeds,
  volumeChanges,
  type ElementMesh,
} from '../../../src/frames/derived/elementNumbers.ts';
import { regularTet } from '../../../src/geometry/primitives/boxTets.ts';
import { mixedBox } from '../../support/bodies.ts';
import { freudenthalBox, hexBox } from '../../support/freudenthalBox.ts';

/** F of an affine map with det 1.5 * 0.8 * 1.1 (shear adds nothing). */
const affine = (x: number, y: number, z: number): number[] => [1.5 * x + 0.3 * y, 0.8 * y - 0.2 * z, 1.1 * z];
const J = 1.5 * 0.8 * 1.1;

function mapped(positions: Float64Array, map: (x: number, y: number, z: number) => number[]): Float64Array {
  const out = new Float64Array(positions.length);
  for (let k = 0; k < out.length; k += 3) out.set(map(positions[k], positions[k + 1], positions[k + 2]), k);
  return out;
}

const tets = freudenthalBox(2, 3, 2, 0.1);
const hexes = hexBox(2, 2, 3, 0.1);
const mixed = mixedBox([3, 2, 2], [0.3, 0.2, 0.2]);
const meshes: [string, ElementMesh, Float64Array][] = [
  ['tetrahedra', { size: 4, elements: tets.tets }, tets.positions],
  ['hexahedra', { size: 8, elements: hexes.hexes }, hexes.positions],
  ['mixed shapes', { size: 8, elements: mixed.elements }, mixed.restPositions],
];

describe.each(meshes)('%s', (_name, mesh, rest) => {
  const count = mesh.elements.length / mesh.size;
  const determinants = new Float32Array(count);
  elementDeterminants(mesh, rest, determinants);

  test('have the volume change of an affine map, exactly the same everywhere', () => {
    const changes = new Float32Array(count);
    volumeChanges(mesh, determinants, mapped(rest, affine), changes);
    for (const change of changes) expect(change).toBeCloseTo(J - 1, 5);
    volumeChanges(mesh, determinants, rest, changes);
    for (const change of changes) expect(change).toBeCloseTo(0, 6);
  });

  test('turned inside out by a mirror are marked, with J = -1', () => {
    const mirrored = mapped(rest, (x, y, z) => [-x, y, z]);
    const out = new Float32Array(count);
    invertedElements(mesh, mirrored, out);
    expect([...out].every((value) => value === 1)).toBe(true);
    volumeChanges(mesh, determinants, mirrored, out);
    for (const change of out) expect(change).toBeCloseTo(-2, 5);
    invertedElements(mesh, rest, out);
    expect([...out].every((value) => value === 0)).toBe(true);
    elementQualities(mesh, mirrored, out);
    expect(Math.max(...out)).toBeLessThan(0);
  });

  test('have a quality that does not depend on size, place and turn', () => {
    const before = new Float32Array(count);
    elementQualities(mesh, rest, before);
    const after = new Float32Array(count);
    const [c, s] = [Math.cos(0.7), Math.sin(0.7)];
    elementQualities(
      mesh,
      mapped(rest, (x, y, z) => [7 + 3 * (c * x - s * y), 3 * (s * x + c * y) - 2, 3 * z]),
      after,
    );
    for (let e = 0; e < count; e++) expect(after[e]).toBeCloseTo(before[e], 4);
  });

  test('that collapse to a point have quality 0', () => {
    const out = new Float32Array(count);
    elementQualities(mesh, new Float64Array(rest.length), out);
    expect([...out].every((value) => value === 0)).toBe(true);
  });

  test('hand a constant to their vertices unchanged', () => {
    const vertexCount = rest.length / 3;
    const sums = new Float32Array(vertexCount);
    mesh.elements.forEach((vertex, k) => (sums[vertex] += determinants[Math.floor(k / mesh.size)]));
    const out = new Float32Array(vertexCount);
    averageToVertices(mesh, new Float32Array(count).fill(3.5), determinants, sums, out);
    for (const value of out) expect(value).toBeCloseTo(3.5, 5);
    const means = new Float32Array(count);
    elementMeans(mesh, out, means);
    for (const value of means) expect(value).toBeCloseTo(3.5, 5);
  });
});

test('a regular tetrahedron has quality 1', () => {
  const { positions, tets: elements } = regularTet(0.37);
  const out = new Float32Array(1);
  elementQualities({ size: 4, elements }, positions, out);
  expect(out[0]).toBeCloseTo(1, 6);
});

test('a cube has quality 1', () => {
  const positions = Float64Array.from({ length: 24 }, (_, k) => (Math.floor(k / 3) >> (k % 3)) & 1);
  const out = new Float32Array(1);
  elementQualities({ size: 8, elements: Uint32Array.of(0, 1, 2, 3, 4, 5, 6, 7) }, positions, out);
  expect(out[0]).toBeCloseTo(1, 6);
});

test('one marked element marks all of its vertices fully', () => {
  const mesh: ElementMesh = { size: 4, elements: Uint32Array.of(0, 1, 2, 3, 1, 2, 3, 4) };
  const out = new Float32Array(5);
  greatestToVertices(mesh, [0, 1], out);
  expect([...out]).toEqual([0, 1, 1, 1, 1]);
});

test('speed is the length of the velocity', () => {
  const out = new Float32Array(2);
  vertexSpeeds([3, 4, 0, 0, 0, -2], out);
  expect([...out]).toEqual([5, 2]);
});

import { expect, it } from 'vitest';
import { hexDihedrals, tetDihedrals } from '../../../src/geometry/dihedralAngles.ts';
import { boxHexes } from '../../../src/geometry/primitives/boxHexes.ts';
import { boxTets, regularTet } from '../../../src/geometry/primitives/boxTets.ts';
import { meshQuality } from '../../../src/geometry/tetQuality.ts';

it('of a regular tetrahedron are acos(1/3)', () => {
  const out = new Float64Array(6);
  tetDihedrals(regularTet(2).positions, 0, 1, 2, 3, out);
  for (const angle of out) expect(angle).toBeCloseTo((Math.acos(1 / 3) * 180) / Math.PI, 10);
});

it('of a corner of a cube are three right angles and three of acos(1 / sqrt 3)', () => {
  const out = new Float64Array(6);
  tetDihedrals(Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1), 0, 1, 2, 3, out);
  const slanted = (Math.acos(1 / Math.sqrt(3)) * 180) / Math.PI;
  const expected = [slanted, slanted, slanted, 90, 90, 90];
  [...out].sort((a, b) => a - b).forEach((angle, k) => expect(angle).toBeCloseTo(expected[k], 10));
});

it('reach from the smallest to the largest that the quality report tells', () => {
  const mesh = boxTets([1, 2, 3], [2, 3, 2]);
  const out = new Float64Array(6);
  const all: number[] = [];
  for (let t = 0; t < mesh.tets.length; t += 4) {
    const [a, b, c, d] = mesh.tets.subarray(t, t + 4);
    tetDihedrals(mesh.positions, a, b, c, d, out);
    all.push(...out);
  }
  const { minDihedral, maxDihedral } = meshQuality(mesh);
  expect(Math.min(...all)).toBeCloseTo(minDihedral, 9);
  expect(Math.max(...all)).toBeCloseTo(maxDihedral, 9);
});

it('of flat tetrahedra are numbers', () => {
  const out = new Float64Array(6);
  tetDihedrals(new Float64Array(12), 0, 1, 2, 3, out);
  expect([...out]).toEqual([0, 0, 0, 0, 0, 0]);
});

it('of a box of hexahedra are right angles', () => {
  const out = new Float64Array(24);
  hexDihedrals(boxHexes([1, 2, 3], [1, 1, 1]), 0, out);
  for (const angle of out) expect(angle).toBeCloseTo(90, 10);
});

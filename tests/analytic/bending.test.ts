import { describe, expect, test } from 'vitest';
import { expectedStiffness } from '../../src/geometry/elements/expectedStiffness.ts';
import { beam, meshedBeam, relativeDroop, relativeTorsion } from '../support/beams.ts';

/** `npm run bench -- table bending` prints all of it. */
describe('a cantilever 20 times as long as high', () => {
  // Of quadratic tetrahedra, Euler and Bernoulli's beam is met but for its shear, +.2 %, and for the clamp.
  test.each([
    [1, 0, 0.03],
    [1, 0.3, 0.03],
    [1, 0.45, 0.07],
    [2, 0, 0.01],
    [2, 0.3, 0.01],
    [2, 0.45, 0.03],
  ])("of quadratic tetrahedra, %i across, droops as a beam does at a Poisson's ratio of %f", (across, ratio, most) => {
    expect(Math.abs(relativeDroop(beam('tet10', across, 20), ratio) - 1)).toBeLessThan(most);
  });

  test('of linear elements is too stiff, as the table says that is shown to artists', () => {
    for (const [element, across, ratio] of [
      ['tet', 1, 0.3],
      ['tet', 2, 0.45],
      ['hex', 1, 0],
      ['hex', 2, 0.3],
      ['tet10', 1, 0.45],
    ] as const) {
      const stiffness = 1 / relativeDroop(beam(element, across, 20), ratio);
      expect(expectedStiffness(element, across, ratio) / stiffness).toBeCloseTo(1, 1);
    }
  });

  test('of hexahedra, prisms and pyramids loses two thirds of what it is too stiff by with cells half as large', () => {
    const excess = [1, 2].map((across) => 1 / relativeDroop(beam('mixed', across, 20), 0.3) - 1);
    expect(excess[1]).toBeGreaterThan(0);
    expect(excess[0] / excess[1]).toBeGreaterThan(3);
  });
});

describe('a bar of square section', () => {
  test('of quadratic tetrahedra twists as Saint-Venant says: a hundredth of the error of linear ones', () => {
    const [linear, quadratic] = (['tet', 'tet10'] as const).map((element) => relativeTorsion(beam(element, 2, 8), 0.3));
    expect(linear).toBeGreaterThan(2);
    expect(Math.abs(quadratic - 1)).toBeLessThan(0.04);
  });

  test('that a mesher fills with quadratic elements, two across, droops and twists within 2 %; with linear ones, six across, within 3 %', async () => {
    const quadratic = await meshedBeam('graded-stuffing', 2, 10, 2);
    expect(Math.abs(relativeDroop(quadratic, 0.3) - 1)).toBeLessThan(0.02);
    expect(Math.abs(relativeTorsion(quadratic, 0.3) - 1)).toBeLessThan(0.02);
    const linear = await meshedBeam('graded-stuffing', 6, 10, 1);
    expect(Math.abs(relativeDroop(linear, 0.3) - 1)).toBeLessThan(0.03);
  });
});

describe('the stiffness that artists are told', () => {
  test('falls with the number across and is never below that of a beam', () => {
    for (const kind of ['tet', 'lattice', 'hex', 'tet10'] as const) {
      let before = Infinity;
      for (const across of [0.5, 1, 1.7, 2, 3, 4, 7, 16, 100]) {
        const stiffness = expectedStiffness(kind, across, 0.4);
        expect(stiffness).toBeGreaterThanOrEqual(1);
        expect(stiffness).toBeLessThanOrEqual(before);
        before = stiffness;
      }
      expect(expectedStiffness(kind, Infinity, 0.4)).toBe(1);
    }
  });
});

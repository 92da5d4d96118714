import { expect, test } from 'vitest';
import { MinimalResidual } from '../../../src/math/minimalResidual.ts';
import { SeededRandom } from '../../support/random.ts';

/** Q diag(values) Q^T with a Householder reflection Q, so that the eigenvalues are known. */
function symmetric(values: readonly number[], seed: string) {
  const n = values.length;
  const random = new SeededRandom(seed);
  const u = values.map(() => random.uint32() / 2 ** 31 - 1);
  const square = u.reduce((sum, x) => sum + x * x, 0);
  const reflect = (x: ArrayLike<number>) => {
    const along = (2 / square) * u.reduce((sum, value, i) => sum + value * x[i], 0);
    return u.map((value, i) => x[i] - along * value);
  };
  return {
    reflect,
    multiply: (x: Float64Array, out: Float64Array) =>
      out.set(reflect(Float64Array.from(reflect(x), (value, i) => values[i] * value))),
    n,
  };
}

test('an indefinite system is solved in as many iterations as it has unknowns', () => {
  const system = symmetric([3, -2, 1, 0.5, -7, 4], 'indefinite');
  const expected = Float64Array.of(1, -2, 3, 0.5, 2, -1);
  const b = new Float64Array(6);
  system.multiply(expected, b);
  const solver = new MinimalResidual(6);
  const x = new Float64Array(6);
  solver.solve(system, b, { relative: 1e-12, absolute: 0, maxIterations: 20 }, x);
  expect(solver.iterations).toBeLessThanOrEqual(6);
  x.forEach((value, i) => expect(value).toBeCloseTo(expected[i], 10));
});

test('of a singular system with a right-hand side out of reach it gives the least residual and ends', () => {
  const system = symmetric([2, 1, 5, 0], 'singular');
  const inRange = system.reflect([1, 1, 1, 0]);
  const outside = system.reflect([0, 0, 0, 3]);
  const b = Float64Array.from(inRange, (value, i) => value + outside[i]);
  const solver = new MinimalResidual(4);
  const x = new Float64Array(4);
  solver.solve(system, b, { relative: 1e-12, absolute: 0, maxIterations: 50 }, x);
  const image = new Float64Array(4);
  system.multiply(x, image);
  const rest = system.reflect(b.map((value, i) => value - image[i]));
  expect(Math.hypot(...rest.slice(0, 3))).toBeLessThan(1e-9);
  expect(rest[3]).toBeCloseTo(3, 9);
});

test('a residual below the absolute goal costs no iteration', () => {
  const system = symmetric([1, 2, 3], 'small');
  const solver = new MinimalResidual(3);
  const x = new Float64Array(3);
  solver.solve(system, Float64Array.of(1e-9, 0, 0), { relative: 1e-6, absolute: 1e-8, maxIterations: 9 }, x);
  expect(solver.iterations).toBe(0);
  expect([...x]).toEqual([0, 0, 0]);
});

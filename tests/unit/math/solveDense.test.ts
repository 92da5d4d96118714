import { expect, test } from 'vitest';
import { solveDense } from '../../../src/math/solveDense.ts';
import { createRandom } from '../../support/random.ts';

test('solves systems whose first pivot is zero, and random ones', () => {
  expect(solveDense(Float64Array.of(0, 2, 3, 1), Float64Array.of(4, 5))).toEqual(Float64Array.of(1, 2));
  const random = createRandom(3);
  const n = 9;
  const matrix = Float64Array.from({ length: n * n }, () => random() - 0.5);
  const solution = Float64Array.from({ length: n }, (_, k) => k - 4);
  const rhs = Float64Array.from({ length: n }, (_, row) =>
    solution.reduce((sum, value, k) => sum + matrix[n * row + k] * value, 0),
  );
  const found = solveDense(matrix, rhs)!;
  for (let k = 0; k < n; k++) expect(found[k]).toBeCloseTo(solution[k], 10);
});

test('tells a singular matrix', () => {
  expect(solveDense(Float64Array.of(1, 2, 2, 4), Float64Array.of(1, 2))).toBeUndefined();
});

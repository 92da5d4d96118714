import { expect, test } from 'vitest';
import { SparseRows } from '../../support/SparseRows.ts';
import { solveWithIncompleteLu } from '../../support/incompleteLu.ts';
import { thresholdLu } from '../../support/thresholdLu.ts';

/** A chain with a constraint at its end: indefinite. */
function saddle(count: number): SparseRows {
  const rows = Array.from({ length: count + 1 }, () => new Map<number, number>());
  for (let k = 0; k < count; k++) {
    rows[k].set(k, 2 + 0.01 * k);
    if (k + 1 < count) {
      rows[k].set(k + 1, -1);
      rows[k + 1].set(k, -1);
    }
  }
  rows[count].set(count, -0.5);
  rows[count].set(count - 1, 1);
  rows[count - 1].set(count, 1);
  return new SparseRows(rows, count + 1);
}

test('with all entries kept the factor is exact, with few it still preconditions', () => {
  const matrix = saddle(60);
  const x = Float64Array.from({ length: 61 }, (_, k) => Math.sin(k));
  const b = new Float64Array(61);
  matrix.multiply(x, b);
  const z = new Float64Array(61);
  thresholdLu(matrix, { drop: 0, fill: 60 }).precondition(b, z);
  z.forEach((value, k) => expect(value).toBeCloseTo(x[k], 9));
  const { precondition, entries } = thresholdLu(matrix, { drop: 1e-12, fill: 2 });
  expect(entries).toBeLessThan(4 * matrix.count);
  const solved = solveWithIncompleteLu(matrix, b, 1e-10, 100, precondition);
  expect(solved.converged).toBe(true);
  solved.x.forEach((value, k) => expect(value).toBeCloseTo(x[k], 6));
});

import type { SparseRows } from './SparseRows.ts';

const MAX_ROUNDS = 4;

/** Estimates |A|_1 |A^-1|_1 of a symmetric matrix from a few solves, from below and seldom far (Hager 1984; Higham 1988). */
export function estimateCondition(a: SparseRows, solve: (b: Float64Array) => Float64Array): number {
  const size = a.rowCount;
  let x = new Float64Array(size).fill(1 / size);
  let estimate = 0;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const y = solve(x);
    const norm = y.reduce((sum, value) => sum + Math.abs(value), 0);
    if (norm <= estimate) break;
    estimate = norm;
    const z = solve(y.map((value) => (value < 0 ? -1 : 1)));
    let largest = 0;
    z.forEach((value, i) => (largest = Math.abs(value) > Math.abs(z[largest]) ? i : largest));
    const gain = x.reduce((sum, value, i) => sum + value * z[i], 0);
    if (Math.abs(z[largest]) <= gain) break;
    x = new Float64Array(size);
    x[largest] = 1;
  }
  return columnNorm(a) * estimate;
}

/** Largest sum of the sizes in a column; of a row, as A is symmetric. */
function columnNorm(a: SparseRows): number {
  const sums = new Float64Array(a.rowCount);
  a.forEach((i, _, value) => (sums[i] += Math.abs(value)));
  return sums.reduce((most, sum) => Math.max(most, sum), 0);
}

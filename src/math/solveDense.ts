/** A pivot below this, over the largest entry, makes a matrix singular. */
const SINGULAR = 1e-12;

/** Returns x with A x = b by Gaussian elimination with row pivoting (Golub and Van Loan 2013, 3.4); undefined for a singular matrix. `matrix`: n x n, row-major; both arguments are overwritten. For a few rows. */
export function solveDense(matrix: Float64Array, rhs: Float64Array): Float64Array | undefined {
  const n = rhs.length;
  const least = SINGULAR * matrix.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  for (let column = 0; column < n; column++) {
    let pivot = column;
    for (let row = column + 1; row < n; row++) {
      if (Math.abs(matrix[n * row + column]) > Math.abs(matrix[n * pivot + column])) pivot = row;
    }
    if (!(Math.abs(matrix[n * pivot + column]) > least)) return undefined;
    swapRows(matrix, rhs, n, pivot, column);
    for (let row = column + 1; row < n; row++) {
      const factor = matrix[n * row + column] / matrix[n * column + column];
      for (let k = column; k < n; k++) matrix[n * row + k] -= factor * matrix[n * column + k];
      rhs[row] -= factor * rhs[column];
    }
  }
  for (let row = n - 1; row >= 0; row--) {
    for (let k = row + 1; k < n; k++) rhs[row] -= matrix[n * row + k] * rhs[k];
    rhs[row] /= matrix[n * row + row];
  }
  return rhs;
}

function swapRows(matrix: Float64Array, rhs: Float64Array, n: number, a: number, b: number): void {
  if (a === b) return;
  for (let k = 0; k < n; k++) {
    const entry = matrix[n * a + k];
    matrix[n * a + k] = matrix[n * b + k];
    matrix[n * b + k] = entry;
  }
  const value = rhs[a];
  rhs[a] = rhs[b];
  rhs[b] = value;
}

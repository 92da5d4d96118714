/** Pivots are not below this share of their diagonal entry: rows that say the same twice are solved as if they were slightly compliant. */
const LEAST_PIVOT = 1e-12;

/** Replaces the lower triangle of a symmetric positive definite n x n matrix, by rows of `stride` from a[at], by its Cholesky factor L with A = L L^T. */
export function factorCholesky(a: Float64Array, at: number, n: number, stride: number): void {
  for (let i = 0; i < n; i++) {
    const row = at + stride * i;
    for (let j = 0; j < i; j++) {
      const other = at + stride * j;
      let sum = a[row + j];
      for (let k = 0; k < j; k++) sum -= a[row + k] * a[other + k];
      a[row + j] = sum / a[other + j];
    }
    const diagonal = a[row + i];
    let pivot = diagonal;
    for (let k = 0; k < i; k++) pivot -= a[row + k] * a[row + k];
    a[row + i] = Math.sqrt(Math.max(pivot, LEAST_PIVOT * diagonal));
  }
}

/** Replaces x[from ...], n numbers, by A^-1 x, with the factor that `factorCholesky` made of A. */
export function solveCholesky(
  l: Float64Array,
  at: number,
  n: number,
  stride: number,
  x: Float64Array,
  from: number,
): void {
  for (let i = 0; i < n; i++) {
    const row = at + stride * i;
    let sum = x[from + i];
    for (let k = 0; k < i; k++) sum -= l[row + k] * x[from + k];
    x[from + i] = sum / l[row + i];
  }
  for (let i = n - 1; i >= 0; i--) {
    let sum = x[from + i];
    for (let k = i + 1; k < n; k++) sum -= l[at + stride * k + i] * x[from + k];
    x[from + i] = sum / l[at + stride * i + i];
  }
}

import type { SparseRows } from './SparseRows.ts';

/** Cosine between residual and shadow below which nothing is gained. */
const BROKEN = 1e-10;
/** Pivots are kept this far from 0, of the diagonal's largest entry. */
const LEAST_PIVOT = 1e-12;

/**
 * Solves A x = b for any A by BiCGSTAB (van der Vorst 1992) with ILU(0), or what `precondition` gives, begun anew from the residual where it breaks down;
 * gives x, the iterations, and whether |b - A x| <= tolerance |b|.
 */
export function solveWithIncompleteLu(
  a: SparseRows,
  b: Float64Array,
  tolerance: number,
  maxIterations: number,
  precondition: (r: Float64Array, z: Float64Array) => void = incompleteLu(a),
) {
  const size = b.length;
  const [x, p, v, y, z, t] = Array.from({ length: 6 }, () => new Float64Array(size));
  const r = b.slice();
  let shadow = b.slice();
  const goal = tolerance * Math.sqrt(dot(b, b));
  let [rho, alpha, omega] = [1, 1, 1];
  let iterations = 0;
  while (!(Math.sqrt(dot(r, r)) <= goal) && iterations < maxIterations) {
    let next = dot(shadow, r);
    if (Math.abs(next) < BROKEN * Math.sqrt(dot(shadow, shadow) * dot(r, r)) || omega === 0) {
      shadow = r.slice();
      next = dot(r, r);
      [rho, alpha, omega] = [1, 1, 1];
      p.fill(0);
      v.fill(0);
    }
    const beta = (next / rho) * (alpha / omega);
    for (let i = 0; i < size; i++) p[i] = r[i] + beta * (p[i] - omega * v[i]);
    precondition(p, y);
    a.multiply(y, v);
    alpha = next / dot(shadow, v);
    for (let i = 0; i < size; i++) r[i] -= alpha * v[i];
    precondition(r, z);
    a.multiply(z, t);
    const square = dot(t, t);
    omega = square === 0 ? 0 : dot(t, r) / square;
    for (let i = 0; i < size; i++) {
      x[i] += alpha * y[i] + omega * z[i];
      r[i] -= omega * t[i];
    }
    rho = next;
    iterations++;
  }
  return { x, iterations, converged: Math.sqrt(dot(r, r)) <= goal };
}

/** L U in the entries of A; gives z = (L U)^-1 r. */
function incompleteLu(a: SparseRows): (r: Float64Array, z: Float64Array) => void {
  const { rowStart, columns } = a;
  const size = a.rowCount;
  const values = a.values.slice();
  const diagonal = new Uint32Array(size);
  const places = new Int32Array(size).fill(-1);
  const least = LEAST_PIVOT * a.values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  for (let i = 0; i < size; i++) {
    for (let k = rowStart[i]; k < rowStart[i + 1]; k++) {
      places[columns[k]] = k;
      if (columns[k] === i) diagonal[i] = k;
    }
    for (let k = rowStart[i]; columns[k] < i; k++) {
      const row = columns[k];
      values[k] /= values[diagonal[row]];
      for (let n = diagonal[row] + 1; n < rowStart[row + 1]; n++) {
        if (places[columns[n]] >= 0) values[places[columns[n]]] -= values[k] * values[n];
      }
    }
    const pivot = values[diagonal[i]];
    if (Math.abs(pivot) < least) values[diagonal[i]] = pivot < 0 ? -least : least;
    for (let k = rowStart[i]; k < rowStart[i + 1]; k++) places[columns[k]] = -1;
  }
  return (r, z) => {
    for (let i = 0; i < size; i++) {
      let sum = r[i];
      for (let k = rowStart[i]; k < diagonal[i]; k++) sum -= values[k] * z[columns[k]];
      z[i] = sum;
    }
    for (let i = size - 1; i >= 0; i--) {
      for (let k = diagonal[i] + 1; k < rowStart[i + 1]; k++) z[i] -= values[k] * z[columns[k]];
      z[i] /= values[diagonal[i]];
    }
  };
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
}

import { describe, expect, test } from 'vitest';
import { BlockSparseMatrix } from '../../../src/math/BlockSparseMatrix.ts';
import {
  ConjugateGradientScratch,
  solveProjected,
  type ProjectedSystem,
} from '../../../src/math/projectedConjugateGradient.ts';
import { boxOfTets } from '../../support/bodies.ts';

describe('block sparse matrix', () => {
  test('multiplies like the dense matrix and joins exactly the vertices of an element', () => {
    const { elements, restPositions } = boxOfTets([2, 1, 1], [1, 1, 1]);
    const n = restPositions.length / 3;
    const matrix = new BlockSparseMatrix(n, elements, 4);
    const joined = new Set<string>();
    for (let t = 0; t < elements.length; t += 4) {
      for (let a = 0; a < 4; a++) for (let b = 0; b < 4; b++) joined.add(`${elements[t + a]},${elements[t + b]}`);
    }
    expect(matrix.columns.length).toBe(joined.size);
    const dense = Array.from({ length: 3 * n }, () => new Float64Array(3 * n));
    for (let row = 0; row < n; row++) {
      expect(matrix.columns[matrix.diagonal[row]]).toBe(row);
      for (let k = matrix.rowStart[row]; k < matrix.rowStart[row + 1]; k++) {
        expect(joined.has(`${row},${matrix.columns[k]}`)).toBe(true);
        expect(matrix.find(row, matrix.columns[k])).toBe(k);
        for (let i = 0; i < 9; i++) {
          matrix.blocks[9 * k + i] = Math.sin(9 * k + i);
          dense[3 * row + Math.floor(i / 3)][3 * matrix.columns[k] + (i % 3)] = Math.sin(9 * k + i);
        }
      }
    }
    const x = Float64Array.from({ length: 3 * n }, (_, k) => Math.cos(2 * k));
    const out = new Float64Array(3 * n);
    matrix.multiply(x, out);
    for (let i = 0; i < 3 * n; i++) {
      expect(out[i]).toBeCloseTo(
        dense[i].reduce((sum, value, j) => sum + value * x[j], 0),
        12,
      );
    }
  });

  test('gives lonely vertices a diagonal block', () => {
    const matrix = new BlockSparseMatrix(5, Uint32Array.of(0, 1, 2, 3), 4);
    expect([...matrix.columns.subarray(matrix.rowStart[4], matrix.rowStart[5])]).toEqual([4]);
  });
});

describe('projected conjugate gradients', () => {
  /** A = tridiagonal (-1, 2.5, -1); the subspace holds vectors whose every third entry vanishes. */
  const n = 30;
  const system: ProjectedSystem = {
    multiply: (x, out) => {
      for (let i = 0; i < n; i++) out[i] = 2.5 * x[i] - (i > 0 ? x[i - 1] : 0) - (i < n - 1 ? x[i + 1] : 0);
    },
    precondition: (r, out) => r.forEach((value, i) => (out[i] = value / 2.5)),
    project: (x) => x.forEach((_, i) => (x[i] = i % 3 === 2 ? 0 : x[i])),
  };
  const b = Float64Array.from({ length: n }, (_, i) => Math.sin(3 * i + 1));

  test('solves in the subspace, leaves b alone, and reports the residual that it reached', () => {
    const x = new Float64Array(n).fill(7);
    const kept = b.slice();
    const report = solveProjected(system, b, 1e-12, 100, x, new ConjugateGradientScratch(n));
    expect(report.converged).toBe(true);
    expect(report.relativeResidual).toBeLessThanOrEqual(1e-12);
    expect(b).toEqual(kept);
    const image = new Float64Array(n);
    system.multiply(x, image);
    for (let i = 0; i < n; i++) {
      if (i % 3 === 2) expect(x[i]).toBe(0);
      else expect(image[i]).toBeCloseTo(b[i], 10);
    }
  });

  test('stops at the iteration limit and says so', () => {
    const report = solveProjected(system, b, 1e-12, 1, new Float64Array(n), new ConjugateGradientScratch(n));
    expect(report).toMatchObject({ iterations: 1, converged: false });
    expect(report.relativeResidual).toBeGreaterThan(1e-12);
  });
});

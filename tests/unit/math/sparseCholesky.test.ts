import { expect, test } from 'vitest';
import { BlockSparseMatrix } from '../../../src/math/BlockSparseMatrix.ts';
import { minimumDegree } from '../../../src/math/minimumDegree.ts';
import { SeededRandom } from '../../support/random.ts';
import { SparseCholesky } from '../../../src/math/SparseCholesky.ts';
import { freudenthalBox } from '../../support/freudenthalBox.ts';

/** The matrix of random elements: sums of G G^T over pairs of vertices, and a little on the diagonal. */
function randomMatrix(rowCount: number, elements: Uint32Array, seed: number): BlockSparseMatrix {
  const random = new SeededRandom(seed);
  const matrix = new BlockSparseMatrix(rowCount, elements, 4);
  for (let row = 0; row < rowCount; row++) {
    for (let k = 0; k < 3; k++) matrix.blocks[9 * matrix.diagonal[row] + 4 * k] += 0.01;
  }
  const g = new Float64Array(12);
  for (let e = 0; e < elements.length; e += 4) {
    for (let k = 0; k < 12; k++) g[k] = random.uniform() - 0.5;
    for (let a = 0; a < 4; a++) {
      for (let b = 0; b < 4; b++) {
        const block = 9 * matrix.find(elements[e + a], elements[e + b]);
        for (let k = 0; k < 9; k++) matrix.blocks[block + k] += g[3 * a + Math.floor(k / 3)] * g[3 * b + (k % 3)];
      }
    }
  }
  return matrix;
}

function residual(matrix: BlockSparseMatrix, x: Float64Array, b: Float64Array): number {
  const image = new Float64Array(b.length);
  matrix.multiply(x, image);
  return image.reduce((most, value, k) => Math.max(most, Math.abs(value - b[k])), 0);
}

test.each([
  ['a brick', freudenthalBox(3, 4, 5, 0.1)],
  ['a plate', freudenthalBox(9, 1, 9, 0.1)],
  ['a single tetrahedron', { positions: new Float64Array(12), tets: Uint32Array.of(0, 1, 2, 3) }],
])('solves what %s gives, twice, to rounding', (_name, { positions, tets }) => {
  const count = positions.length / 3;
  const first = randomMatrix(count, tets, 1);
  const cholesky = new SparseCholesky(first);
  const random = new SeededRandom(3);
  for (const matrix of [first, randomMatrix(count, tets, 2)]) {
    expect(cholesky.factor(matrix)).toBe(true);
    const b = Float64Array.from({ length: 3 * count }, () => random.uniform() - 0.5);
    const x = b.slice();
    cholesky.solve(x);
    const size = x.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    expect(residual(matrix, x, b)).toBeLessThan(1e-13 * size);
  }
});

test.each([
  ['a brick', freudenthalBox(3, 4, 5, 0.1)],
  ['a plate', freudenthalBox(9, 1, 9, 0.1)],
  ['a beam', freudenthalBox(12, 2, 2, 0.1)],
  ['a single cell', freudenthalBox(1, 1, 1, 0.1)],
  ['a single tetrahedron', { positions: new Float64Array(12), tets: Uint32Array.of(0, 1, 2, 3) }],
])('kernels give the bytes of the reference for %s, twice', (_name, { positions, tets }) => {
  const count = positions.length / 3;
  const first = randomMatrix(count, tets, 11);
  const kernels = new SparseCholesky(first, true);
  const reference = new SparseCholesky(first, false);
  const random = new SeededRandom(13);
  for (const matrix of [first, randomMatrix(count, tets, 12)]) {
    expect([kernels.factor(matrix), reference.factor(matrix)]).toEqual([true, true]);
    const x = Float64Array.from({ length: 3 * count }, () => random.uniform() - 0.5);
    const y = x.slice();
    kernels.solve(x);
    reference.solve(y);
    expect(new Uint8Array(x.buffer)).toEqual(new Uint8Array(y.buffer));
  }
});

test.each([true, false])(
  'vertices without neighbours and separate parts are solved too, by kernels %s',
  (hasKernels) => {
    const matrix = randomMatrix(11, Uint32Array.of(0, 1, 2, 3, 6, 7, 8, 9), 5);
    const cholesky = new SparseCholesky(matrix, hasKernels);
    expect(cholesky.factor(matrix)).toBe(true);
    const b = new Float64Array(33).fill(1);
    const x = b.slice();
    cholesky.solve(x);
    expect(residual(matrix, x, b)).toBeLessThan(1e-12);
    expect(x[12]).toBeCloseTo(100, 9);
  },
);

test.each([true, false])('a matrix that is not definite, or no number, is told, by kernels %s', (hasKernels) => {
  const { positions, tets } = freudenthalBox(2, 2, 2, 0.1);
  const matrix = randomMatrix(positions.length / 3, tets, 7);
  const cholesky = new SparseCholesky(matrix, hasKernels);
  matrix.blocks[9 * matrix.diagonal[5]] -= 100;
  expect(cholesky.factor(matrix)).toBe(false);
  matrix.blocks[9 * matrix.diagonal[5]] = NaN;
  expect(cholesky.factor(matrix)).toBe(false);
});

test('the order is a permutation, the same every time, and eliminates a star from its tips', () => {
  const star = { rowStart: [0, 4, 5, 6, 7, 8], columns: [1, 2, 3, 4, 0, 0, 0, 0] };
  const order = minimumDegree(star.rowStart, star.columns);
  expect([...order].sort()).toEqual([0, 1, 2, 3, 4]);
  expect(order.indexOf(0)).toBeGreaterThanOrEqual(3);
  expect(minimumDegree(star.rowStart, star.columns)).toEqual(order);
});

test('a brick fills in no more than good orders do', () => {
  const cells = 8;
  const { positions, tets } = freudenthalBox(cells, cells, cells, 0.1);
  const matrix = new BlockSparseMatrix(positions.length / 3, tets, 4);
  // The natural order of a band (81 vertices and a bit) would keep 729 * 91 blocks.
  expect(new SparseCholesky(matrix).entryCount).toBeLessThan(0.75 * 9 * 729 * 91);
});

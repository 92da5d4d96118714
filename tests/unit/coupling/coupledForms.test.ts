import { expect, test } from 'vitest';
import { faceArrays } from '../../../src/liquids/CellGrid.ts';
import { beamInPool } from '../../support/beamInPool.ts';
import { coupledBlocks, factoredForm, indefiniteForm, positiveForm } from '../../support/coupledForms.ts';
import { estimateCondition } from '../../support/conditionEstimate.ts';
import { solveWithIncompleteLu } from '../../support/incompleteLu.ts';
import { solveWithIncompleteCholesky, SparseRows } from '../../support/SparseRows.ts';

const DT = 0.01;
const SETTINGS = {
  cells: 16,
  beam: 'coarse',
  mu: 1e4,
  lambda: 1e4,
  density: 500,
  dt: DT,
  pressureAt: 'centre',
} as const;

/** Pressures of the Schur complement, and the blocks that it was solved from. */
function solved() {
  const scene = beamInPool(SETTINGS);
  scene.step.cover(scene.open);
  const blocks = coupledBlocks(scene, DT);
  const forms = {
    indefinite: indefiniteForm(blocks),
    positive: positiveForm(blocks),
    factored: factoredForm(blocks, scene, DT),
  };
  const { velocity, open, phi, grid, step, solid } = scene;
  step.project({ velocity, open, solidVelocity: faceArrays(grid), phi }, DT);
  const pressure = Float64Array.from(blocks.cells, (c) => step.scaledPressure[c]);
  const moved: number[] = [];
  solid.fixed.forEach((isFixed, node) => {
    if (isFixed === 0) moved.push(...solid.velocity.subarray(3 * node, 3 * node + 3));
  });
  return { pressure, moved: Float64Array.from(moved), forms };
}

function size(x: Float64Array): number {
  return x.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
}

test('the Schur complement solves the indefinite system as it stands', () => {
  const { pressure, moved, forms } = solved();
  const { matrix, rhs } = forms.indefinite;
  const x = new Float64Array(rhs.length);
  x.set(pressure);
  x.set(moved, pressure.length);
  const image = new Float64Array(rhs.length);
  matrix.multiply(x, image);
  image.forEach((value, i) => (image[i] = value - rhs[i]));
  expect(size(image)).toBeLessThan(1e-8 * size(rhs));
});

test('the positive definite and the factored form have the same pressures', () => {
  const { pressure, forms } = solved();
  for (const { matrix, rhs } of [forms.positive, forms.factored]) {
    const { x } = solveWithIncompleteCholesky(matrix, rhs, 1e-11, 5000);
    const difference = pressure.map((p, i) => p - x[i]);
    // Both have the stiffness squared: a small residual is no small error.
    expect(size(difference)).toBeLessThan(1e-4 * size(pressure));
  }
});

test('the factored form has far more entries than the positive definite one, and that some more than the indefinite', () => {
  const { forms } = solved();
  expect(forms.positive.matrix.count).toBeGreaterThan(forms.indefinite.matrix.count);
  expect(forms.factored.matrix.count).toBeGreaterThan(1.5 * forms.positive.matrix.count);
});

test('the indefinite form has the same pressures, and a lower condition than the definite one', () => {
  const { pressure, forms } = solved();
  const { matrix, rhs } = forms.indefinite;
  const { x, converged } = solveWithIncompleteLu(matrix, rhs, 1e-11, 5000);
  expect(converged).toBe(true);
  expect(size(pressure.map((p, i) => p - x[i]))).toBeLessThan(1e-4 * size(pressure));
  const indefinite = estimateCondition(matrix, (b) => solveWithIncompleteLu(matrix, b, 1e-9, 5000).x);
  const { matrix: positive } = forms.positive;
  const definite = estimateCondition(positive, (b) => solveWithIncompleteCholesky(positive, b, 1e-9, 5000).x);
  expect(definite).toBeGreaterThan(3 * indefinite);
});

test('the condition of a small matrix is estimated as it is', () => {
  const rows = [
    [4, 0.1, 0],
    [0.1, -3, 0.2],
    [0, 0.2, 0.5],
  ];
  const matrix = new SparseRows(
    rows.map((row) => new Map(row.map((value, j): [number, number] => [j, value]).filter(([, value]) => value !== 0))),
    3,
  );
  const condition = estimateCondition(matrix, (b) => solveWithIncompleteLu(matrix, b, 1e-14, 50).x);
  expect(condition).toBeCloseTo(4.1 * largestColumnOfInverse(rows), 6);
});

/** |A^-1|_1 of a 3 x 3 matrix by its adjugate. */
function largestColumnOfInverse([[a, b, c], [d, e, f], [g, h, i]]: readonly (readonly number[])[]): number {
  const adjugate = [
    [e * i - f * h, c * h - b * i, b * f - c * e],
    [f * g - d * i, a * i - c * g, c * d - a * f],
    [d * h - e * g, b * g - a * h, a * e - b * d],
  ];
  const determinant = a * adjugate[0][0] + b * adjugate[1][0] + c * adjugate[2][0];
  const sums = [0, 1, 2].map((j) => adjugate.reduce((sum, row) => sum + Math.abs(row[j] / determinant), 0));
  return Math.max(...sums);
}

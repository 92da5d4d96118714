import { expect, test } from 'vitest';
import { faceArrays } from '../../../src/liquids/CellGrid.ts';
import { beamInPool } from '../../support/beamInPool.ts';
import { coupledBlocks, factoredForm, indefiniteForm, positiveForm } from '../../support/coupledForms.ts';
import { solveWithIncompleteCholesky } from '../../support/SparseRows.ts';

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

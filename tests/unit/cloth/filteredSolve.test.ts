import { expect, it } from 'vitest';
import { sheetSurface } from '../../../src/geometry/primitives/sheets.ts';
import { createRandom } from '../../support/random.ts';
import { ClothOperators } from '../../../src/solids/cloth/ClothOperators.ts';
import { Constraint } from '../../../src/collision/VelocityConstraints.ts';
import { shellOf } from '../../support/clothBodies.ts';
import { withDrags } from '../../support/slipDrags.ts';

const SEED = 5;

it.each(['free', 'constrained'])('solves P (M + h S) P dv = P rhs, %s', (name) => {
  const shell = shellOf(sheetSurface(0.5, 0.4, 0.06));
  const operators = new ClothOperators(shell);
  const random = createRandom(SEED);
  const count = operators.vertexCount;
  operators.updateElastic(
    shell.restPositions.map((x) => 1.02 * x + 0.004 * random()),
    1,
  );
  operators.updateStiffness(0.01);
  const kinds = new Uint8Array(count);
  const normals = new Float64Array(3 * count);
  for (let v = 0; v < count; v++) {
    if (name === 'constrained') kinds[v] = [0, 0, Constraint.normal, Constraint.fixed, Constraint.line][v % 5];
    const n = [random() - 0.5, random() - 0.5, random() - 0.5];
    const size = Math.hypot(...n);
    n.forEach((value, axis) => (normals[3 * v + axis] = value / size));
  }
  const project = (x: Float64Array) =>
    x.map((value, k) => {
      const v = Math.floor(k / 3);
      const along = [0, 1, 2].reduce((sum, axis) => sum + x[3 * v + axis] * normals[3 * v + axis], 0);
      if (kinds[v] === Constraint.free) return value;
      if (kinds[v] === Constraint.fixed) return 0;
      return kinds[v] === Constraint.line ? along * normals[k] : value - along * normals[k];
    });
  const rhs = Float64Array.from({ length: 3 * count }, () => random() - 0.3);
  const dv = new Float64Array(3 * count);
  const h = 0.01;
  const constraints = withDrags({ kinds, normals }, operators, { h, share: 3 });
  const report = operators.solveVelocity({ h, tolerance: 1e-7, maxIterations: 500 }, rhs, constraints, dv);
  expect(report.converged).toBe(true);
  const image = new Float64Array(3 * count);
  operators.applyDamping(dv, image);
  const found = image.map((value, k) => operators.masses[Math.floor(k / 3)] * dv[k] + h * value - rhs[k]);
  constraints.drags.addForces(dv, -h, found);
  const left = project(found);
  // The factor is float32: what is left is its rounding.
  expect(Math.max(...left.map(Math.abs))).toBeLessThan(1e-4);
  project(dv).forEach((value, k) => expect(value).toBeCloseTo(dv[k], 12));
});

it('stops at once where nothing moves', () => {
  const shell = shellOf(sheetSurface(0.5, 0.4, 0.1));
  const operators = new ClothOperators(shell);
  operators.updateElastic(shell.restPositions, 1);
  operators.updateStiffness(0.01);
  const zeros = new Float64Array(3 * operators.vertexCount);
  const constraints = { kinds: new Uint8Array(operators.vertexCount), normals: zeros };
  const dv = zeros.slice();
  const report = operators.solveVelocity({ h: 0.01, tolerance: 1e-2, maxIterations: 10 }, zeros, constraints, dv);
  expect(report).toMatchObject({ iterations: 0, relativeResidual: 0, converged: true });
  expect(dv.every((value) => value === 0)).toBe(true);
});

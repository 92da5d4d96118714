import { expect, test } from 'vitest';
import { compileKernels } from '../../../src/kernels/kernelModules.ts';
import { KernelPool } from '../../../src/kernels/threads/KernelPool.ts';
import { EnvelopeCholesky } from '../../../src/math/EnvelopeCholesky.ts';
import { SeededRandom } from '../../support/random.ts';
import { KernelSolidOperators } from '../../../src/solids/KernelSolidOperators.ts';
import { ReferenceSolidOperators } from '../../../src/solids/ReferenceSolidOperators.ts';
import { Constraint } from '../../../src/collision/VelocityConstraints.ts';
import { createModel } from '../../support/solids.ts';
import { relativeError, softBox, softHexBox, spread } from '../../support/tetBodies.ts';

const STEP = 1 / 24;
const MAX_ITERATIONS = 5000;
const TOLERANCE = 1e-6;

/** A stiff cantilever, turned by a quarter about z where `turned`, and the increment of one step from rest. */
function cantilever(elements: 'tet' | 'hex', { threads = 1, frozen = true, turned = false } = {}) {
  const pool = new KernelPool(compileKernels(threads > 1), { threads });
  const models = [createModel('fixed-corotated', 1e7, 0.4)];
  const input = (elements === 'tet' ? softBox : softHexBox)(24, 6, 6, {
    models,
    dampingBeta: 0,
    dampingAlpha: 0,
    implicit: { typicalStep: STEP },
  });
  const body = new KernelSolidOperators(input, pool);
  const kinds = new Uint8Array(body.vertexCount);
  for (let v = 0; v < kinds.length; v++) if (input.restPositions[3 * v] === 0) kinds[v] = Constraint.fixed;
  const constraints = { kinds, normals: new Float64Array(3 * kinds.length) };
  if (frozen) body.freezePreconditioner(kinds);
  const x = input.restPositions;
  const positions = turned ? x.map((_, k) => [-x[k + 1], x[k - 1], x[k]][k % 3]) : x;
  body.updateElastic(positions, 1);
  body.updateStiffness(STEP);
  const along = turned ? 0 : 1;
  const rhs = x.map((_, k) => (k % 3 === along ? 1 : 0) * body.masses[Math.floor(k / 3)]);
  const dv = new Float64Array(rhs.length);
  const solve = { h: STEP, tolerance: TOLERANCE, maxIterations: MAX_ITERATIONS };
  const { iterations, relativeResidual } = body.solveVelocity(solve, rhs, constraints, dv);
  pool.dispose();
  return { input, positions, kinds, constraints, rhs, dv, iterations, relativeResidual };
}

test.each(['tet', 'hex'] as const)(
  'the coarse space finds the solution of a stiff beam of %s in far fewer iterations',
  (elements) => {
    const alone = cantilever(elements, { frozen: false });
    const both = cantilever(elements);
    expect(both.relativeResidual).toBeLessThan(TOLERANCE);
    expect(both.iterations).toBeLessThan(alone.iterations / 3);
    expect(relativeError(alone.dv, both.dv)).toBeLessThan(1e-4);
    const reference = new ReferenceSolidOperators(both.input);
    reference.updateElastic(both.positions, 1);
    reference.updateStiffness(STEP);
    const exact = new Float64Array(both.dv.length);
    reference.solveVelocity(
      { h: STEP, tolerance: 1e-9, maxIterations: MAX_ITERATIONS },
      both.rhs,
      both.constraints,
      exact,
    );
    expect(relativeError(exact, both.dv)).toBeLessThan(1e-3);
  },
);

test('it turns with the body', () => {
  const straight = cantilever('tet');
  const turned = cantilever('tet', { turned: true });
  expect(turned.iterations).toBeLessThan(1.2 * straight.iterations + 2);
});

test('the number of threads changes no bit', () => {
  const [one, two, three] = [1, 2, 3].map((threads) => cantilever('tet', { threads }));
  expect(two.dv).toEqual(one.dv);
  expect(three.dv).toEqual(one.dv);
});

test('the envelope factor solves its matrix, and leaves out what has no stiffness', () => {
  const size = 40;
  const random = new SeededRandom('envelope');
  const lower = Array.from({ length: size }, (_, i) =>
    Array.from({ length: size }, (__, j) => (j <= i && j >= i - 7 ? (j === i ? 3 : spread(random, 1)) : 0)),
  );
  const matrix = lower.map((row) => lower.map((other) => row.reduce((sum, value, k) => sum + value * other[k], 0)));
  const empty = 11;
  for (let k = 0; k < size; k++) {
    matrix[k][empty] = 0;
    matrix[empty][k] = 0;
  }
  const factor = new EnvelopeCholesky(matrix.map((_, i) => Math.max(0, i - 7)));
  for (let i = 0; i < size; i++) {
    for (let j = Math.max(0, i - 7); j < i; j++) factor.entries[factor.origin(i) + j] = matrix[i][j];
  }
  factor.factor(Float64Array.from(matrix, (row, i) => row[i]));
  const wanted = Float64Array.from(matrix, (_, i) => (i === empty ? 0 : spread(random, 1)));
  const x = Float64Array.from(matrix, (row) => row.reduce((sum, value, k) => sum + value * wanted[k], 0));
  factor.solve(x);
  expect(relativeError(wanted, x)).toBeLessThan(1e-6);
});

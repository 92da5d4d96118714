import { expect, test } from 'vitest';
import { compileKernels } from '../../../src/kernels/kernelModules.ts';
import { KernelPool } from '../../../src/kernels/threads/KernelPool.ts';
import { constitutiveModels } from '../../../src/materials/ConstitutiveModel.ts';
import { SeededRandom } from '../../support/random.ts';
import { KernelSolidOperators } from '../../../src/solids/KernelSolidOperators.ts';
import { ReferenceSolidOperators } from '../../../src/solids/ReferenceSolidOperators.ts';
import type { SolidBodyInput, SolidOperators } from '../../../src/solids/SolidOperators.ts';
import { relativeError, softBoxes, softKinds, softModel, spread, type SoftBox } from '../../support/tetBodies.ts';

const pool = new KernelPool(compileKernels(false), { threads: 1 });

const models = constitutiveModels.types();
const cases = softKinds.flatMap((kind) => models.map((model) => [kind, model] as const));

/** A small implicit body of one model. */
function implicitBody(kind: SoftBox, model: string, dampingTime: number): SolidBodyInput {
  const created = softModel(model);
  const overrides = {
    models: [created],
    dampingBeta: dampingTime * created.mu,
    dampingAlpha: dampingTime * created.lambda,
    implicit: { typicalStep: 0.02 },
  };
  return softBoxes[kind](2, 2, 2, overrides);
}

/** Positions grown by `growth` and displaced at random by up to `noise`, m. */
function disturbed({ restPositions }: SolidBodyInput, growth: number, noise: number): Float64Array {
  const random = new SeededRandom('stiffness');
  return restPositions.map((x) => growth * x + spread(random, noise));
}

function product(operators: SolidOperators, velocity: Float64Array): Float64Array {
  const out = new Float64Array(velocity.length);
  operators.applyDamping(velocity, out);
  return out;
}

function dot(a: Float64Array, b: Float64Array): number {
  return a.reduce((sum, value, k) => sum + value * b[k], 0);
}

test.each(cases)('of %s, %s is the derivative of the force where nothing has to be clamped', (kind, model) => {
  const input = implicitBody(kind, model, 0);
  const operators = new ReferenceSolidOperators(input);
  const positions = disturbed(input, 1.1, 0.0005);
  const direction = disturbed(input, 0, 1);
  operators.updateElastic(positions, 0.7);
  operators.updateStiffness(1);
  const stiffness = product(operators, direction);
  const step = 1e-6;
  const forceAt = (along: number) => {
    operators.updateElastic(
      positions.map((x, k) => x + along * direction[k]),
      0.7,
    );
    return operators.elasticForce.slice();
  };
  const after = forceAt(step);
  const before = forceAt(-step);
  const derivative = after.map((force, k) => (before[k] - force) / (2 * step));
  expect(relativeError(derivative, stiffness)).toBeLessThan(1e-6);
});

test.each(cases)(
  'of %s, %s is symmetric and positive semidefinite in any state, and ignores translation',
  (kind, model) => {
    const input = implicitBody(kind, model, 0);
    const operators = new ReferenceSolidOperators(input);
    for (const [growth, noise] of [
      [1, 0.05],
      [0.5, 0.2],
      [-1, 0.01],
      [0, 0],
    ]) {
      operators.updateElastic(disturbed(input, growth, noise), 1);
      operators.updateStiffness(1);
      const random = new SeededRandom('directions');
      const vector = () => input.restPositions.map(() => spread(random, 1));
      for (let trial = 0; trial < 20; trial++) {
        const [a, b] = [vector(), vector()];
        const [ka, kb] = [product(operators, a), product(operators, b)];
        const size = Math.sqrt(dot(ka, ka) * dot(b, b)) + 1e-30;
        expect(dot(a, ka)).toBeGreaterThanOrEqual(-1e-12 * size);
        expect(Math.abs(dot(ka, b) - dot(a, kb))).toBeLessThan(1e-10 * size);
      }
      const moved = product(
        operators,
        input.restPositions.map((_, k) => [1, -2, 3][k % 3]),
      );
      expect(Math.max(...moved.map(Math.abs))).toBeLessThan(1e-6);
    }
  },
);

test.each(cases.flatMap(([kind, model]) => [0, 0.01].map((tau) => [kind, model, tau] as const)))(
  'of %s, %s with damping time %d s is the same in the kernels',
  (kind, model, tau) => {
    const input = implicitBody(kind, model, tau);
    for (const [growth, noise] of [
      [1, 0.003],
      [1, 0.05],
      [0.4, 0.1],
      [-1, 0.02],
    ]) {
      const positions = disturbed(input, growth, noise);
      const direction = disturbed(input, 0, 1);
      const [fast, reference] = [new KernelSolidOperators(input, pool), new ReferenceSolidOperators(input)].map(
        (operators) => {
          operators.updateElastic(positions, 0.7);
          operators.updateStiffness(0.02);
          return product(operators, direction);
        },
      );
      expect(relativeError(reference, fast)).toBeLessThan(2e-3);
    }
  },
);

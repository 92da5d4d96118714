import { describe, expect, test } from 'vitest';
import { KernelPool } from '../../../src/kernels/threads/KernelPool.ts';
import { compileKernels } from '../../../src/kernels/kernelModules.ts';
import { KernelSolidOperators } from '../../../src/solids/KernelSolidOperators.ts';
import type { SolidBodyInput, SolidOperators } from '../../../src/solids/SolidOperators.ts';
import { boxOfHexes, boxOfTets } from '../../support/bodies.ts';
import { relativeError } from '../../support/tetBodies.ts';
import { createModel, operatorImplementations, solidBody } from '../../support/solids.ts';

const YOUNGS = 1e5;
const POISSON = 0.3;
const pool = new KernelPool(compileKernels(false), { threads: 1 });

/** The operators that every model with small strain must have, and those of such a model that has no kernel. */
const implementations: typeof operatorImplementations = [
  ...operatorImplementations,
  [
    'kernel, with the stress outside',
    (body) =>
      new KernelSolidOperators(
        { ...body, models: body.models.map((model) => ({ ...model, kernel: undefined })) },
        pool,
      ),
  ],
];

const meshes = [
  ['tetrahedra', boxOfTets([3, 2, 2], [0.6, 0.4, 0.5], 5)],
  ['hexahedra', boxOfHexes([3, 2, 2], [0.6, 0.4, 0.5])],
] as const;

/** A large turn with a large, uneven deformation; `amount` 0 is rest. */
function displacement(rest: Float64Array, amount: number): Float64Array {
  const u = new Float64Array(rest.length);
  for (let k = 0; k < u.length; k += 3) {
    const [a, b, c] = rest.subarray(k, k + 3);
    u[k] = amount * (-1.7 * a - 0.7 * b + 0.3 * Math.sin(5 * c));
    u[k + 1] = amount * (0.7 * a - 1.6 * b + 0.2 * a * b);
    u[k + 2] = amount * (0.25 * a + 0.3 * Math.cos(4 * b));
  }
  return u;
}

const sum = (a: Float64Array, b: Float64Array, factor = 1) => a.map((x, k) => x + factor * b[k]);

function forceAt(operators: SolidOperators, x: Float64Array): Float64Array {
  operators.updateElastic(x, 1);
  return operators.elasticForce.slice();
}

describe.each(implementations)('the linear model with %s operators', (_name, create) => {
  describe.each(meshes)('in %s', (_kind, mesh) => {
    const body: SolidBodyInput = {
      ...solidBody(mesh, { model: createModel('linear', YOUNGS, POISSON), dampingTime: 0 }),
      implicit: { typicalStep: 0.02 },
    };
    const rest = mesh.restPositions;
    const u = displacement(rest, 1);

    test('has a force that is linear in the displacement, however far it turns', () => {
      const operators = create(body);
      const one = forceAt(operators, sum(rest, u));
      for (const factor of [-1, 0.5, 2]) {
        const scaled = forceAt(operators, sum(rest, u, factor)).map((f) => f / factor);
        expect(relativeError(one, scaled)).toBeLessThan(1e-5);
      }
    });

    test('has the stress 2 mu eps + lambda tr(eps) I of a uniform deformation', () => {
      const operators = create(body);
      const f = [0.2, -0.9, 0.1, 1.1, -0.4, 0.3, 0, -0.2, 1.4];
      const x = rest.slice();
      for (let k = 0; k < x.length; k += 3) {
        for (let i = 0; i < 3; i++)
          x[k + i] = f[3 * i] * rest[k] + f[3 * i + 1] * rest[k + 1] + f[3 * i + 2] * rest[k + 2];
      }
      const force = forceAt(operators, x);
      const { mu, lambda } = body.models[0];
      const trace = f[0] + f[4] + f[8] - 3;
      const strain = (i: number, j: number) => 0.5 * (f[3 * i + j] + f[3 * j + i]) - (i === j ? 1 : 0);
      // The virial of internal forces: sum f_i X_j = -volume P_ij.
      const volume = 0.6 * 0.4 * 0.5;
      for (let i = 0; i < 3; i++) {
        for (let j = 0; j < 3; j++) {
          let virial = 0;
          for (let k = 0; k < x.length; k += 3) virial -= force[k + i] * rest[k + j];
          const stress = 2 * mu * strain(i, j) + (i === j ? lambda * trace : 0);
          expect(Math.abs(virial / volume - stress)).toBeLessThan(1e-5 * YOUNGS);
        }
      }
      const energy = strain(0, 0) ** 2 + strain(1, 1) ** 2 + strain(2, 2) ** 2;
      const shear = strain(0, 1) ** 2 + strain(0, 2) ** 2 + strain(1, 2) ** 2;
      const density = mu * (energy + 2 * shear) + 0.5 * lambda * trace ** 2;
      expect(operators.elasticEnergy() / (density * volume)).toBeCloseTo(1, 5);
    });

    test('has the same stiffness everywhere, and damping that is a time of it', () => {
      const damped = { ...body, dampingBeta: 0.1 * body.models[0].mu, dampingAlpha: 0.1 * body.models[0].lambda };
      for (const dampingForm of ['robust', 'conserving'] as const) {
        const operators = create({ ...damped, dampingForm });
        const direction = displacement(rest, 0.3);
        const before = forceAt(operators, sum(rest, u));
        const expected = sum(before, forceAt(operators, sum(sum(rest, u), direction)), -1);
        forceAt(operators, sum(rest, u));
        const out = new Float64Array(rest.length);
        operators.updateDamping();
        operators.applyDamping(direction, out);
        expect(
          relativeError(
            expected,
            out.map((f) => f / 0.1),
          ),
        ).toBeLessThan(1e-4);
        operators.updateStiffness(0.3);
        operators.applyDamping(direction, out);
        expect(
          relativeError(
            expected,
            out.map((f) => f / 0.4),
          ),
        ).toBeLessThan(1e-4);
      }
    });
  });
});

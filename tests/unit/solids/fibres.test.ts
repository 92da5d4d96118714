import { describe, expect, it } from 'vitest';
import { compileKernels } from '../../../src/kernels/kernelModules.ts';
import { KernelPool } from '../../../src/kernels/threads/KernelPool.ts';
import { constitutiveModels, type CreatedModel } from '../../../src/materials/ConstitutiveModel.ts';
import { SeededRandom } from '../../support/random.ts';
import { KernelSolidOperators } from '../../../src/solids/KernelSolidOperators.ts';
import { ReferenceSolidOperators } from '../../../src/solids/ReferenceSolidOperators.ts';
import type { SolidBodyInput, SolidOperators } from '../../../src/solids/SolidOperators.ts';
import { elementCount } from '../../support/bodies.ts';
import {
  relativeError,
  softBox,
  softBoxes,
  softKinds,
  softModel,
  spread,
  type SoftBox,
} from '../../support/tetBodies.ts';

const pool = new KernelPool(compileKernels(false), { threads: 1 });

function muscle(params: Record<string, number> = {}): CreatedModel {
  const definition = constitutiveModels.get('muscle');
  return definition.create({ youngsModulus: 3e4, poissonRatio: 0.4 }, definition.params.parse(params));
}

/** Unit vectors of random direction, one per element. */
function randomDirections(count: number): Float64Array {
  const random = new SeededRandom('fibres');
  const directions = new Float64Array(3 * count);
  for (let e = 0; e < count; e++) {
    const d = [0, 1, 2].map(() => spread(random, 1));
    const length = Math.hypot(...d);
    for (let axis = 0; axis < 3; axis++) directions[3 * e + axis] = d[axis] / length;
  }
  return directions;
}

function fibrous(kind: SoftBox, overrides: Partial<SolidBodyInput> = {}): SolidBodyInput {
  const models = overrides.models ?? [muscle()];
  const damping = { dampingBeta: 0, dampingAlpha: 0 };
  const body = softBoxes[kind](3, 2, 2, { models, ...damping, ...overrides });
  return { ...body, fibreDirections: randomDirections(elementCount(body)) };
}

function disturbed({ restPositions }: SolidBodyInput, growth: number, noise: number): Float64Array {
  const random = new SeededRandom('disturbed');
  return restPositions.map((x) => growth * x + spread(random, noise));
}

describe.each(softKinds)('fibres of %s elements', (kind) => {
  it('pull with the negative gradient of their energy', () => {
    const body = fibrous(kind);
    const operators = new ReferenceSolidOperators(body);
    for (const growth of [0.7, 1, 1.3, -0.9]) {
      const positions = disturbed(body, growth, 0.01);
      const energyAt = (x: Float64Array) => {
        operators.updateElastic(x, 0.8, 0.6);
        return operators.elasticEnergy();
      };
      operators.updateElastic(positions, 0.8, 0.6);
      const force = operators.elasticForce.slice();
      const size = Math.max(...force.map(Math.abs));
      for (let k = 0; k < positions.length; k += 7) {
        const moved = positions.slice();
        moved[k] += 1e-6;
        const after = energyAt(moved);
        moved[k] -= 2e-6;
        expect(Math.abs((energyAt(moved) - after) / 2e-6 - force[k])).toBeLessThan(2e-6 * size);
      }
    }
  });

  it('make neither force nor torque, in any state', () => {
    const body = fibrous(kind, { models: [muscle({ peakStress: 3e5 })] });
    const operators = new ReferenceSolidOperators(body);
    for (const [growth, noise] of [
      [1, 0.01],
      [1, 0.2],
      [-1, 0.05],
      [0.01, 0.001],
    ]) {
      const positions = disturbed(body, growth, noise);
      operators.updateElastic(positions, 1, 1);
      if (growth < 0 || noise > 0.1) expect(Math.min(...operators.singularValues)).toBeLessThan(-0.1);
      expect(largestSum(positions, operators.elasticForce)).toBeLessThan(1e-12);
    }
  });

  it('are the same in the kernels, with any model and beside materials without fibres', () => {
    const outside = { ...muscle({ descendingLimb: 0.7 }), kernel: undefined };
    const elementModel = Uint8Array.from({ length: 72 }, (_, e) => (e * 7) % 3);
    for (const overrides of [{}, { models: [outside] }, { models: [muscle(), softModel(), outside], elementModel }]) {
      const body = fibrous(kind, overrides);
      const fast = new KernelSolidOperators(body, pool);
      const reference = new ReferenceSolidOperators(body);
      for (const [growth, activation] of [
        [1, 0],
        [1, 1],
        [0.7, 0.5],
        [1.3, 0.2],
        [1.6, 1],
      ]) {
        const positions = disturbed(body, growth, 0.005);
        fast.updateElastic(positions, 0.8, activation);
        reference.updateElastic(positions, 0.8, activation);
        expect(relativeError(reference.elasticForce, fast.elasticForce)).toBeLessThan(5e-6);
        expect(relativeError(reference.fibreStretches ?? [], fast.fibreStretches ?? [])).toBeLessThan(2e-6);
        expect(fast.elasticEnergy() / reference.elasticEnergy()).toBeCloseTo(1, 3);
      }
      fast.dispose();
    }
  });

  it('have the derivative of their force as stiffness where nothing has to be clamped', () => {
    // In tension, on the ascending limb.
    const models = [muscle({ optimalStretch: 1.3 })];
    const body = fibrous(kind, { implicit: { typicalStep: 0.02 }, models });
    const operators = new ReferenceSolidOperators(body);
    const positions = disturbed(body, 1.1, 0.002);
    const direction = disturbed(body, 0, 1);
    operators.updateElastic(positions, 0.7, 0.5);
    operators.updateStiffness(1);
    const stiffness = product(operators, direction);
    const forceAt = (along: number) => {
      operators.updateElastic(
        positions.map((x, k) => x + along * direction[k]),
        0.7,
        0.5,
      );
      return operators.elasticForce.slice();
    };
    const [before, after] = [forceAt(-1e-6), forceAt(1e-6)];
    const derivative = after.map((force, k) => (before[k] - force) / 2e-6);
    expect(relativeError(derivative, stiffness)).toBeLessThan(1e-5);
  });

  it('have a positive semidefinite stiffness in any state, the same in the kernels', () => {
    const body = fibrous(kind, { implicit: { typicalStep: 0.02 }, models: [muscle({ descendingLimb: 1 })] });
    const [fast, reference] = [new KernelSolidOperators(body, pool), new ReferenceSolidOperators(body)];
    for (const [growth, noise, tolerance] of [
      [1, 0.003, 2e-3],
      [0.5, 0.003, 2e-3],
      [1.45, 0.003, 2e-3],
      [1, 0.1, 2e-2],
      [-1, 0.01, 1],
      [0, 0, 1],
    ]) {
      const positions = disturbed(body, growth, noise);
      const random = new SeededRandom('stiffness directions');
      for (const operators of [fast, reference]) {
        operators.updateElastic(positions, 0.7, 1);
        operators.updateStiffness(1);
      }
      for (let trial = 0; trial < 10; trial++) {
        const a = positions.map(() => spread(random, 1));
        const image = product(reference, a);
        const size = Math.hypot(...image) * Math.hypot(...a) + 1e-30;
        expect(image.reduce((sum, value, k) => sum + value * a[k], 0)).toBeGreaterThanOrEqual(-1e-12 * size);
        expect(relativeError(image, product(fast, a))).toBeLessThan(tolerance);
      }
    }
    fast.dispose();
  });
});

it('leaves materials without a fibre part as they are', () => {
  const body = softBox(2, 2, 2);
  const plain = new KernelSolidOperators(body, pool);
  const fibres = new KernelSolidOperators({ ...body, fibreDirections: randomDirections(48) }, pool);
  const positions = disturbed(body, 1.1, 0.01);
  plain.updateElastic(positions, 1);
  fibres.updateElastic(positions, 1, 1);
  expect(fibres.fibreStretches).toBeUndefined();
  expect(fibres.elasticForce).toEqual(plain.elasticForce);
});

function product(operators: SolidOperators, velocity: Float64Array): Float64Array {
  const out = new Float64Array(velocity.length);
  operators.applyDamping(velocity, out);
  return out;
}

/** Largest component of total force (over the sum of their sizes) and torque about the origin (over that times the size of the body). */
function largestSum(x: Float64Array, f: Float64Array): number {
  const sums = new Float64Array(6);
  let force = 0;
  let reach = 0;
  for (let k = 0; k < f.length; k += 3) {
    for (let axis = 0; axis < 3; axis++) sums[axis] += f[k + axis];
    sums[3] += x[k + 1] * f[k + 2] - x[k + 2] * f[k + 1];
    sums[4] += x[k + 2] * f[k] - x[k] * f[k + 2];
    sums[5] += x[k] * f[k + 1] - x[k + 1] * f[k];
    force += Math.hypot(f[k], f[k + 1], f[k + 2]);
    reach = Math.max(reach, Math.hypot(x[k], x[k + 1], x[k + 2]));
  }
  return Math.max(...sums.map((sum, k) => Math.abs(sum) / (k < 3 ? force : force * reach)));
}

import { materialKernels } from '#kernels/materialKernels';
import { describe, expect, it } from 'vitest';
import { compileKernels } from '../../../src/kernels/kernelModules.ts';
import { KernelPool } from '../../../src/kernels/threads/KernelPool.ts';
import { constitutiveModels } from '../../../src/materials/ConstitutiveModel.ts';
import { modelKernel } from '../../../src/materials/modelKernel.ts';
import { KernelSolidOperators } from '../../../src/solids/KernelSolidOperators.ts';
import { ReferenceSolidOperators } from '../../../src/solids/ReferenceSolidOperators.ts';
import type { SolidBodyInput } from '../../../src/solids/SolidOperators.ts';
import { SeededRandom } from '../../support/random.ts';
import { relativeError, softBox, softHexBox, softModel, spread } from '../../support/tetBodies.ts';

const pool = new KernelPool(compileKernels(false), { threads: 1 });

/** Growth and noise (m, cells are 0.1 m) of states from small strain to flat and inverted ones. */
const STATES = [
  [1, 0.003],
  [1.4, 0.03],
  [0.4, 0.1],
  [-1, 0.02],
  [0, 0.001],
] as const;

const models = constitutiveModels.types().filter((type) => softModel(type).kernel !== undefined);
const cases = models.flatMap((type) => (['tet', 'hex'] as const).map((kind) => [type, kind] as const));

/** An undamped implicit body of one model, run by its kernel or by its TypeScript between the two halves of the element kernel. */
function body(type: string, kind: 'tet' | 'hex', withKernel: boolean): SolidBodyInput {
  const model = softModel(type);
  const overrides = {
    models: [withKernel ? model : { ...model, kernel: undefined }],
    dampingBeta: 0,
    dampingAlpha: 0,
    implicit: { typicalStep: 0.02 },
  };
  return kind === 'tet' ? softBox(3, 3, 3, overrides) : softHexBox(3, 3, 3, overrides);
}

function disturbed({ restPositions }: SolidBodyInput, growth: number, noise: number, seed = 'kernels'): Float64Array {
  const random = new SeededRandom(seed);
  return restPositions.map((x) => growth * x + spread(random, noise));
}

describe('kernels of models', () => {
  it('are those of the program and that of the model which exists for tests alone', () => {
    expect(models).toContain('hardening');
    expect(Object.keys(materialKernels)).toContain('hardening');
  });

  it('each belong to a model, which fills their parameters with finite numbers', () => {
    const used = new Set<number>();
    for (const type of models) {
      const kernel = softModel(type).kernel!;
      const { params } = Object.values(materialKernels).find(({ number }) => number === kernel.number)!;
      expect(kernel.params).toHaveLength(params.length);
      expect([...kernel.params].every(Number.isFinite), type).toBe(true);
      used.add(kernel.number);
    }
    for (const [name, { number }] of Object.entries(materialKernels)) expect(used.has(number), name).toBe(true);
  });

  it('are asked for by name, with every parameter', () => {
    expect(() => modelKernel('nothing', {})).toThrow("no kernel 'nothing'");
    expect(() => modelKernel('hardening', { mu: 1, lambda: 1 })).toThrow("finite 'quartic'");
  });
});

describe.each(cases)('the kernel of %s in a %s', (type, kind) => {
  const fast = new KernelSolidOperators(body(type, kind, true), pool);
  const outside = new KernelSolidOperators(body(type, kind, false), pool);
  const reference = new ReferenceSolidOperators(body(type, kind, true));

  it('has the stress of the model, also for flat and inverted elements', () => {
    for (const [growth, noise] of STATES) {
      const positions = disturbed(body(type, kind, true), growth, noise);
      fast.updateElastic(positions, 0.7);
      outside.updateElastic(positions, 0.7);
      expect(Math.max(...fast.elasticForce.map(Math.abs))).toBeGreaterThan(1e-3);
      // U, V and the stretches are the same bits, so that only the stress in f32 and its sums differ.
      expect(relativeError(outside.elasticForce, fast.elasticForce)).toBeLessThan(5e-6);
    }
  });

  it('has the stress derivative of the model', () => {
    for (const [growth, noise] of STATES) {
      const positions = disturbed(body(type, kind, true), growth, noise);
      const direction = disturbed(body(type, kind, true), 0, 1, 'direction');
      const [inside, other] = [fast, outside].map((operators) => {
        operators.updateElastic(positions, 0.7);
        operators.updateStiffness(0.02);
        const out = new Float64Array(direction.length);
        operators.applyDamping(direction, out);
        return out;
      });
      // Difference quotients of the stress in f32, over stretches that are at least 1e-3 apart.
      expect(relativeError(other, inside)).toBeLessThan(2e-3);
    }
  });

  it('has the forces of the float64 reference', () => {
    const positions = disturbed(body(type, kind, true), 1, 0.015);
    fast.updateElastic(positions, 0.7);
    reference.updateElastic(positions, 0.7);
    expect(relativeError(reference.elasticForce, fast.elasticForce)).toBeLessThan(5e-6);
    expect(fast.elasticEnergy() / reference.elasticEnergy()).toBeCloseTo(1, 4);
  });
});

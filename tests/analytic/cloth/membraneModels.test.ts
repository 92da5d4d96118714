import { describe, expect, test } from 'vitest';
import { sheetSurface } from '../../../src/geometry/primitives/sheets.ts';
import { ClothOperators } from '../../../src/solids/cloth/ClothOperators.ts';
import { PlaneStress } from '../../../src/solids/cloth/PlaneStress.ts';
import { createRandom } from '../../support/random.ts';
import { sheetModel, sheetModels, shellOf } from '../../support/clothBodies.ts';

const STIFFNESS = 500;

const dot = (a: Float64Array, b: Float64Array) => a.reduce((sum, x, k) => sum + x * b[k], 0);

describe.each(sheetModels)('the model %s in plane stress', (type) => {
  const law = new PlaneStress(sheetModel(type, STIFFNESS));
  const states = [
    [1, 1],
    [1.1, 0.95],
    [1.6, 0.7],
    [2, 1.9],
    [0.8, 0.4],
    [1.2, -0.3],
  ] as const;

  test('has the gradient of its energy as stress, and the derivative of that as stiffness', () => {
    const h = 1e-5;
    const energyAt = (a: number, b: number) => {
      law.measureEnergy(Float64Array.of(a, b), 0);
      return law.energy[0];
    };
    const stressAt = (a: number, b: number) => {
      law.measure(Float64Array.of(a, b), 0);
      return [...law.stress];
    };
    for (const [a, b] of states) {
      const [p, q] = stressAt(a, b);
      expect(Math.abs((energyAt(a + h, b) - energyAt(a - h, b)) / (2 * h) - p)).toBeLessThan(1e-4 * STIFFNESS);
      expect(Math.abs((energyAt(a, b + h) - energyAt(a, b - h)) / (2 * h) - q)).toBeLessThan(1e-4 * STIFFNESS);
      law.measureStiffness(Float64Array.of(a, b), 0);
      const [h11, h22, h12] = law.stiffness;
      const along = stressAt(a + h, b).map((value, k) => (value - stressAt(a - h, b)[k]) / (2 * h));
      const across = stressAt(a, b + h).map((value, k) => (value - stressAt(a, b - h)[k]) / (2 * h));
      const bound = 2e-3 * (STIFFNESS + Math.max(Math.abs(h11), Math.abs(h22)));
      for (const [value, slope] of [
        [h11, along[0]],
        [h12, along[1]],
        [h12, across[0]],
        [h22, across[1]],
      ]) {
        expect(Math.abs(value - slope)).toBeLessThan(bound);
      }
    }
  });

  test("is linear elasticity of plane stress where it is stretched little, with Young's modulus and Poisson's ratio", () => {
    const strain = 1e-6;
    law.measure(Float64Array.of(1 + strain, 1), 0);
    const expected = STIFFNESS / (1 - 0.09);
    expect(law.stress[0] / strain / expected).toBeCloseTo(1, 4);
    expect(law.stress[1] / strain / (0.3 * expected)).toBeCloseTo(1, 4);
  });

  test('pulls a sheet by minus the gradient of its energy, and its stiffness is the derivative of that', () => {
    const shell = shellOf(sheetSurface(0.4, 0.3, 0.1), {
      model: sheetModel(type, STIFFNESS),
      membraneStiffness: STIFFNESS,
      bendingStiffness: 0,
    });
    const operators = new ClothOperators(shell);
    const random = createRandom(11);
    // Stretched everywhere, so that nothing has to be made definite.
    const x = shell.restPositions.map((value) => 1.3 * value + 0.01 * (2 * random() - 1));
    const direction = x.map(() => 2 * random() - 1);
    const h = 1e-6;
    const at = (scale: number) => {
      operators.updateElastic(
        x.map((value, k) => value + scale * direction[k]),
        0.7,
      );
      return { force: operators.elasticForce.slice(), energy: operators.elasticEnergy() };
    };
    const [after, before] = [at(h), at(-h)];
    const { force } = at(0);
    expect(-dot(force, direction) / ((after.energy - before.energy) / (2 * h))).toBeCloseTo(1, 5);
    operators.updateStiffness(1);
    const [both, damped] = [new Float64Array(x.length), new Float64Array(x.length)];
    operators.applyDamping(direction, both);
    operators.updateDamping();
    operators.applyDamping(direction, damped);
    // D + h K less D.
    const derivative = after.force.map((value, k) => (before.force[k] - value) / (2 * h));
    const size = Math.max(...derivative.map(Math.abs));
    derivative.forEach((value, k) => expect(Math.abs(both[k] - damped[k] - value)).toBeLessThan(2e-3 * size));
  });
});

test('rotated linear elasticity in plane stress is what cloth without a model has', () => {
  const plain = shellOf(sheetSurface(0.4, 0.3, 0.05), { membraneStiffness: STIFFNESS });
  const random = createRandom(5);
  const x = plain.restPositions.map((value) => 1.1 * value + 0.01 * (2 * random() - 1));
  const [own, modelled] = [plain, { ...plain, model: sheetModel('rotated-linear', STIFFNESS) }].map((shell) => {
    const operators = new ClothOperators(shell);
    operators.updateElastic(x, 1);
    return { force: operators.elasticForce, energy: operators.elasticEnergy() };
  });
  const size = Math.max(...own.force.map(Math.abs));
  own.force.forEach((value, k) => expect(Math.abs(value - modelled.force[k])).toBeLessThan(1e-10 * size));
  expect(modelled.energy / own.energy).toBeCloseTo(1, 10);
});

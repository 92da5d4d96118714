import { describe, expect, test } from 'vitest';
import type { SolidBodyInput, SolidOperators } from '../../../src/solids/SolidOperators.ts';
import { elementQuadrature } from '../../../src/solids/elementQuadrature.ts';
import { boxOfHexes, boxOfTets, elementCount, mixedBox, quadratic } from '../../support/bodies.ts';
import { createModel, operatorImplementations, solidBody } from '../../support/solids.ts';

/** A symmetric matrix of determinant 1 that is no multiple of the identity, row-major: F_p^-1. */
const STRETCH = (() => {
  const c = 0.1;
  const [x, y] = [1.25, 0.9];
  return [x, c, 0, c, y, 0, 0, 0, 1 / (x * y - c * c)];
})();

/** Replaces the gradients of every point by F_p^-T g. */
function stretchRest(body: SolidBodyInput, operators: SolidOperators): void {
  const { gradients, verticesPerElement, weights } = elementQuadrature(body);
  const numbers = 3 * verticesPerElement;
  for (let q = 0; q < weights.length; q++) {
    const out = new Float64Array(numbers);
    for (let k = 0; k < numbers; k++) {
      for (let j = 0; j < 3; j++) {
        out[k] += STRETCH[3 * (k % 3) + j] * gradients[numbers * q + 3 * Math.floor(k / 3) + j];
      }
    }
    operators.setGradients(q, out);
  }
}

const apply = (m: readonly number[], x: Float64Array) =>
  x.map((_, k) => [0, 1, 2].reduce((sum, j) => sum + m[3 * (k % 3) + j] * x[3 * Math.floor(k / 3) + j], 0));

function inverse([a, b, , , d, , , , i]: readonly number[]): number[] {
  const det = a * d - b * b;
  return [d / det, -b / det, 0, -b / det, a / det, 0, 0, 0, 1 / i];
}

const bodies = [
  ['tetrahedra', boxOfTets([3, 2, 2], [0.6, 0.4, 0.5], 5)],
  ['hexahedra', boxOfHexes([3, 2, 2], [0.6, 0.4, 0.5])],
  ['quadratic tetrahedra', quadratic(boxOfTets([3, 2, 2], [0.6, 0.4, 0.5], 5))],
  ['hexahedra, prisms, pyramids and tetrahedra', mixedBox([3, 2, 2], [0.6, 0.4, 0.5])],
] as const;

/** Two materials, so that the kernel keeps elements in an order of its own. */
function twoMaterials(mesh: (typeof bodies)[number][1], dampingForm: 'robust' | 'conserving'): SolidBodyInput {
  const body = solidBody(mesh, { dampingTime: 0.02, dampingForm });
  const models = [createModel('rotated-linear', 1e5, 0.3), createModel('neo-hookean', 2e5, 0.4)];
  return { ...body, models, elementModel: Uint8Array.from({ length: elementCount(mesh) }, (_, e) => e % 2) };
}

describe.each(operatorImplementations)('replaced gradients: %s', (name, create) => {
  const tolerance = name === 'reference' ? 1e-12 : 2e-5;

  describe.each(bodies)('%s', (_kind, mesh) => {
    test.each(['robust', 'conserving'] as const)(
      'a body against a stretched rest shape is a body of that shape, %s',
      (form) => {
        const body = twoMaterials(mesh, form);
        const { restPositions } = body;
        const stretched = { ...body, restPositions: apply(inverse(STRETCH), restPositions) };
        const x = restPositions.map((value, k) => value + 0.02 * Math.sin(3 * k + value));
        const v = restPositions.map((_, k) => Math.cos(7 * k));
        const operators = create(body);
        stretchRest(body, operators);
        const expected = create(stretched);
        for (const one of [operators, expected]) {
          one.updateElastic(x, 0.7);
          one.updateDamping();
        }
        const worst = (a: ArrayLike<number>, b: ArrayLike<number>) => {
          const size = Math.max(...Array.from(b, Math.abs));
          return Math.max(...Array.from(b, (value, k) => Math.abs(value - a[k]) / size));
        };
        expect(worst(operators.elasticForce, expected.elasticForce)).toBeLessThan(tolerance);
        expect(worst(operators.singularValues, expected.singularValues)).toBeLessThan(tolerance);
        expect(operators.elasticEnergy() / expected.elasticEnergy()).toBeCloseTo(1, name === 'reference' ? 12 : 5);
        const [own, other] = [new Float64Array(v.length), new Float64Array(v.length)];
        operators.applyDamping(v, own);
        expected.applyDamping(v, other);
        expect(worst(own, other)).toBeLessThan(tolerance);
      },
    );
  });
});

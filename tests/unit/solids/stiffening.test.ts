import { describe, expect, it } from 'vitest';
import { constitutiveModels, type CreatedModel } from '../../../src/materials/ConstitutiveModel.ts';
import { signedSvd } from '../../../src/math/signedSvd.ts';
import { Stiffening } from '../../../src/solids/stiffening.ts';

const elastic = { youngsModulus: 2e4, poissonRatio: 0.3 };

function create(type: string): CreatedModel {
  const definition = constitutiveModels.get(type);
  return definition.create(elastic, definition.params.parse({}));
}

/** Largest eigenvalue of d2W/ds2 over that at rest. */
function exact(model: CreatedModel, s: readonly number[]): number {
  const stiffness = new Float64Array(9);
  const values = new Float64Array(3);
  model.principalStiffness(Float64Array.from(s), stiffness);
  signedSvd(stiffness, new Float64Array(9), values, new Float64Array(9));
  return values[0] / (2 * model.mu + 3 * model.lambda);
}

/** States of one squeezed or stretched direction, of two, and of all, s0 >= s1 >= s2. */
const states = Array.from({ length: 40 }, (_, i) => 0.26 + 0.0371 * i).flatMap((s) =>
  [
    [1, 1, s],
    [1, s, s],
    [s, s, s],
    [1.2, 0.9, s],
  ].map((triple) => triple.sort((a, b) => b - a)),
);

describe('stiffening', () => {
  it.each(['neo-hookean', 'st-venant-kirchhoff'])(
    'of %s is what the stiffness says, rounded up by a little',
    (type) => {
      const model = create(type);
      for (const s of states) {
        const expected = Math.max(1, exact(model, s));
        const factor = new Stiffening({ models: [model], elementModel: undefined }).largest(s, 1);
        expect(factor).toBeGreaterThanOrEqual(expected * (1 - 1e-6));
        expect(factor).toBeLessThan(1.2 * expected);
      }
    },
  );

  it('is that of the stiffest element, in any order of the elements', () => {
    const model = create('neo-hookean');
    const stiffening = new Stiffening({ models: [model], elementModel: undefined });
    const each = states.map((s) => stiffening.largest(s, 1));
    expect(stiffening.largest(states.flat(), 1)).toBe(Math.max(...each));
    expect(stiffening.largest([...states].reverse().flat(), 1)).toBe(Math.max(...each));
  });
});

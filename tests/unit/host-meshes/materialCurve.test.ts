import { describe, expect, it } from 'vitest';
import { materialCurve } from '../../../src/host/catalogue/materialCurve.ts';
import { constitutiveModels, lameParameters } from '../../../src/materials/ConstitutiveModel.ts';
import { requests } from '../../../src/protocol/requests.ts';

const elastic = { youngsModulus: 5e4, poissonRatio: 0.3 };
const range = { from: -1, to: 2, count: 301 };

describe.each(constitutiveModels.types())('curve of %s', (model) => {
  const curve = materialCurve({ model, params: {}, ...elastic, ...range });

  it('is free of stress at rest, and resists with the stiffness of small strains', () => {
    const rest = curve.stretch.indexOf(1);
    expect(curve.stretch[rest]).toBe(1);
    expect(Math.abs(curve.stress[rest])).toBeLessThan(1e-9 * elastic.youngsModulus);
    const { mu, lambda } = lameParameters(elastic);
    const fine = materialCurve({ model, params: {}, ...elastic, from: 1 - 1e-5, to: 1 + 1e-5, count: 3 });
    // Fibres that slacken at rest bend the curve there.
    const slope = (fine.stress[1] - fine.stress[0]) / 1e-5;
    expect(slope / (lambda + 2 * mu)).toBeCloseTo(1, 3);
  });

  it('pushes back through flat and inverted', () => {
    curve.stretch.forEach((stretch, k) => {
      expect(Number.isFinite(curve.stress[k])).toBe(true);
      if (stretch < 0.999) expect(curve.stress[k]).toBeLessThan(0);
      if (stretch > 1.001) expect(curve.stress[k]).toBeGreaterThan(0);
    });
  });
});

it('is a straight line for the rotated linear model: P = (lambda + 2 mu) (s - 1)', () => {
  const { mu, lambda } = lameParameters(elastic);
  const { stretch, stress } = materialCurve({ model: 'rotated-linear', params: {}, ...elastic, ...range });
  stretch.forEach((s, k) => expect(stress[k]).toBeCloseTo((lambda + 2 * mu) * (s - 1), 6));
  expect([stretch[0], stretch.at(-1)]).toEqual([range.from, range.to]);
});

it('adds the pull of fibres to that of the matrix, relaxed and active', () => {
  const params = { peakStress: 2e5 };
  const passive = materialCurve({ model: 'muscle', params, ...elastic, ...range });
  const matrix = materialCurve({ model: 'muscle', params: { peakStress: 0 }, ...elastic, ...range });
  passive.stretch.forEach((s, k) => {
    const slack = 2e5 * 0.05 * (Math.exp(6.6 * (s - 1)) - 1);
    if (s < 1.4) expect(passive.stress[k] - matrix.stress[k]).toBeCloseTo(s > 1 ? slack : 0, 4);
    if (s > 0.65 && s <= 1) expect(passive.active![k] - matrix.stress[k]).toBeCloseTo(2e5 * (1 - 4 * (1 - s) ** 2), 4);
  });
  expect(materialCurve({ model: 'neo-hookean', params: {}, ...elastic, ...range }).active).toBeUndefined();
});

it('refuses what is no curve, and says why', () => {
  const ask = (changes: object) => () =>
    materialCurve({ model: 'rotated-linear', params: {}, ...elastic, ...range, ...changes });
  expect(ask({ from: 2, to: 2 })).toThrow(/no range/);
  expect(ask({ model: 'jelly' })).toThrow(/unknown constitutive model 'jelly'/);
  expect(ask({ model: 'neo-hookean', params: { threshhold: 1 } })).toThrow(/'threshhold' is not known/);
  expect(ask({ youngsModulus: 1e308 })).toThrow(/not a finite number/);
  const schema = requests.materialCurve.params;
  const asked = { model: 'neo-hookean', params: {}, ...elastic, ...range };
  expect(schema.safeParse(asked).success).toBe(true);
  const changes = [{ from: NaN }, { to: Infinity }, { poissonRatio: 0.5 }, { count: 1e9 }, { youngsModulus: -1 }];
  for (const change of changes) expect(schema.safeParse({ ...asked, ...change }).success).toBe(false);
});

import { describe, expect, it } from 'vitest';
import { constitutiveModels, lameParameters } from '../../../src/materials/ConstitutiveModel.ts';
import { dampingFromTime } from '../../../src/materials/damping.ts';
import { dampingRatio } from '../../../src/scene/rayleighDamping.ts';
import {
  elasticFromLame,
  elasticFromShearBulk,
  elasticSummary,
  elasticWarning,
} from '../../../src/materials/elasticConstants.ts';
import { liquidPresets, solidPresets } from '../../../src/materials/presets.ts';

describe('presets', () => {
  it('have distinct names, stable constants and a registered model', () => {
    expect(new Set([...solidPresets, ...liquidPresets].map((preset) => preset.type)).size).toBe(22);
    for (const preset of solidPresets) {
      const { bulkModulus, mu } = elasticSummary(preset);
      expect(bulkModulus).toBeGreaterThan(0);
      expect(mu).toBeGreaterThan(0);
      expect(preset.density).toBeGreaterThan(0);
      expect(elasticWarning(preset)).toBeUndefined();
      const definition = constitutiveModels.get(preset.model);
      const model = definition.create(preset, definition.params.parse({}));
      expect(model.mu).toBeCloseTo(mu, 6);
    }
  });

  it('yield long before the strain at which their model would stop being theirs', () => {
    for (const { yieldStress, youngsModulus } of solidPresets) {
      if (yieldStress !== undefined) expect(yieldStress / youngsModulus).toBeLessThan(0.06);
    }
  });

  it('hold the values of the reference table', () => {
    const steel = solidPresets.find((preset) => preset.type === 'steel');
    expect(steel).toMatchObject({ density: 7860, youngsModulus: 2e11, poissonRatio: 0.3, yieldStress: 2.5e8 });
    // Longitudinal wave speed of steel, about 5.9 km/s in tables.
    const { mu, lambda } = lameParameters(steel!);
    expect(Math.sqrt((lambda + 2 * mu) / steel!.density)).toBeCloseTo(5853, -2);
  });
});

describe('elastic constants', () => {
  it.each([
    [1e4, 0.45],
    [5e4, 0],
    [2e11, 0.3],
    [1e3, -0.4],
  ])('E = %d, nu = %d survive the round trip through both other pairs', (youngsModulus, poissonRatio) => {
    const { mu, lambda, bulkModulus } = elasticSummary({ youngsModulus, poissonRatio });
    expect((lameParameters({ youngsModulus, poissonRatio }).lambda - lambda) / mu).toBeCloseTo(0, 12);
    for (const back of [elasticFromLame(mu, lambda), elasticFromShearBulk(mu, bulkModulus)]) {
      expect(back.youngsModulus / youngsModulus).toBeCloseTo(1, 12);
      expect(back.poissonRatio).toBeCloseTo(poissonRatio, 12);
    }
    // K = E / (3 (1 - 2 nu)).
    expect((bulkModulus * 3 * (1 - 2 * poissonRatio)) / youngsModulus).toBeCloseTo(1, 12);
  });

  it('refuse materials that would fly apart', () => {
    for (const [E, nu] of [
      [0, 0.3],
      [-1, 0.3],
      [NaN, 0.3],
      [1e4, 0.5],
      [1e4, -1],
      [1e4, NaN],
    ]) {
      expect(() => elasticSummary({ youngsModulus: E, poissonRatio: nu })).toThrow(/not (give )?a stable material/);
    }
    expect(() => elasticFromLame(1, -0.7)).toThrow(/not (give )?a stable material/);
    expect(() => elasticFromShearBulk(1, 0)).toThrow(/not (give )?a stable material/);
  });

  it('warn above a Poisson ratio of 0.45', () => {
    expect(elasticWarning({ youngsModulus: 1e4, poissonRatio: 0.45 })).toBeUndefined();
    expect(elasticWarning({ youngsModulus: 1e4, poissonRatio: 0.46 })).toMatch(/volume conservation/);
  });
});

describe('damping', () => {
  it('scales the Lame parameters by the damping time', () => {
    const elastic = { youngsModulus: 5e4, poissonRatio: 0.3 };
    const { mu, lambda } = lameParameters(elastic);
    expect(dampingFromTime(elastic, 0.01)).toEqual({ beta: mu * 0.01, alpha: lambda * 0.01 });
  });

  it("is critical where a mode of x'' + a x' + omega^2 (x + tau x') = 0 stops swinging", () => {
    const omega = 2 * Math.PI * 3;
    expect(dampingRatio({ massDamping: 0, dampingTime: 2 / omega }, 3)).toBeCloseTo(1, 14);
    expect(dampingRatio({ massDamping: 2 * omega, dampingTime: 0 }, 3)).toBeCloseTo(1, 14);
    expect(dampingRatio({ massDamping: 2, dampingTime: 0.01 }, 3)).toBeCloseTo(
      (2 + 0.01 * omega ** 2) / (2 * omega),
      14,
    );
  });
});

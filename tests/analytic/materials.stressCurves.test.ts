import { describe, expect, it } from 'vitest';
import { constitutiveModels, type CreatedModel } from '../../src/materials/ConstitutiveModel.ts';

/** The curves of Irving 2007, figure 2.3: stress over one stretch, the others at 1. */
const mu = 1;
const lambda = 0.5;
const elastic = {
  youngsModulus: (mu * (3 * lambda + 2 * mu)) / (lambda + mu),
  poissonRatio: lambda / (2 * (lambda + mu)),
};

function create(type: string, params: Record<string, number> = {}): CreatedModel {
  const definition = constitutiveModels.get(type);
  return definition.create(elastic, definition.params.parse(params));
}

function stressAt(model: CreatedModel, s: readonly [number, number, number]): Float64Array {
  const out = new Float64Array(3);
  model.principalStress(Float64Array.from(s), out);
  return out;
}

const samples = Array.from({ length: 61 }, (_, i) => -1 + 0.05 * i);

describe('uniaxial stress curves', () => {
  const closedForms: Record<string, (s: number) => number> = {
    'rotated-linear': (s) => (2 * mu + lambda) * (s - 1),
    'fixed-corotated': (s) => (2 * mu + lambda) * (s - 1),
    'st-venant-kirchhoff': (s) => (mu + lambda / 2) * s * (s * s - 1),
    'neo-hookean': (s) => mu * (s - 1 / s) + (lambda * Math.log(s)) / s,
  };

  it.each(Object.keys(closedForms))('%s follows its closed form above the threshold', (type) => {
    const model = create(type);
    const linear = type === 'rotated-linear' || type === 'fixed-corotated';
    for (const s of samples) {
      if (linear || s > 0.6) expect(stressAt(model, [s, 1, 1])[0]).toBeCloseTo(closedForms[type](s), 12);
    }
  });

  it.each(['st-venant-kirchhoff', 'neo-hookean'])('%s is a straight line from the threshold into inversion', (type) => {
    for (const threshold of [0.3, 0.6, 0.8]) {
      const model = create(type, { threshold });
      const at = (s: number): number => stressAt(model, [s, 1, 1])[0];
      expect(at(threshold)).toBeCloseTo(closedForms[type](threshold), 12);
      const slope = (at(threshold) - at(-1)) / (threshold + 1);
      expect(slope).toBeGreaterThan(0);
      for (let s = -1; s <= threshold; s += 0.1) expect(at(s)).toBeCloseTo(at(threshold) + slope * (s - threshold), 12);
    }
  });

  it('neo-Hookean continues with the slope of its curve, St. Venant-Kirchhoff with a positive one', () => {
    const slopeBelow = (type: string, threshold: number): number => {
      const model = create(type, { threshold });
      return stressAt(model, [0, 1, 1])[0] - stressAt(model, [-1, 1, 1])[0];
    };
    for (const t of [0.3, 0.6]) {
      expect(slopeBelow('neo-hookean', t)).toBeCloseTo(
        mu * (1 + 1 / t ** 2) + (lambda * (1 - Math.log(t))) / t ** 2,
        12,
      );
    }
    // Its own slope at 0.3 is (mu + lambda/2)(3 t^2 - 1) < 0: the projection raises it to mu + lambda t^2.
    expect(slopeBelow('st-venant-kirchhoff', 0.3)).toBeCloseTo(mu + lambda * 0.3 ** 2, 12);
    // At 0.9 nothing needs raising.
    expect(slopeBelow('st-venant-kirchhoff', 0.9)).toBeCloseTo((mu + lambda / 2) * (3 * 0.9 ** 2 - 1), 12);
  });

  it('two stretches beyond the threshold meet the constant projected stress derivative', () => {
    const t = 0.6;
    const model = create('neo-hookean', { threshold: t });
    const slope = mu * (1 + 1 / t ** 2) - (lambda * Math.log(t)) / t ** 2;
    const corner = stressAt(model, [t, t, 1.3]);
    const inside = stressAt(model, [t - 0.5, t - 0.2, 1.3]);
    const pressure = (lambda * -0.7) / t;
    expect(inside[0] - corner[0]).toBeCloseTo(slope * -0.5 + pressure / t, 12);
    expect(inside[1] - corner[1]).toBeCloseTo(slope * -0.2 + pressure / t, 12);
    // The free stretch feels Irving's extrapolation, H_ji (s_i - t).
    expect(inside[2] - corner[2]).toBeCloseTo(pressure / 1.3, 12);
  });

  it('the cubic spline has its slopes at rest and outside its thresholds, and is smooth in between', () => {
    const shape = { compressionThreshold: 0.5, compressionStiffening: 4, stretchThreshold: 1.5, stretchStiffening: 2 };
    const model = create('cubic-spline', shape);
    const at = (s: number): number => stressAt(model, [s, 1, 1])[0] - lambda * (s - 1);
    expect(at(0) - at(-1)).toBeCloseTo(4 * 2 * mu, 12);
    expect(at(3) - at(2)).toBeCloseTo(2 * 2 * mu, 12);
    expect((at(1 + 1e-6) - at(1 - 1e-6)) / 2e-6).toBeCloseTo(2 * mu, 4);
    // Integral of the slope k + (r - k) x^2 over the compression branch: w (k + (r - k)/3).
    expect(at(0.5)).toBeCloseTo(-0.5 * (8 * mu + (2 * mu - 8 * mu) / 3), 12);
    expect(at(1.5)).toBeCloseTo(0.5 * (4 * mu + (2 * mu - 4 * mu) / 3), 12);
    const second = (s: number): number => (at(s + 1e-4) - 2 * at(s) + at(s - 1e-4)) / 1e-8;
    expect(second(0.5)).toBeCloseTo(0, 1);
    expect(second(1.5)).toBeCloseTo(0, 1);
  });

  it('stable neo-Hookean is as published above its collapse threshold and where it is left out', () => {
    const m = (4 / 3) * mu;
    const n = lambda + (5 / 6) * mu;
    const published = (s: readonly [number, number, number]): number[] => {
      const I = s[0] ** 2 + s[1] ** 2 + s[2] ** 2;
      const J = s[0] * s[1] * s[2];
      return s.map(
        (value, i) => m * (1 - 1 / (I + 1)) * value + (n * (J - 1) - 0.75 * m) * s[(i + 1) % 3] * s[(i + 2) % 3],
      );
    };
    const pure = create('stable-neo-hookean', { collapseThreshold: 0 });
    for (const s of [
      [2, 1, 0.5],
      [0.3, 0.4, 0.5],
      [1, 1, -1],
      [1, 0, 0],
    ] as const) {
      stressAt(pure, s).forEach((value, i) => expect(value).toBeCloseTo(published(s)[i], 12));
    }
    const pushed = create('stable-neo-hookean');
    stressAt(pushed, [2, 1, 0.3]).forEach((value, i) => expect(value).toBeCloseTo(published([2, 1, 0.3])[i], 12));
    expect(Math.hypot(...stressAt(pure, [1, 0, 0]).subarray(1))).toBe(0);
    expect(stressAt(pushed, [1, 0, 0])[2]).toBeCloseTo(-0.25 * mu, 12);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { quantityInfo } from '../../../src/base/quantities.ts';
import { constitutiveModels, lameParameters, type CreatedModel } from '../../../src/materials/ConstitutiveModel.ts';
import { z } from 'zod';

// The same cases in every run.
fc.configureGlobal({ seed: 20_261_121 });

const SEED = 20071;
const YOUNGS = 5e4;
const poissonRatios = [-0.2, 0, 0.3, 0.45, 0.49];

function create(type: string, poissonRatio: number): CreatedModel {
  const definition = constitutiveModels.get(type);
  return definition.create({ youngsModulus: YOUNGS, poissonRatio }, definition.params.parse({}));
}

/** The largest of numbers that are not negative; NaN where one is. Properties return whether they hold: an expectation for each number takes most of the time. */
const largest = (values: ArrayLike<number>): number => Math.max(...Array.from(values));

/** Stretches as the signed decomposition gives them: s0 >= s1 >= |s2|, det may be negative. */
const stretches = (low: number, high: number) =>
  fc
    .tuple(...[0, 1, 2].map(() => fc.double({ min: low, max: high, noNaN: true })))
    .map(([a, b, c]) => Float64Array.of(a, b, c));

const stress = (model: CreatedModel, s: ArrayLike<number>): Float64Array => {
  const out = new Float64Array(3);
  model.principalStress(Float64Array.from(s), out);
  return out;
};

const energyOf = (model: CreatedModel, s: Float64Array): number => {
  const out = new Float64Array(1);
  model.energyDensity(s, out);
  return out[0];
};

const shifted = (s: Float64Array, axis: number, h: number): Float64Array => {
  const moved = s.slice();
  moved[axis] += h;
  return moved;
};

const models = constitutiveModels
  .types()
  .flatMap((type) => poissonRatios.map((nu) => ({ type, nu, model: create(type, nu) })));

it('finds the models of the program, and that which exists for tests alone', () => {
  expect(constitutiveModels.types()).toEqual([
    'cubic-spline',
    'fixed-corotated',
    'hardening',
    'linear',
    'muscle',
    'neo-hookean',
    'rotated-linear',
    'st-venant-kirchhoff',
    'stable-neo-hookean',
  ]);
});

describe.each(models)('$type at Poisson ratio $nu', ({ nu, model }) => {
  const { mu, lambda } = lameParameters({ youngsModulus: YOUNGS, poissonRatio: nu });
  const modulus = 2 * mu + Math.abs(lambda);
  const rest = Float64Array.of(1, 1, 1);

  it('has neither energy nor stress at rest', () => {
    expect(Math.abs(energyOf(model, rest))).toBeLessThan(1e-14 * modulus);
    for (const value of stress(model, rest)) expect(Math.abs(value)).toBeLessThan(1e-14 * modulus);
  });

  it('becomes linear elasticity with its Lame parameters at small strain', () => {
    expect([model.mu, model.lambda]).toEqual([mu, lambda]);
    const stiffness = new Float64Array(9);
    model.principalStiffness(rest, stiffness);
    for (let i = 0; i < 3; i++) {
      for (let j = 0; j < 3; j++) {
        const expected = lambda + (i === j ? 2 * mu : 0);
        expect(Math.abs(stiffness[3 * i + j] - expected)).toBeLessThan(1e-12 * modulus);
      }
    }
  });

  it('says that its stiffness is constant where it is so at every Poisson ratio, and nowhere else', () => {
    const [atRest, elsewhere] = [rest, Float64Array.of(1.7, 0.9, -0.4)].map((s) => {
      const stiffness = new Float64Array(9);
      model.principalStiffness(s, stiffness);
      return stiffness;
    });
    const change = largest(elsewhere.map((value, k) => Math.abs(value - atRest[k])));
    const isConstant = change < 1e-12 * modulus;
    // Without lateral contraction volumes store no energy, and a model may be linear then alone.
    if (nu === 0) expect(isConstant || model.hasConstantStiffness !== true).toBe(true);
    else expect(isConstant).toBe(model.hasConstantStiffness === true);
  });

  it('has the gradient of its energy as stress, extrapolated and inverted states included', () => {
    fc.assert(
      fc.property(stretches(-3, 3), (s) => {
        const p = stress(model, s);
        const h = 1e-5;
        const scale = modulus + Math.max(...p.map(Math.abs));
        const errors = [0, 1, 2].map((i) => {
          const slope = (energyOf(model, shifted(s, i, h)) - energyOf(model, shifted(s, i, -h))) / (2 * h);
          return Math.abs(slope - p[i]);
        });
        // Central differences of a C1 energy across a kink of its second derivative err by at most h * the jump.
        return largest(errors) < 1e-5 * scale;
      }),
      { seed: SEED, numRuns: 200 },
    );
  });

  it('has the derivative of its stress as stiffness, and it is symmetric', () => {
    fc.assert(
      fc.property(stretches(-3, 3), (s) => {
        const stiffness = new Float64Array(9);
        model.principalStiffness(s, stiffness);
        const size = modulus + Math.max(...stiffness.map(Math.abs));
        const h = 1e-6;
        const here = stress(model, s);
        const [skew, errors]: [number[], number[]] = [[], []];
        for (let j = 0; j < 3; j++) {
          const after = stress(model, shifted(s, j, h));
          const before = stress(model, shifted(s, j, -h));
          for (let i = 0; i < 3; i++) {
            const value = stiffness[3 * i + j];
            skew.push(Math.abs(value - stiffness[3 * j + i]));
            // At a threshold either one-sided derivative is right.
            errors.push(
              Math.min(Math.abs((after[i] - here[i]) / h - value), Math.abs((here[i] - before[i]) / h - value)),
            );
          }
        }
        return largest(skew) < 1e-12 * size && largest(errors) < 5e-5 * size;
      }),
      { seed: SEED, numRuns: 200 },
    );
  });

  it('has a continuous stress', () => {
    fc.assert(
      fc.property(stretches(-1, 2), fc.double({ min: 0, max: 1, noNaN: true }), (s, t) => {
        // Along a line through rest the stress may change by no more than the largest stiffness times the way gone.
        const at = (u: number) => s.map((value) => 1 + (value - 1) * u);
        const before = stress(model, at(t));
        const after = stress(model, at(t + 1e-9));
        return largest(after.map((value, i) => Math.abs(value - before[i]))) < 1e-6 * modulus;
      }),
      { seed: SEED, numRuns: 300 },
    );
  });

  it('does not depend on the order of the stretches', () => {
    const orders = [
      [1, 2, 0],
      [1, 0, 2],
      [2, 1, 0],
    ];
    fc.assert(
      fc.property(stretches(-3, 3), (s) => {
        const p = stress(model, s);
        const energy = energyOf(model, s);
        const size = modulus + Math.max(...p.map(Math.abs));
        return orders.every((order) => {
          const permuted = Float64Array.from(order, (k) => s[k]);
          const errors = stress(model, permuted).map((value, i) => Math.abs(value - p[order[i]]));
          return (
            Math.abs(energyOf(model, permuted) - energy) <= 1e-12 * (size + Math.abs(energy)) &&
            largest(errors) <= 1e-12 * size
          );
        });
      }),
      { seed: SEED, numRuns: 100 },
    );
  });

  it('stores energy in every small deformation', () => {
    fc.assert(
      fc.property(stretches(-0.02, 0.02), (e) => {
        const energy = energyOf(
          model,
          e.map((value) => 1 + value),
        );
        const squares = e[0] * e[0] + e[1] * e[1] + e[2] * e[2];
        const trace = e[0] + e[1] + e[2];
        const linear = mu * squares + 0.5 * lambda * trace * trace;
        // Third-order terms: at most a tenth of the second-order energy's scale at 2 % strain.
        const isNear = Math.abs(energy - linear) <= 0.1 * (mu + Math.abs(lambda)) * squares + 1e-9;
        return isNear && energy >= -1e-12 * modulus;
      }),
      { seed: SEED, numRuns: 200 },
    );
  });

  it('is finite for flat, collapsed, inverted and huge stretches', () => {
    const values = [-1e6, -10, -1, -0.6, -1e-12, -0, 0, 1e-300, 1e-12, 0.1, 0.6, 1, 10, 1e6];
    const stiffness = new Float64Array(9);
    const isFinite = (s: Float64Array) => {
      model.principalStiffness(s, stiffness);
      return (
        Number.isFinite(energyOf(model, s)) && [stress(model, s), stiffness].every((all) => all.every(Number.isFinite))
      );
    };
    const states = values.flatMap((a) => values.flatMap((b) => values.map((c) => Float64Array.of(a, b, c))));
    expect(states.filter((s) => !isFinite(s))).toEqual([]);
  });

  if (nu < 0) return;

  it('pushes a flat or inverted stretch back and pulls a long one in', () => {
    const forces = Array.from({ length: 201 }, (_, k) => stress(model, [1, 1, -0.05 * k])[2]);
    expect(Math.max(...forces)).toBeLessThan(-0.1 * mu);
    expect(forces.slice(1).every((force, k) => force < forces[k])).toBe(true);
    for (let longest = 1.05; longest <= 100; longest *= 1.1) {
      expect(stress(model, [longest, 1, 1])[0]).toBeGreaterThan(0);
    }
  });

  it('leaves no collapsed state without stress', () => {
    // Sideways stretch may thin a flat element further, so only some stress is asked for.
    for (const [a, b, c] of [
      [0, 0, 0],
      [1, 0, 0],
      [1, 1, 0],
      [3, 0, 0],
      [2, 2, 0],
      [3, 3, 0],
    ]) {
      expect(Math.hypot(...stress(model, [a, b, c]))).toBeGreaterThan(0.1 * mu);
    }
  });

  it('comes back to rest from any state of a single element by following its stress', () => {
    const signed = stretches(-4, 4).map((s) => {
      const [c, b, a] = [...s.map(Math.abs)].sort((x, y) => x - y);
      return Float64Array.of(a, b, s[0] < 0 ? -c : c);
    });
    fc.assert(
      fc.property(signed, (start) => {
        return largest(descend(model, start).map((value) => Math.abs(value - 1))) < 5e-6;
      }),
      { seed: SEED, numRuns: 20 },
    );
  });
});

it.each(constitutiveModels.all())('$type has fibres, and measures small strain, where it says so', (definition) => {
  expect(create(definition.type, 0.3).fibre !== undefined).toBe(definition.hasFibres === true);
  expect(create(definition.type, 0.3).measure).toBe(definition.measure);
});

const fibrous = constitutiveModels.types().flatMap((type) => {
  const { fibre } = create(type, 0.3);
  return fibre === undefined ? [] : [{ type, fibre }];
});

describe.each(fibrous)('the fibres of $type', ({ fibre }) => {
  const law = (stretch: number, activation: number) => {
    const out = new Float64Array(3);
    fibre.evaluate(Float64Array.of(stretch, activation), out);
    return [...out];
  };

  it('are without energy and relaxed without tension at rest', () => {
    for (const activation of [0, 0.3, 1]) expect(Math.abs(law(1, activation)[0])).toBeLessThan(1e-9);
    expect(law(1, 0)[1]).toBe(0);
  });

  it('pull, and never push, with the slope of their energy', () => {
    const h = 1e-6;
    for (let stretch = 0.01; stretch < 3; stretch += 0.0137) {
      for (const activation of [0, 0.4, 1]) {
        const [, tension, slope] = law(stretch, activation);
        const [before, after] = [law(stretch - h, activation), law(stretch + h, activation)];
        const size = law(1, 1)[1] + tension;
        expect(tension).toBeGreaterThanOrEqual(0);
        expect(Math.abs((after[0] - before[0]) / (2 * h) - tension)).toBeLessThan(1e-5 * size);
        expect(Math.abs((after[1] - before[1]) / (2 * h) - slope)).toBeLessThan(1e-4 * size);
      }
    }
  });

  it('have no tension left where they are crushed', () => {
    expect(law(0, 1).every(Number.isFinite)).toBe(true);
    expect(law(0.01, 1)[1]).toBe(0);
  });
});

/** Gradient descent on the energy with backtracking: the overdamped motion of one element. */
function descend(model: CreatedModel, start: Float64Array): Float64Array {
  let s = start;
  let step = 1 / (2 * model.mu + 3 * model.lambda);
  for (let iteration = 0; iteration < 20_000; iteration++) {
    const p = stress(model, s);
    const squares = p[0] * p[0] + p[1] * p[1] + p[2] * p[2];
    if (squares < (1e-9 * model.mu) ** 2) break;
    const energy = energyOf(model, s);
    let next = s;
    for (let halvings = 0; halvings < 60; halvings++) {
      next = s.map((value, i) => value - step * p[i]);
      if (energyOf(model, next) <= energy - 0.25 * step * squares) break;
      step *= 0.5;
    }
    step *= 1.5;
    s = next;
  }
  return s;
}

describe('definitions', () => {
  it.each(constitutiveModels.all())('$type names its parameters with unit, help and default', (definition) => {
    expect(definition.params).toBeInstanceOf(z.ZodObject);
    for (const [name, schema] of Object.entries((definition.params as z.ZodObject).shape)) {
      const info = quantityInfo(schema as z.ZodType);
      expect(info, name).toBeDefined();
      expect(info?.help.length).toBeGreaterThan(20);
    }
    expect(() => definition.params.parse({ typo: 1 })).toThrow(/typo/);
  });
});

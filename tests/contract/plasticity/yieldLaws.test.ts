import { describe, expect, test } from 'vitest';
import { quantityInfo } from '../../../src/base/quantities.ts';
import { signedSvd } from '../../../src/math/signedSvd.ts';
import { SeededRandom } from '../../support/random.ts';
import { FlowState, yieldLaws, type YieldLaw } from '../../../src/plasticity/YieldLaw.ts';
import { createModel } from '../../support/solids.ts';
import {
  deviatorNorm,
  diagonal,
  multiply,
  PlasticPoint,
  rotation,
  transpose,
  type Matrix,
} from '../../support/plasticPoint.ts';

/** Every law with its defaults, and the variants that change what it does. */
const laws: [string, string, Record<string, unknown>][] = [
  ...yieldLaws.types().map((type): [string, string, Record<string, unknown>] => [type, type, {}]),
  ['log-strain, compressible', 'log-strain', { compressible: true }],
  ['rate, at once', 'rate', { flowTime: 0, hardening: 0 }],
  ['rate, slow and hardening', 'rate', { flowTime: 0.2, hardening: 0.5, yieldStrain: 0.05 }],
];

function create(type: string, params: Record<string, unknown>): YieldLaw {
  const definition = yieldLaws.get(type);
  return definition.create(definition.params.parse(params));
}

function project(law: YieldLaw, logs: readonly number[], alpha = 0, dt = 0.01) {
  const strain = Float64Array.from(logs);
  const state = Float64Array.of(alpha, 1);
  law.beginStep(dt);
  law.project(strain, state);
  return { strain: [...strain], alpha: state[FlowState.hardening] };
}

const random = new SeededRandom(7);
const spread = (size: number) => size * (2 * random.uniform() - 1);
const samples = Array.from({ length: 200 }, () => [spread(0.8), spread(0.8), spread(0.8)]);

test('the laws are those that documents name', () => {
  expect(yieldLaws.types()).toEqual(['log-strain', 'rate']);
});

describe.each(laws)('yield law %s', (_name, type, params) => {
  const law = create(type, params);
  const normOf = (logs: readonly number[]) => (law.deviatoric ? deviatorNorm(logs) : Math.hypot(...logs));

  test('does not touch what is within the yield strain', () => {
    for (const logs of samples) {
      const inside = logs.map((l) => (l * 0.99 * law.yieldStrain) / normOf(logs));
      expect(project(law, inside)).toEqual({ strain: inside, alpha: 0 });
    }
  });

  test('brings nothing below the yield strain, never turns it round, and keeps the volume where it says so', () => {
    for (const logs of samples.filter((l) => normOf(l) > law.yieldStrain)) {
      const { strain, alpha } = project(law, logs);
      expect(normOf(strain)).toBeGreaterThan(law.yieldStrain * (1 - 1e-12));
      expect(normOf(strain)).toBeLessThan(normOf(logs));
      expect(alpha).toBeCloseTo(normOf(logs) - normOf(strain), 12);
      const trace = (l: readonly number[]) => l[0] + l[1] + l[2];
      if (law.deviatoric) expect(trace(strain)).toBeCloseTo(trace(logs), 12);
      const ratio = normOf(strain) / normOf(logs);
      const mean = (l: readonly number[]) => (law.deviatoric ? trace(l) / 3 : 0);
      for (let k = 0; k < 3; k++) {
        expect(strain[k] - mean(strain)).toBeCloseTo(ratio * (logs[k] - mean(logs)), 12);
      }
    }
  });

  test('commutes with permutation of the stretches', () => {
    for (const [a, b, c] of samples.slice(0, 20)) {
      const { strain } = project(law, [a, b, c]);
      const { strain: permuted } = project(law, [c, a, b]);
      expect(permuted[0]).toBeCloseTo(strain[2], 14);
      expect(permuted[1]).toBeCloseTo(strain[0], 14);
      expect(permuted[2]).toBeCloseTo(strain[1], 14);
    }
  });

  test('flows as much in many short substeps as in one long one', () => {
    // 300 times as many: strain held, as in a press that stands still.
    for (const logs of samples.slice(0, 20)) {
      const once = project(law, logs, 0, 0.03);
      let many = { strain: [...logs], alpha: 0 };
      for (let k = 0; k < 300; k++) many = project(law, many.strain, many.alpha, 1e-4);
      for (let k = 0; k < 3; k++) expect(Math.abs(many.strain[k] - once.strain[k])).toBeLessThan(1e-6);
      expect(Math.abs(many.alpha - once.alpha)).toBeLessThan(1e-6);
    }
  });

  test('leaves the volume of the rest shape alone over 1e5 substeps', () => {
    const point = new PlasticPoint({ law });
    const own = new SeededRandom(3);
    const signed = (size: number) => size * (2 * own.uniform() - 1);
    const shapes = Array.from({ length: 997 }, () => {
      const turn = rotation([signed(1), signed(1), signed(1)], signed(3));
      const stretch = diagonal(Math.exp(signed(0.7)), Math.exp(signed(0.7)), Math.exp(signed(0.7)));
      return multiply(turn, multiply(stretch, transpose(rotation([signed(1), 1, signed(1)], signed(3)))));
    });
    for (let k = 0; k < 1e5; k++) point.step(shapes[k % shapes.length]);
    expect(point.flow.hardening[0]).toBeGreaterThan(1);
    if (law.deviatoric) expect(point.flow.volumeDrift()).toBeLessThan(1e-12);
    else expect(point.flow.volumeDrift()).toBeGreaterThan(1e-3);
  });

  test('gives the stress of a plastic part that keeps its rotation', () => {
    const model = createModel('neo-hookean', 1e5, 0.3);
    const point = new PlasticPoint({ law });
    let raw = diagonal(1, 1, 1);
    let alpha = 0;
    const own = new SeededRandom(11);
    const signed = (size: number) => size * (2 * own.uniform() - 1);
    for (let k = 0; k < 100; k++) {
      const f = multiply(
        rotation([signed(1), 1, signed(1)], signed(3)),
        multiply(
          diagonal(Math.exp(signed(0.4)), Math.exp(signed(0.4)), Math.exp(signed(0.4))),
          rotation([1, signed(1), 0], 1),
        ),
      );
      point.step(f);
      raw = rawFlow(law, raw, f, alpha);
      alpha = point.flow.hardening[0];
      const p = firstPiola(model, f, raw);
      const symmetric = elasticStress(model, point, f);
      const size = Math.max(...p.map(Math.abs));
      for (let i = 0; i < 9; i++) expect(Math.abs(symmetric[i] - p[i]) / size).toBeLessThan(1e-7);
    }
  });

  test('says what its parameters are', () => {
    const { params: schema, label, reference } = yieldLaws.get(type);
    expect(label.length * reference.length).toBeGreaterThan(0);
    const { shape } = schema as unknown as { shape: Record<string, Parameters<typeof quantityInfo>[0]> };
    for (const member of Object.values(shape)) {
      const help = quantityInfo(member)?.help ?? (member.meta() as { help?: string }).help;
      expect(help?.length).toBeGreaterThan(10);
    }
  });
});

type Model = ReturnType<typeof createModel>;

/** Irving 2007, 2.6.3, word for word: F_p' = diag(s_proj)^-1 U^T F with its rotation kept. */
function rawFlow(law: YieldLaw, fp: Matrix, f: Matrix, alpha: number): number[] {
  const [u, s, v] = [new Float64Array(9), new Float64Array(3), new Float64Array(9)];
  signedSvd(Float64Array.from(multiply(f, inverse(fp))), u, s, v);
  if (s[2] < 0.2) return [...fp];
  const { strain } = project(law, Array.from(s, Math.log), alpha);
  if (normDifference(strain, Array.from(s, Math.log)) < 1e-13) return [...fp];
  const [a, b, c] = strain.map((l) => Math.exp(-l));
  return multiply(diagonal(a, b, c), multiply(transpose([...u]), f));
}

const normDifference = (a: readonly number[], b: readonly number[]) => Math.hypot(...a.map((x, k) => x - b[k]));

/** P = P_e(F F_p^-1) F_p^-T. */
function firstPiola(model: Model, f: Matrix, fp: Matrix): number[] {
  const inverted = inverse(fp);
  return multiply(stressOf(model, multiply(f, inverted)), transpose(inverted));
}

/** Returns the elastic stress from the gradients of the point: rows 1 to 3 are F_p^-1. */
function elasticStress(model: Model, point: PlasticPoint, f: Matrix): number[] {
  const inverted = transpose([...point.gradients.subarray(3)]);
  return multiply(stressOf(model, [...point.elastic(f)]), transpose(inverted));
}

function stressOf(model: Model, fe: Matrix): number[] {
  const [u, s, v, p] = [new Float64Array(9), new Float64Array(3), new Float64Array(9), new Float64Array(3)];
  signedSvd(Float64Array.from(fe), u, s, v);
  model.principalStress(s, p);
  return multiply([...u], multiply(diagonal(p[0], p[1], p[2]), transpose([...v])));
}

function inverse(m: Matrix): number[] {
  const c = [
    m[4] * m[8] - m[5] * m[7],
    m[2] * m[7] - m[1] * m[8],
    m[1] * m[5] - m[2] * m[4],
    m[5] * m[6] - m[3] * m[8],
    m[0] * m[8] - m[2] * m[6],
    m[2] * m[3] - m[0] * m[5],
    m[3] * m[7] - m[4] * m[6],
    m[1] * m[6] - m[0] * m[7],
    m[0] * m[4] - m[1] * m[3],
  ];
  const det = m[0] * c[0] + m[1] * c[3] + m[2] * c[6];
  return c.map((x) => x / det);
}

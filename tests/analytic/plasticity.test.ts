import { describe, expect, test } from 'vitest';
import { signedSvd } from '../../src/math/signedSvd.ts';
import { yieldLaws, type YieldLaw } from '../../src/plasticity/YieldLaw.ts';
import { diagonal, PlasticPoint } from '../support/plasticPoint.ts';
import { createModel } from '../support/solids.ts';

const E = 1e5;
const NU = 0.3;
const model = createModel('rotated-linear', E, NU);

function law(type: string, params: Record<string, unknown>): YieldLaw {
  return yieldLaws.get(type).create(yieldLaws.get(type).params.parse(params));
}

/** Principal stresses dW/ds of the elastic stretches at F, Pa: axial first. */
function stresses(point: PlasticPoint, axial: number, lateral: number): Float64Array {
  const fe = point.elastic(diagonal(axial, lateral, lateral));
  const out = new Float64Array(3);
  model.principalStress(Float64Array.of(fe[0], fe[4], fe[8]), out);
  return out;
}

/** Stretches a bar by `axial` with free sides: finds the lateral stretch without lateral stress, then flows. Gives the axial stress, Pa. */
function pull(point: PlasticPoint, axial: number): { lateral: number; stress: number } {
  const saved = point.flow.state.save();
  const settle = (lateral: number) => {
    point.flow.state.load(saved);
    if (saved.get('points')!.length === 0) point.gradients.set([-1, -1, -1, 1, 0, 0, 0, 1, 0, 0, 0, 1]);
    point.step(diagonal(axial, lateral, lateral));
    return stresses(point, axial, lateral);
  };
  let [low, high] = [0.3, 3];
  for (let k = 0; k < 80; k++) {
    const middle = (low + high) / 2;
    if (settle(middle)[1] > 0) high = middle;
    else low = middle;
  }
  return { lateral: low, stress: settle(low)[0] };
}

describe('a bar in tension', () => {
  const gamma = 0.02;

  test('follows Hooke, then yields at sigma_Y = sqrt(3/2) 2 mu gamma and keeps its volume', () => {
    const point = new PlasticPoint({ law: law('log-strain', { yieldStrain: gamma }) });
    // |dev log F_e| = sqrt(2/3) (l_a - l_t): at yield l_a - l_t = sqrt(3/2) gamma with P_t = 0, in closed form.
    const ratio = Math.exp(Math.sqrt(1.5) * gamma);
    // P_t = 2 mu (s_t - 1) + lambda (s_a + 2 s_t - 3) = 0 with s_a = ratio s_t.
    const { mu, lambda } = model;
    const lateral = (2 * mu + 3 * lambda) / (2 * mu + lambda * (ratio + 2));
    const yieldStress = 2 * mu * (ratio * lateral - 1) + lambda * (ratio * lateral + 2 * lateral - 3);
    const yieldStretch = ratio * lateral;
    expect(yieldStress / (Math.sqrt(1.5) * 2 * mu * gamma)).toBeCloseTo(1, 1);

    const elastic = pull(point, 1 + 0.5 * (yieldStretch - 1));
    expect(elastic.stress).toBeCloseTo(E * 0.5 * (yieldStretch - 1), 6);
    expect(point.flow.hardening[0]).toBe(0);
    for (let axial = yieldStretch * 1.01; axial < 1.6; axial *= 1.02) {
      const { stress, lateral: side } = pull(point, axial);
      expect(stress / yieldStress).toBeCloseTo(1, 9);
      // All but the elastic part is isochoric.
      expect(axial * side * side).toBeCloseTo(yieldStretch * lateral * lateral, 9);
    }
  });

  test('hardens by h: the yield strain grows with the strain that has flowed', () => {
    const h = 0.2;
    const hardening = new PlasticPoint({ law: law('rate', { yieldStrain: gamma, flowTime: 0, hardening: h }) });
    for (let axial = 1.02; axial < 1.4; axial *= 1.01) {
      const { lateral } = pull(hardening, axial);
      const f = diagonal(axial, lateral, lateral);
      const alpha = hardening.flow.hardening[0];
      if (alpha > 0) expect(hardening.deviator(f)).toBeCloseTo(gamma + h * alpha, 10);
    }
    expect(hardening.flow.hardening[0]).toBeGreaterThan(0.2);
  });
});

test('a held strain relaxes as e_Y + (e - e_Y) exp(-t/tau), in substeps of any length', () => {
  const [yieldStrain, tau] = [0.01, 0.3];
  const f = diagonal(1.2, 1 / Math.sqrt(1.2), 1 / Math.sqrt(1.2));
  for (const dt of [1e-3, 0.02, 0.3]) {
    const point = new PlasticPoint({ law: law('rate', { yieldStrain, flowTime: tau, hardening: 0 }) });
    const start = point.deviator(f);
    for (let k = 0; k < Math.round(0.6 / dt); k++) point.step(f, dt);
    expect(point.deviator(f)).toBeCloseTo(yieldStrain + (start - yieldStrain) * Math.exp(-0.6 / tau), 7);
  }
});

test('simple shear beyond yield keeps |dev log F_e| at gamma and turns with the material', () => {
  const gamma = 0.05;
  const point = new PlasticPoint({ law: law('log-strain', { yieldStrain: gamma }) });
  for (let shear = 0; shear <= 1.5; shear += 0.01) {
    const f = [1, shear, 0, 0, 1, 0, 0, 0, 1];
    point.step(f);
    expect(point.deviator(f)).toBeLessThan(gamma + 1e-12);
    const s = new Float64Array(3);
    signedSvd(point.elastic(f), new Float64Array(9), s, new Float64Array(9));
    expect(s[0] * s[1] * s[2]).toBeCloseTo(1, 12);
  }
});

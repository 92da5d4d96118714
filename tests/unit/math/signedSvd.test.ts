import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { signedSvd } from '../../../src/math/signedSvd.ts';

// The same cases in every run.
fc.configureGlobal({ seed: 20_261_121 });

const determinant = (m: ArrayLike<number>) =>
  m[0] * (m[4] * m[8] - m[5] * m[7]) - m[1] * (m[3] * m[8] - m[5] * m[6]) + m[2] * (m[3] * m[7] - m[4] * m[6]);

function rotationError(m: Float64Array): number {
  let worst = Math.abs(determinant(m) - 1);
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) {
      let dot = 0;
      for (let k = 0; k < 3; k++) dot += m[3 * k + i] * m[3 * k + j];
      worst = Math.max(worst, Math.abs(dot - (i === j ? 1 : 0)));
    }
  }
  return worst;
}

function check(f: number[]): Float64Array {
  const u = new Float64Array(9);
  const s = new Float64Array(3);
  const v = new Float64Array(9);
  const input = Float64Array.from(f);
  signedSvd(input, u, s, v);
  const scale = Math.max(...f.map(Math.abs), 1e-90);
  expect(rotationError(u)).toBeLessThan(1e-13);
  expect(rotationError(v)).toBeLessThan(1e-13);
  expect(s[0]).toBeGreaterThanOrEqual(s[1] - 1e-14 * scale);
  expect(s[1]).toBeGreaterThanOrEqual(Math.abs(s[2]) - 1e-14 * scale);
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) {
      let entry = 0;
      for (let k = 0; k < 3; k++) entry += u[3 * i + k] * s[k] * v[3 * j + k];
      expect(Math.abs(entry - f[3 * i + j]) / scale).toBeLessThan(2e-14);
    }
  }
  expect(Math.abs(s[0] * s[1] * s[2] - determinant(f)) / scale ** 3).toBeLessThan(1e-13);
  return s;
}

const entry = fc.double({ min: -3, max: 3, noNaN: true }).map((x) => (Math.abs(x) < 1e-90 ? 0 : x));

describe('signed SVD', () => {
  test('reconstructs random matrices with rotations and the sign on the smallest value', () => {
    fc.assert(
      fc.property(fc.array(entry, { minLength: 9, maxLength: 9 }), (f) => void check(f)),
      { seed: 11, numRuns: 2000 },
    );
  });

  test('rank one and rank two matrices', () => {
    const vector = fc.array(entry, { minLength: 3, maxLength: 3 });
    const outer = (a: number[], b: number[]) => a.flatMap((x) => b.map((y) => x * y));
    fc.assert(
      fc.property(vector, vector, vector, vector, (a, b, c, d) => {
        check(outer(a, b));
        check(outer(a, b).map((x, i) => x + outer(c, d)[i]));
      }),
      { seed: 12, numRuns: 500 },
    );
  });

  test('the zero matrix gives identities', () => {
    const u = new Float64Array(9);
    const s = new Float64Array(3);
    const v = new Float64Array(9);
    signedSvd(new Float64Array(9), u, s, v);
    const identity = [1, 0, 0, 0, 1, 0, 0, 0, 1];
    expect([...u]).toEqual(identity);
    expect([...v]).toEqual(identity);
    expect([...s]).toEqual([0, 0, 0]);
  });

  test('reflections, repeated values and tiny or huge scales', () => {
    expect([...check([-1, 0, 0, 0, 1, 0, 0, 0, 1])]).toEqual([1, 1, -1]);
    expect(check([-1, 0, 0, 0, -1, 0, 0, 0, -1])[2]).toBeCloseTo(-1, 14);
    check([2, 0, 0, 0, 2, 0, 0, 0, 2]);
    check([1e-30, 2e-30, 0, 0, 1e-30, 3e-30, 4e-30, 0, 1e-30]);
    check([1e30, 2e30, 0, 0, 1e30, 3e30, 4e30, 0, 1e30]);
  });

  test('separates values twelve orders of magnitude apart', () => {
    const s = check([1, 0, 0, 0, 1e-6, 0, 0, 0, -1e-12]);
    expect(s[1] / 1e-6).toBeCloseTo(1, 9);
    expect(s[2] / -1e-12).toBeCloseTo(1, 9);
  });
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bezierParameter, bezierPart, bezierPoint, evaluateBezierSlope } from '../../../src/scene/bezier.ts';
import { bezierSegment, evaluate, evaluateSlope } from '../../../src/scene/curves.ts';
import type { Curve, Key } from '../../../src/scene/keyable.ts';

// The same cases in every run.
fc.configureGlobal({ seed: 20_261_121 });

const key = (
  frame: number,
  value: number,
  interpolation: Key['interpolation'] = 'linear',
  handles?: Key['handles'],
) => ({
  frame,
  value,
  interpolation,
  handles,
});

describe('closed forms', () => {
  const curve: Curve = { keys: [key(10, 2, 'linear'), key(20, 7, 'step'), key(30, -1, 'bezier'), key(40, 5)] };

  test('linear between, step until the next key, hold before and after', () => {
    expect(evaluate(curve, 14)).toBeCloseTo(2 + 5 * 0.4, 15);
    expect(evaluate(curve, 20)).toBe(7);
    expect(evaluate(curve, 29.999)).toBe(7);
    expect(evaluate(curve, 30)).toBe(-1);
    expect(evaluate(curve, -100)).toBe(2);
    expect(evaluate(curve, 1000)).toBe(5);
  });

  test('a Bezier segment without handles is the smoothstep 3u^2 - 2u^3', () => {
    // Flat handles of a third of the segment make time linear in u and the value a cubic Hermite curve without slopes.
    for (let u = 0; u <= 1; u += 0.125) {
      expect(evaluate(curve, 30 + 10 * u)).toBeCloseTo(-1 + 6 * (3 * u * u - 2 * u * u * u), 12);
      const slope = (6 / 10) * (6 * u - 6 * u * u);
      const side = u === 0 ? 'after' : 'before';
      expect(evaluateSlope(curve, 30 + 10 * u, side)).toBeCloseTo(slope, 12);
    }
  });

  test('slopes on either side of a key', () => {
    expect(evaluateSlope(curve, 10, 'before')).toBe(0);
    expect(evaluateSlope(curve, 10, 'after')).toBeCloseTo(0.5, 15);
    expect(evaluateSlope(curve, 20, 'before')).toBeCloseTo(0.5, 15);
    expect(evaluateSlope(curve, 20, 'after')).toBe(0);
    expect(evaluateSlope(curve, 40, 'after')).toBe(0);
    expect(evaluateSlope(curve, 500)).toBe(0);
  });

  test('collinear handles give a straight line', () => {
    const straight: Curve = {
      keys: [key(0, 0, 'bezier', { out: [3, 6] }), key(12, 24, 'linear', { in: [-5, -10] })],
    };
    for (let frame = 0; frame <= 12; frame += 0.37) {
      expect(evaluate(straight, frame)).toBeCloseTo(2 * frame, 11);
      expect(evaluateSlope(straight, frame, 'after')).toBeCloseTo(2, 9);
    }
  });
});

test('handles that reach past the other key are shortened along their direction', () => {
  const { frames, values } = bezierSegment(
    key(0, 1, 'bezier', { out: [30, 6] }),
    key(10, 2, 'linear', { in: [-20, 4] }),
  );
  expect(frames).toEqual([0, 10, 0, 10]);
  expect(values).toEqual([1, 3, 4, 2]);
});

const finite = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const segment = fc.record({
  length: finite(0.01, 500),
  start: finite(-1000, 1000),
  from: finite(-100, 100),
  to: finite(-100, 100),
  out: fc.tuple(finite(0, 1000), finite(-200, 200)),
  in: fc.tuple(finite(-1000, 0), finite(-200, 200)),
});
type Segment = typeof segment extends fc.Arbitrary<infer T> ? T : never;
const curveOf = (s: Segment): Curve => ({
  keys: [key(s.start, s.from, 'bezier', { out: s.out }), key(s.start + s.length, s.to, 'linear', { in: s.in })],
});

/** Slope of the curve of four control points at u. */
function slopeAt(points: readonly number[], u: number): number {
  const slope = new Float64Array(1);
  evaluateBezierSlope(points, 0, Float64Array.of(u), slope, 0);
  return slope[0];
}

test('any handles: time is monotone and solved to rounding, keys are exact, values stay in the control hull', () => {
  fc.assert(
    fc.property(segment, finite(0, 1), (s, share) => {
      const curve = curveOf(s);
      const [from, to] = curve.keys;
      expect(evaluate(curve, from.frame)).toBe(from.value);
      expect(evaluate(curve, to.frame)).toBe(to.value);
      const { frames, values } = bezierSegment(from, to);
      const time = from.frame + share * (to.frame - from.frame);
      const u = bezierParameter(...frames, time);
      expect(Math.abs(bezierPoint(...frames, u) - time)).toBeLessThan(1e-9 * (Math.abs(time) + s.length));
      expect(slopeAt(frames, u)).toBeGreaterThanOrEqual(-1e-12 * s.length);
      const value = evaluate(curve, time);
      expect(value).toBeGreaterThanOrEqual(Math.min(...values) - 1e-9);
      expect(value).toBeLessThanOrEqual(Math.max(...values) + 1e-9);
      expect(Number.isFinite(evaluateSlope(curve, time))).toBe(true);
    }),
    { seed: 5, numRuns: 2000 },
  );
});

test('the slope is the derivative of the value, by central differences', () => {
  fc.assert(
    fc.property(segment, finite(0.05, 0.95), (s, share) => {
      // Handles within the segment and away from upright tangents, where a difference quotient has a limit.
      const tame = { ...s, out: [0.3 * s.length, s.out[1]], in: [-0.4 * s.length, s.in[1]] } as Segment;
      const curve = curveOf(tame);
      const time = s.start + share * s.length;
      const h = 1e-5 * s.length;
      const difference = (evaluate(curve, time + h) - evaluate(curve, time - h)) / (2 * h);
      expect(Math.abs(evaluateSlope(curve, time) - difference)).toBeLessThan(1e-4 * (1 + 500 / s.length));
    }),
    { seed: 6, numRuns: 500 },
  );
});

test('a part of a Bezier curve is the same curve', () => {
  fc.assert(
    fc.property(
      fc.tuple(finite(-9, 9), finite(-9, 9), finite(-9, 9), finite(-9, 9)),
      finite(0, 1),
      finite(0, 1),
      (p, a, b) => {
        const part = bezierPart(p, a, b);
        for (const w of [0, 0.3, 0.5, 1]) {
          expect(bezierPoint(...part, w)).toBeCloseTo(bezierPoint(...p, a + (b - a) * w), 10);
        }
        expect(bezierPart(p, 0, 1).every((x, k) => x === p[k])).toBe(true);
      },
    ),
    { seed: 7, numRuns: 300 },
  );
});

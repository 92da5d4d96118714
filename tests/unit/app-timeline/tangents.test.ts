import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evaluate } from '../../../src/scene/curves.ts';
import type { Curve, Key } from '../../../src/scene/keyable.ts';
import {
  autoSlope,
  effectiveHandle,
  handleMatters,
  tangentKind,
  withHandle,
  withTangent,
} from '../../../app/timeline/curves/tangents.ts';
import { fitCurves, valueWindows, zoomWindow } from '../../../app/timeline/curves/valueWindows.ts';
import { listLanes } from '../../../app/timeline/lanes/keyLanes.ts';
import { keyedShot } from '../../support/keyedShot.ts';

// The same cases in every run.
fc.configureGlobal({ seed: 20_261_121 });

const bezier = (frame: number, value: number, handles?: Key['handles']): Key => ({
  frame,
  value,
  interpolation: 'bezier',
  handles,
});
const rising: Curve = { keys: [bezier(0, 0), bezier(12, 2), bezier(24, 10)] };

describe('handles', () => {
  it('are flat thirds of their segments where the document has none', () => {
    expect(effectiveHandle(rising.keys, 1, 'in')).toEqual([-4, 0]);
    expect(effectiveHandle(rising.keys, 1, 'out')).toEqual([4, 0]);
    expect(effectiveHandle(rising.keys, 0, 'in')).toBeUndefined();
    expect(effectiveHandle(rising.keys, 2, 'out')).toBeUndefined();
  });

  it('matter where their segment is a Bezier', () => {
    const keys: Key[] = [{ frame: 0, value: 0, interpolation: 'linear' }, ...rising.keys.slice(1)];
    expect(handleMatters(keys, 1, 'in')).toBe(false);
    expect(handleMatters(keys, 1, 'out')).toBe(true);
    expect(handleMatters(keys, 2, 'out')).toBe(false);
  });

  it('stay on their side and within their segment, so that time never runs back', () => {
    const wanted = fc.tuple(
      fc.double({ min: -90, max: 90, noNaN: true }),
      fc.double({ min: -50, max: 50, noNaN: true }),
    );
    fc.assert(
      fc.property(wanted, fc.constantFrom('in' as const, 'out' as const), fc.boolean(), (place, side, unify) => {
        const { keys } = withHandle(rising, 1, side, place, unify);
        const { in: incoming, out } = keys[1].handles!;
        if (incoming !== undefined) {
          expect(incoming[0]).toBeLessThanOrEqual(0);
          expect(incoming[0]).toBeGreaterThanOrEqual(-12);
        }
        if (out !== undefined) {
          expect(out[0]).toBeGreaterThanOrEqual(0);
          expect(out[0]).toBeLessThanOrEqual(12);
        }
        // Exactly what is drawn: no handle is shortened when it is evaluated.
        const drawn = effectiveHandle(keys, 1, side)!;
        expect(drawn[0]).toBeCloseTo(keys[1].handles![side]![0], 9);
        for (const at of [0, 3, 12, 20, 24]) expect(Number.isFinite(evaluate({ keys }, at))).toBe(true);
      }),
    );
  });

  it('turn the other one into line when unified, and leave it when broken', () => {
    const unified = withHandle(rising, 1, 'out', [6, 3], true).keys[1].handles!;
    expect(unified.in![1] / unified.in![0]).toBeCloseTo(0.5, 9);
    expect(unified.in![0]).toBe(-4);
    const broken = withHandle(rising, 1, 'out', [6, 3], false);
    expect(broken.keys[1].handles!.in).toBeUndefined();
    expect(tangentKind(broken.keys, 1)).toBe('broken');
  });
});

describe('tangents', () => {
  it('are recognised after they are laid', () => {
    for (const kind of ['flat', 'auto', 'unified'] as const) {
      expect(tangentKind(withTangent(withHandle(rising, 1, 'out', [6, 3], true), 1, kind).keys, 1)).toBe(kind);
    }
    const linear = withTangent(rising, 1, 'linear');
    expect(tangentKind(linear.keys, 1)).toBe('linear');
    expect(evaluate(withTangent(withTangent(linear, 0, 'linear'), 2, 'linear'), 6)).toBeCloseTo(1, 9);
  });

  it('are flat at peaks and at the ends when automatic', () => {
    const peak: Curve = { keys: [bezier(0, 0), bezier(10, 5), bezier(20, 1)] };
    expect([0, 1, 2].map((index) => autoSlope(peak.keys, index))).toEqual([0, 0, 0]);
  });

  it('never overshoot when automatic', () => {
    const values = fc.array(fc.double({ min: 0, max: 5, noNaN: true }), { minLength: 3, maxLength: 6 });
    fc.assert(
      fc.property(values, (rises) => {
        let sum = 0;
        let laid: Curve = { keys: rises.map((rise, k) => bezier(10 * k, (sum += rise))) };
        for (let k = 0; k < rises.length; k++) laid = withTangent(laid, k, 'auto');
        let before = -Infinity;
        for (let at = 0; at <= 10 * (rises.length - 1); at += 0.5) {
          const value = evaluate(laid, at);
          expect(value).toBeGreaterThanOrEqual(before - 1e-9);
          before = value;
        }
      }),
    );
  });
});

describe('the value axis', () => {
  it('holds keys and handles with a margin', () => {
    const { low, high } = fitCurves([{ keys: [bezier(0, 0, { out: [5, 4] }), bezier(10, 1)] }]);
    expect(low).toBeLessThan(0);
    expect(high).toBeGreaterThan(4);
  });

  it('has height for flat curves', () => {
    const { low, high } = fitCurves([{ keys: [bezier(0, 3)] }]);
    expect([low, high]).toEqual([1.5, 4.5]);
    expect(fitCurves([{ keys: [bezier(0, 0)] }])).toEqual({ low: -0.5, high: 0.5 });
  });

  it('is one for each unit', () => {
    const lanes = listLanes(keyedShot());
    const chosen = { low: -1, high: 1 };
    const windows = valueWindows(lanes, new Map([['m', chosen]]));
    expect([...windows.keys()].sort()).toEqual(['', 'm', 'm/s2', 'rad']);
    expect(windows.get('m')).toBe(chosen);
  });

  it('keeps the value under the pointer when it is zoomed', () => {
    const { low, high } = zoomWindow({ low: 0, high: 10 }, 2.5, 2);
    expect((2.5 - low) / (high - low)).toBeCloseTo(0.25, 12);
    expect(high - low).toBeCloseTo(5, 12);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rulerSteps } from '../../../app/timeline/axis/rulerSteps.ts';
import {
  cellAt,
  frameToX,
  LEFT_MARGIN,
  pixelsPerFrame,
  RIGHT_MARGIN,
  xToFrame,
} from '../../../app/timeline/axis/TimeAxis.ts';
import { tickTexts, valueTicks } from '../../../app/timeline/axis/valueTicks.ts';
import { fitRange, followRange, panBy, reveal, zoomAt } from '../../../app/timeline/axis/zoomAxis.ts';

// The same cases in every run.
fc.configureGlobal({ seed: 20_261_121 });

const range = { first: 1001, last: 1240 };
const axis = { ...fitRange(range), width: 1352 };

describe('the time axis', () => {
  it('gives every frame of a fitted range a cell between the margins', () => {
    const half = pixelsPerFrame(axis) / 2;
    expect(frameToX(axis, 1001) - half).toBeCloseTo(LEFT_MARGIN, 9);
    expect(frameToX(axis, 1240) + half).toBeCloseTo(axis.width - RIGHT_MARGIN, 9);
    expect(pixelsPerFrame(axis)).toBeCloseTo((1352 - LEFT_MARGIN - RIGHT_MARGIN) / 240, 9);
  });

  it('goes from frames to pixels and back', () => {
    const numbers = fc.double({ min: -1e5, max: 1e5, noNaN: true });
    fc.assert(
      fc.property(numbers, fc.double({ min: 1, max: 5000, noNaN: true }), numbers, (first, length, frame) => {
        const view = { viewFirst: first, viewLast: first + length, width: 800 };
        expect(xToFrame(view, frameToX(view, frame))).toBeCloseTo(frame, 5);
      }),
    );
  });

  it('finds the frame whose cell holds a pixel, up to the edge of the cell', () => {
    const half = pixelsPerFrame(axis) / 2;
    const x = frameToX(axis, 1100);
    expect(cellAt(axis, x - half + 0.01)).toBe(1100);
    expect(cellAt(axis, x + half - 0.01)).toBe(1100);
    expect(cellAt(axis, x + half + 0.01)).toBe(1101);
  });
});

describe('zooming and panning', () => {
  it('keeps the frame under the pointer in its place', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 300, max: 900, noNaN: true }),
        fc.double({ min: 1, max: 3, noNaN: true }),
        (x, factor) => {
          const zoomed = { ...zoomAt(axis, range, x, factor), width: axis.width };
          expect(frameToX(zoomed, xToFrame(axis, x))).toBeCloseTo(x, 6);
          expect(pixelsPerFrame(zoomed)).toBeCloseTo(pixelsPerFrame(axis) * factor, 6);
        },
      ),
    );
  });

  it('ends at a widest cell, and where the range fills half of the width', () => {
    const widest = { ...zoomAt(axis, range, 600, 1e6), width: axis.width };
    expect(pixelsPerFrame(widest)).toBeCloseTo(64, 6);
    const narrowest = { ...zoomAt(axis, range, 600, 1e-6), width: axis.width };
    expect(frameToX(narrowest, 1240) - frameToX(narrowest, 1001)).toBeGreaterThan(0.45 * axis.width);
  });

  it('never loses the range out of sight', () => {
    fc.assert(
      fc.property(fc.double({ min: -1e6, max: 1e6, noNaN: true }), (pixels) => {
        const view = panBy(axis, range, pixels);
        expect(view.viewLast).toBeGreaterThan(range.first);
        expect(view.viewFirst).toBeLessThan(range.last);
        expect(view.viewLast - view.viewFirst).toBeCloseTo(239, 6);
      }),
    );
  });

  it('reveals a frame by the shortest way and leaves the view where it is seen', () => {
    const view = { viewFirst: 1001, viewLast: 1100 };
    expect(reveal(view, range, 1050)).toEqual(view);
    expect(reveal(view, range, 1200)).toEqual({ viewFirst: 1103, viewLast: 1202 });
    expect(reveal({ viewFirst: 1101, viewLast: 1200 }, range, 1003)).toEqual({ viewFirst: 1001, viewLast: 1100 });
  });

  // Symptom: the last frame pushed the first one out of a view that had shown the whole range.
  it('leaves a fitted view where it is at both ends of the range', () => {
    const fitted = fitRange(range);
    expect([1001, 1002, 1239, 1240].map((frame) => reveal(fitted, range, frame))).toEqual(Array(4).fill(fitted));
    expect(reveal({ viewFirst: 1101, viewLast: 1200 }, range, 1001)).toEqual({ viewFirst: 1001, viewLast: 1100 });
  });
});

describe('the ruler', () => {
  it('labels whole seconds of the shot where parts of one do not fit', () => {
    expect(rulerSteps(5.4, 24)).toEqual({ label: 12, tick: 2 });
    expect(rulerSteps(3, 24)).toEqual({ label: 24, tick: 2 });
    expect(rulerSteps(1, 24)).toEqual({ label: 120, tick: 6 });
    expect(rulerSteps(0.01, 24).label % 24).toBe(0);
  });

  it('labels every frame when there is room', () => {
    expect(rulerSteps(64, 24)).toEqual({ label: 1, tick: 1 });
  });

  it('always leaves room for the labels, and ticks that divide them', () => {
    const scales = fc.double({ min: 1e-3, max: 64, noNaN: true });
    fc.assert(
      fc.property(scales, fc.integer({ min: 1, max: 240 }), (scale, rate) => {
        const { label, tick } = rulerSteps(scale, rate);
        expect(label * scale).toBeGreaterThanOrEqual(64);
        expect(label % tick).toBe(0);
      }),
    );
  });
});

describe('ticks of a value axis', () => {
  it('are round and inside', () => {
    expect(valueTicks(0, 1, 5)).toEqual([0, 0.2, 0.4, 0.6, 0.8, 1]);
    expect(valueTicks(-0.07, 0.93, 4)).toEqual([0, 0.5]);
    expect(valueTicks(94.1, 100.4, 2)).toEqual([95, 100]);
  });

  it('are written with the digits that tell them apart', () => {
    expect(tickTexts([100, 100.5, 101])).toEqual(['100', '100.5', '101']);
    expect(tickTexts([-1, -0.5, 0])).toEqual(['−1', '−0.5', '0']);
    expect(tickTexts([1200, 1250])).toEqual(['1200', '1250']);
    expect(tickTexts([0.1, 0.2])).toEqual(['0.1', '0.2']);
    expect(tickTexts([5])).toEqual(['5']);
    for (const [low, high] of [
      [99.9, 100.1],
      [1e5, 1e5 + 1],
      [-3, 7e4],
    ]) {
      const texts = tickTexts(valueTicks(low, high, 4));
      expect(new Set(texts).size).toBe(texts.length);
    }
  });

  it('are never wider than the margin beside the frames, however large the numbers are', () => {
    expect(tickTexts([-500_000, 0])).toEqual(['−500k', '0']);
    expect(tickTexts([0, 50_000, 100_000])).toEqual(['0', '50k', '100k']);
    expect(tickTexts([1.2e6, 1.25e6])).toEqual(['1.2M', '1.25M']);
    expect(tickTexts([5e17, 1e18])).toEqual(['5e17', '1e18']);
    fc.assert(
      fc.property(fc.integer({ min: -9, max: 20 }), fc.constantFrom(1, 1.3, 2.9, 7), (power, mantissa) => {
        const reach = mantissa * 10 ** power;
        for (const text of tickTexts(valueTicks(-reach, reach, 2))) expect(text.length).toBeLessThanOrEqual(6);
      }),
    );
  });

  it('are none where there is no range', () => {
    expect(valueTicks(1, 1, 4)).toEqual([]);
    expect(valueTicks(0, Infinity, 4)).toEqual([]);
  });
});

describe('the axis after the range of the shot changed', () => {
  const before = { first: 1, last: 240 };

  it('shows the whole new range where it showed the whole old one', () => {
    expect(followRange(fitRange(before), before, { first: 1, last: 30 })).toEqual({ viewFirst: 1, viewLast: 30 });
    expect(followRange(fitRange(before), before, { first: 1, last: 500 })).toEqual({ viewFirst: 1, viewLast: 500 });
  });

  it('stays where it was zoomed to, as long as the range fills half of it', () => {
    const zoomed = { viewFirst: 10, viewLast: 40 };
    expect(followRange(zoomed, before, { first: 1, last: 200 })).toEqual(zoomed);
    expect(followRange({ viewFirst: 1, viewLast: 200 }, before, { first: 1, last: 60 })).toEqual({
      viewFirst: 1,
      viewLast: 60,
    });
    const { viewFirst } = followRange({ viewFirst: 200, viewLast: 230 }, before, { first: 1, last: 100 });
    expect(viewFirst).toBeLessThan(100);
  });
});

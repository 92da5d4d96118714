import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evaluate } from '../../../src/scene/curves.ts';
import type { Curve, Key } from '../../../src/scene/keyable.ts';
import { denseRuns } from '../../../app/timeline/keys/drawKeys.ts';
import { insertKey } from '../../../app/timeline/keys/insertKey.ts';
import { copyKeys, pasteKeys } from '../../../app/timeline/keys/keyActions.ts';
import {
  addKeys,
  countSelected,
  isSelected,
  noKeys,
  onlyKey,
  selectOnly,
  toggleKey,
} from '../../../app/timeline/keys/keySelection.ts';
import { moveKeys } from '../../../app/timeline/keys/moveKeys.ts';

// The same cases in every run.
fc.configureGlobal({ seed: 20_261_121 });

const key = (frame: number, value: number, interpolation: Key['interpolation'] = 'linear'): Key => ({
  frame,
  value,
  interpolation,
});
const framesOf = ({ keys }: Curve) => keys.map(({ frame }) => frame);
const curve: Curve = { keys: [key(1, 0), key(10, 1), key(20, 0.5), key(30, 2)] };

/** Curves with whole and broken frames and every interpolation. */
const curves = fc
  .uniqueArray(fc.integer({ min: -200, max: 200 }), { minLength: 1, maxLength: 12 })
  .chain((frames) =>
    fc.tuple(
      fc.constant([...frames].sort((a, b) => a - b)),
      fc.array(
        fc.record({
          value: fc.double({ min: -10, max: 10, noNaN: true }),
          interpolation: fc.constantFrom('step', 'linear', 'bezier'),
          slope: fc.double({ min: -1, max: 1, noNaN: true }),
          reach: fc.double({ min: 0, max: 15, noNaN: true }),
        }),
        { minLength: frames.length, maxLength: frames.length },
      ),
    ),
  )
  .map(([frames, parts]): Curve => ({
    keys: frames.map((frame, k) => {
      const { value, interpolation, slope, reach } = parts[k];
      const handles = { in: [-reach, -slope * reach], out: [reach, slope * reach] } as Key['handles'];
      return { frame: frame / 2, value, interpolation: interpolation as Key['interpolation'], handles };
    }),
  }));

describe('moving keys', () => {
  it('moves the selected ones together and leaves the others', () => {
    const { curve: moved, frames } = moveKeys(curve, new Set([10, 20]), { frames: 3, value: 0.25, snap: true });
    expect(moved.keys).toEqual([key(1, 0), key(13, 1.25), key(23, 0.75), key(30, 2)]);
    expect([...frames]).toEqual([13, 23]);
  });

  it('takes the place of a key that it lands on', () => {
    const { curve: moved } = moveKeys(curve, new Set([10]), { frames: 10, value: 0, snap: true });
    expect(moved.keys).toEqual([key(1, 0), key(20, 1), key(30, 2)]);
  });

  it('passes keys that are not selected', () => {
    expect(framesOf(moveKeys(curve, new Set([1]), { frames: 14, value: 0, snap: true }).curve)).toEqual([
      10, 15, 20, 30,
    ]);
  });

  it('keeps values within their range', () => {
    const { curve: moved } = moveKeys(
      curve,
      new Set([10, 30]),
      { frames: 0, value: -5, snap: true },
      { min: 0, max: 1 },
    );
    expect(moved.keys.map(({ value }) => value)).toEqual([0, 0, 0.5, 0]);
  });

  it('ends on whole frames when snapping and between them when free', () => {
    expect(framesOf(moveKeys(curve, new Set([10]), { frames: 1.6, value: 0, snap: true }).curve)[1]).toBe(12);
    expect(framesOf(moveKeys(curve, new Set([10]), { frames: 1.604, value: 0, snap: false }).curve)[1]).toBe(11.6);
  });

  it('keeps frames strictly ascending, whatever moves where', () => {
    fc.assert(
      fc.property(
        curves,
        fc.double({ min: -60, max: 60, noNaN: true }),
        fc.nat(),
        fc.boolean(),
        (source, shift, mask, snap) => {
          const chosen = new Set(framesOf(source).filter((_, k) => ((mask >> k) & 1) === 1));
          const { curve: moved, frames } = moveKeys(source, chosen, { frames: shift, value: 0, snap });
          const list = framesOf(moved);
          for (let k = 1; k < list.length; k++) expect(list[k]).toBeGreaterThan(list[k - 1]);
          expect([...frames].every((frame) => list.includes(frame))).toBe(true);
          expect(list.length).toBeGreaterThan(0);
        },
      ),
    );
  });
});

describe('inserting a key', () => {
  it('leaves the shape of every kind of curve as it is', () => {
    fc.assert(
      fc.property(curves, fc.integer({ min: -110, max: 110 }), (source, frame) => {
        const inserted = insertKey(source, frame);
        expect(framesOf(inserted)).toContain(frame);
        for (let at = -120; at <= 120; at += 1.25) {
          // Newton's method ends within rounding of the parameter: steep curves show it most.
          expect(evaluate(inserted, at)).toBeCloseTo(evaluate(source, at), 4);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('changes nothing where a key stands', () => {
    expect(insertKey(curve, 10)).toBe(curve);
  });

  it('holds before the first key', () => {
    expect(insertKey(curve, -5).keys[0]).toEqual(key(-5, 0, 'step'));
  });
});

describe('copied keys', () => {
  const lanes = [
    { id: 'a', curve },
    { id: 'b', curve: { keys: [key(15, 3)] } },
  ];

  it('count their frames from the earliest of all lanes', () => {
    const selection = selectOnly([
      { lane: 'a', frame: 10 },
      { lane: 'a', frame: 30 },
      { lane: 'b', frame: 15 },
    ]);
    expect(copyKeys(lanes, selection)).toEqual([
      { lane: 'a', keys: [key(0, 1), key(20, 2)] },
      { lane: 'b', keys: [key(5, 3)] },
    ]);
    expect(copyKeys(lanes, noKeys)).toBeUndefined();
  });

  it('take the place of keys on their frames when pasted', () => {
    const pasted = pasteKeys(curve, [key(0, 7), key(10, 8)], 10);
    expect(pasted.keys).toEqual([key(1, 0), key(10, 7), key(20, 8), key(30, 2)]);
  });
});

describe('selected keys', () => {
  const a = { lane: 'a', frame: 1 };
  const b = { lane: 'a', frame: 2 };

  it('are added, toggled and counted without touching the selection before', () => {
    const one = selectOnly([a]);
    const two = addKeys(one, [b]);
    expect([countSelected(one), countSelected(two)]).toEqual([1, 2]);
    const back = toggleKey(two, a);
    expect([isSelected(back, a), isSelected(back, b)]).toEqual([false, true]);
    expect(isSelected(two, a)).toBe(true);
    expect(toggleKey(back, b).size).toBe(0);
  });

  it('are one only where exactly one is', () => {
    expect(onlyKey(noKeys)).toBeUndefined();
    expect(onlyKey(selectOnly([a]))).toEqual(a);
    expect(onlyKey(selectOnly([a, b]))).toBeUndefined();
  });
});

it('keys of a baked channel are one bar while they would touch, and keys again when they part', () => {
  const baked = Array.from({ length: 97 }, (_, k) => key(1 + k, k));
  const single = [key(120, 0), key(140, 1)];
  const at = (pixels: number) => (frame: number) => pixels * frame;
  expect(denseRuns([...baked, ...single], at(6))).toEqual([[0, 96]]);
  expect(denseRuns([...baked, ...single], at(14))).toEqual([]);
  expect(denseRuns(single, at(0.1))).toEqual([]);
  expect(denseRuns([], at(6))).toEqual([]);
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { keyAt, withKey, withoutKey, withValueAt } from '../../../app/document/keyEdits.ts';
import { evaluate } from '../../../src/scene/curves.ts';
import { isCurve, type Keyable } from '../../../src/scene/keyable.ts';

// The same cases in every run.
fc.configureGlobal({ seed: 20_261_121 });

describe('keys of a value', () => {
  test('a number becomes a curve and a number again', () => {
    const keyed = withKey(2, 10);
    expect(keyAt(keyed, 10)).toMatchObject({ value: 2 });
    expect(withoutKey(keyed, 10)).toBe(2);
    expect(withValueAt(2, 10, 3)).toBe(3);
  });

  test('a changed value keys the frame and leaves the other keys', () => {
    const curve: Keyable = { keys: [{ frame: 1, value: 0, interpolation: 'step' }] };
    const changed = withValueAt(curve, 5, 1);
    expect(evaluate(changed, 4)).toBe(0);
    expect(evaluate(changed, 5)).toBe(1);
    expect(isCurve(changed) && changed.keys.map(({ interpolation }) => interpolation)).toEqual(['step', 'step']);
  });

  test('frames stay strictly ascending, whatever is keyed', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.boolean(), fc.integer({ min: -20, max: 20 }), fc.integer())), (edits) => {
        let value: Keyable = 0;
        for (const [add, frame, amount] of edits)
          value = add ? withKey(value, frame, amount) : withoutKey(value, frame);
        const frames = isCurve(value) ? value.keys.map(({ frame }) => frame) : [];
        return frames.every((frame, index) => index === 0 || frame > frames[index - 1]);
      }),
    );
  });
});

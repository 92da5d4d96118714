import { expect, test } from 'vitest';
import { IntList } from '../../../src/collision/selfContact/IntList.ts';
import { MOST_TRIANGLE_PAIRS } from '../../../src/collision/selfContact/tooCrowded.ts';

test('a list of pairs that would take all memory is refused, with a remedy, and keeps what it has', () => {
  const list = new IntList();
  list.pushPair(3, 4);
  expect(() => list.reserve(2 * MOST_TRIANGLE_PAIRS)).toThrow(/too dense: more than 67,108,864 pairs/);
  expect([...list.values.subarray(0, list.length)]).toEqual([3, 4]);
});

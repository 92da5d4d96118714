import { describe, expect, test } from 'vitest';
import { islands } from '../../../src/simulation/islands.ts';

describe('islands', () => {
  test('are what joints connect, directly or through others, in the order of their first systems', () => {
    const joints = [
      ['d', 'b'],
      ['e', 'd'],
    ] as const;
    expect(islands(['a', 'b', 'c', 'd', 'e'], joints)).toEqual([['a'], ['b', 'd', 'e'], ['c']]);
    expect(
      islands(
        ['a', 'b', 'c', 'd'],
        [
          ['c', 'd'],
          ['a', 'b'],
          ['d', 'a'],
        ],
      ),
    ).toEqual([['a', 'b', 'c', 'd']]);
  });

  test('are single systems where nothing joins them; joints of what is not there join nothing', () => {
    expect(islands(['a', 'b'], [['a', 'off']])).toEqual([['a'], ['b']]);
    expect(islands([], [['a', 'b']])).toEqual([]);
  });
});

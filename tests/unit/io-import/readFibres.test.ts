import { expect, it } from 'vitest';
import { parseFibres } from '../../../src/io/readFibres.ts';

const parse = (text: string) => parseFibres(new TextEncoder().encode(text), 'arm.fibres');

it('reads a direction per element', () => {
  const { points, directions } = parse('# of the arm\n0 1 0\n\n 0.5, -2e-1; 3 # a comment\r\n');
  expect(points).toBeUndefined();
  expect([...directions]).toEqual([0, 1, 0, 0.5, -0.2, 3]);
});

it('reads directions at points', () => {
  const { points, directions } = parse('1 2 3 0 1 0\n4 5 6 0 0 1');
  expect([...(points ?? [])]).toEqual([1, 2, 3, 4, 5, 6]);
  expect([...directions]).toEqual([0, 1, 0, 0, 0, 1]);
});

it.each([
  ['1 2\n', 'line 1', 'has 2 numbers'],
  ['1 0 0\n1 2 3 0 0 1\n', 'line 2', 'others have 3'],
  ['0 1 0\n\n0 0 0\n', 'line 3', 'zero'],
  ['0 1 0\n0 one 0\n', 'line 2', 'not a number'],
  ['0 1 0\n0 1e999 0\n', 'line 2', 'not a number'],
  ['1 2 3 4 5 6 7\n', 'line 1', 'has 7 numbers'],
  ['# nothing\n', 'line 1', 'no directions'],
  ['', 'line 1', 'no directions'],
])('refuses %j, naming the line', (text, place, message) => {
  expect(() => parse(text)).toThrow(
    expect.objectContaining({
      code: 'format-malformed',
      file: 'arm.fibres',
      place,
      message: expect.stringContaining(message) as string,
    }),
  );
});

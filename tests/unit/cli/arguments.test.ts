import { describe, expect, test } from 'vitest';
import { edgeLength, frameRange, framesPerSecond, numberOption } from '../../../src/cli/arguments.ts';

describe('command-line arguments', () => {
  test('an edge is a share of the diagonal or metres', () => {
    expect(edgeLength('2%', 3)).toBeCloseTo(0.06, 15);
    expect(edgeLength('0.05', 3)).toBe(0.05);
    for (const bad of ['', '-1', '0', '2 %%', 'abc', '0%']) expect(() => edgeLength(bad, 3)).toThrow('--edge');
  });

  test('a range has a first and a last frame', () => {
    expect(frameRange('10-20')).toEqual({ first: 10, last: 20 });
    expect(frameRange('7')).toEqual({ first: 7, last: 7 });
    expect(frameRange('-5--2')).toEqual({ first: -5, last: -2 });
    expect(() => frameRange('20-10')).toThrow('empty');
    expect(() => frameRange('a-b')).toThrow('10-20');
  });

  test('broadcast rates are exact fractions', () => {
    expect(framesPerSecond('23.976')).toBe(24000 / 1001);
    expect(framesPerSecond('30000/1001')).toBe(30000 / 1001);
    expect(framesPerSecond('25')).toBe(25);
    expect(() => framesPerSecond('0')).toThrow('--fps');
    expect(() => framesPerSecond('x')).toThrow('--fps');
  });

  test('numbers are checked against their range', () => {
    const args = { values: { threads: '4' }, positionals: [] };
    expect(numberOption(args, 'threads', 1, 64)).toBe(4);
    expect(numberOption(args, 'other', 1, 64)).toBeUndefined();
    expect(() => numberOption({ values: { threads: '0' }, positionals: [] }, 'threads', 1, 64)).toThrow('1 to 64');
  });
});

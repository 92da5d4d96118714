import { expect, test } from 'vitest';
import { checkName, checkResult, endOfPath, shortPlace } from '../../../app/tasks/reportWords.ts';

test('a check is told in words that need no file format', () => {
  expect(checkName('transform node')).toBe('Objects by name');
  expect(checkName('frame rate')).toBe('Frame rate');
  expect(checkResult('equal (12 comparisons)')).toBe('the same');
  expect(checkResult('largest difference 2.78e-17, allowed 1.50e-9 (12 comparisons)')).toBe('the same, to rounding');
});

test('what a check says beyond that stays as it is', () => {
  const wrong = 'frame 3, object body: 8 instead of 9';
  expect(checkResult(wrong)).toBe(wrong);
});

test('a path is told by its end', () => {
  expect(shortPlace('/home/ada/shots/workspace/export/bunny.abc')).toEqual({
    name: 'bunny.abc',
    folder: '…/workspace/export',
  });
  expect(shortPlace('C:\\shots\\bunny.abc')).toEqual({ name: 'bunny.abc', folder: 'C:/shots' });
  expect(shortPlace('bunny.abc')).toEqual({ name: 'bunny.abc', folder: '' });
  expect(endOfPath('/home/ada/shots/export/bunny.abc')).toBe('…/export/bunny.abc');
  expect(endOfPath('export/bunny.abc')).toBe('export/bunny.abc');
});

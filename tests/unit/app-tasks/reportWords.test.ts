import { expect, test } from 'vitest';
import {
  checkName,
  checkPlace,
  checkWords,
  endOfPath,
  groupChecks,
  shortPlace,
} from '../../../app/tasks/reportWords.ts';
import { WorstFrames, type ExportCheck } from '../../../src/base/exportCheck.ts';

test('a check is told in words that need no file format, with counts and the largest difference', () => {
  expect(checkName('transform node')).toBe('Objects by name');
  expect(checkName('frame rate')).toBe('Frame rate');
  const compared = (measured: NonNullable<ExportCheck['measured']>): ExportCheck => {
    return { name: 'positions', passed: true, detail: 'equal', measured };
  };
  const same = compared({ count: 12_345, largest: 0, limit: 0, unit: '' });
  expect(checkWords(same, 1)).toEqual({ count: '12\u2009345', result: 'same', isNumber: false });
  expect(checkPlace(same, 1)).toBe('');
  const none = compared({ count: 24, largest: 0, limit: 0, unit: 'length' });
  expect(checkWords(none, 0.01)).toEqual({ count: '24', result: '0\u00a0mm', isNumber: true });
  // 0.05 cm in a file of centimetres.
  const at = { frame: 7, object: 'torus', point: 12 };
  const far = compared({ count: 24, largest: 0.05, limit: 0.1, unit: 'length/s', ...at });
  expect(checkWords(far, 0.01).result).toBe('500\u00a0µm/s');
  expect(checkPlace(far, 0.01)).toBe('frame 7, torus, point 12, allowed 1\u00a0mm/s');
  expect(checkWords(compared({ count: 1, largest: 0.041, limit: 0.1, unit: 'share' }), 1).result).toBe('4.1 %');
});

test('checks stand under what they are about, in the order of reading; those of which nothing is known are data', () => {
  const checks = ['velocities at rest', 'uvs', 'new check', 'positions', 'frame rate'].map((name) => ({ name }));
  expect(groupChecks(checks).map(({ title, checks: group }) => [title, ...group.map(({ name }) => name)])).toEqual([
    ['Time', 'frame rate'],
    ['Shape', 'positions'],
    ['Motion', 'velocities at rest'],
    ['Data', 'uvs', 'new check'],
  ]);
  expect([checkName('uvs'), checkName('new check')]).toEqual(['UVs', 'New check']);
});

test('a lane has the worst of each frame, of a long range that of neighbours together', () => {
  const worst = new WorstFrames();
  for (let frame = 2500; frame > 0; frame--) worst.add(frame, frame === 1234 ? 9 : 1);
  worst.add(1, 3);
  worst.add(1, 2);
  const list = worst.list();
  expect(list).toHaveLength(834);
  expect(list[0]).toEqual([1, 3]);
  expect(list.filter(([, difference]) => difference > 3)).toEqual([[1234, 9]]);
  expect(new WorstFrames().list()).toEqual([]);
});

test('what failed or was only noted keeps its sentence', () => {
  const detail = 'frame 3, object body: 8 instead of 9';
  const failed = { name: 'faces', passed: false, detail, measured: { count: 3, limit: 0, unit: '' } as const };
  expect(checkWords(failed, 1)).toEqual({ count: '3', result: detail, isNumber: false });
  expect(checkWords({ name: 'left out', passed: true, detail }, 1)).toEqual({ result: detail, isNumber: false });
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

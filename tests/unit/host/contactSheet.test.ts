import { expect, test } from 'vitest';
import { missingFrames, spreadStored } from '../../../src/host/export/contactSheet.ts';

test('a sheet of a shot that is partly simulated takes frames that are there and names the others', () => {
  const there = [1, 2, 3, 7, 9];
  expect(spreadStored(there, 3)).toEqual([1, 3, 9]);
  expect(spreadStored([4], 8)).toEqual([4]);
  expect(missingFrames(1, 12, there)).toBe('frames 4-6, 8 and 10-12');
  expect(missingFrames(1, 3, there)).toBe('');
  expect(missingFrames(1, 4, there)).toBe('frame 4');
  expect(missingFrames(1, 11, [1, 3, 5, 7, 9, 11])).toBe('frames 2, 4, 6, 8 and 1 more');
});

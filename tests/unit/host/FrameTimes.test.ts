import { expect, test } from 'vitest';
import { FrameTimes } from '../../../src/host/jobs/Job.ts';

test('nothing is estimated before the first frame', () => {
  expect(new FrameTimes().estimate(10)).toBeUndefined();
});

test('the estimate lies between the quartiles of the last 20 frames', () => {
  const times = new FrameTimes();
  for (let frame = 0; frame < 50; frame++) times.add(100);
  for (let frame = 1; frame <= 20; frame++) times.add(frame);
  // Quartiles of 1 ... 20 s by rank: 5 and 16 s; the slow frames before are forgotten.
  expect(times.estimate(10)).toEqual({ low: 50, high: 160 });
  expect(times.estimate(0)).toEqual({ low: 0, high: 0 });
});

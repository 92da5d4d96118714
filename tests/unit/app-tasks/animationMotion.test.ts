import { expect, test } from 'vitest';
import { animationMotion, timesAround } from '../../../app/tasks/animation/animationMotion.ts';
import type { ReadAnimation } from '../../../app/tasks/animation/AnimationReading.ts';

const RATE = 24;
const TIMES = Array.from({ length: 11 }, (_, k) => (2 * k) / RATE);
const FRAME_RATE = { frameRate: { numerator: 48, denominator: 1 } };
const AS_IS = { metresPerUnit: 0.01, speed: 100, keeps: 'seconds' } as const;

/** Three vertices 300 units apart, of which the last moves by 10 units a frame of the file, and by 100 between times 6 and 7. */
function read(): ReadAnimation {
  const places: number[] = [];
  let x = 300;
  TIMES.forEach((_, k) => {
    if (k > 0) x += k === 7 ? 200 : 20;
    places.push(0, 0, 0, 0, 400, 0, x, 0, 0);
  });
  const report = { framesPerSecond: RATE } as ReadAnimation['report'];
  return {
    report,
    object: 'mesh',
    times: TIMES,
    triangles: Uint32Array.of(0, 1, 2),
    positions: Float32Array.from(places),
  };
}

test('the motion of an animation is the speed of its fastest vertex in the shot, and where that is fast for its size', () => {
  const motion = animationMotion(read(), AS_IS, FRAME_RATE)!;
  expect(motion.vertex).toBe(2);
  expect(motion.fastestAt).toBe(7);
  motion.speeds.forEach((speed, k) => expect(speed).toBeCloseTo(k === 7 ? 24 : 2.4, 5));
  // 5 m across, a tenth of that in 1/48 s.
  expect(motion.limit).toBeCloseTo(0.1 * 5 * 48, 5);
  expect(motion.fast).toEqual([]);
  // A frame of the file for one of the shot is twice as fast.
  const faster = animationMotion(read(), { ...AS_IS, speed: 150, keeps: 'frames' }, FRAME_RATE)!;
  expect(faster.speeds[7]).toBeCloseTo(72, 4);
  expect(faster.fast).toEqual([[7, 7]]);
});

test('an animation of one time does not move', () => {
  const { positions, ...still } = read();
  expect(
    animationMotion({ ...still, times: [0], positions: positions.slice(0, 9) }, AS_IS, FRAME_RATE),
  ).toBeUndefined();
});

test('ghosts are at the times nearest to their distance, and not beyond the animation', () => {
  expect(timesAround(TIMES, 5, 4 / RATE)).toEqual({ before: 3, after: 7 });
  expect(timesAround(TIMES, 1, 6 / RATE)).toEqual({ before: undefined, after: 4 });
  expect(timesAround(TIMES, 10, 2 / RATE)).toEqual({ before: 9, after: undefined });
  expect(timesAround(TIMES, 5, 0.5 / RATE)).toEqual({ before: undefined, after: undefined });
});

import { expect, test } from 'vitest';
import { MotionCheck } from '../../../src/host/export/MotionCheck.ts';

const DURATION = 1 / 24;

/** One vertex whose height (m) and vertical velocity (m/s) are functions of time, over frames 1 to 12; in a file in centimetres. */
function checked(height: (t: number) => number, velocity: (t: number) => number) {
  const check = new MotionCheck(DURATION);
  for (let frame = 1; frame <= 12; frame++) {
    const t = frame * DURATION;
    check.add('ball', frame, {
      positions: Float32Array.of(0, height(t), 0),
      velocities: Float32Array.of(0, velocity(t), 0),
    });
  }
  return check.lines(100);
}

const BLOW = 6.3 * DURATION;

test.each([
  ['free fall', (t: number) => 1 - 4.905 * t * t, (t: number) => -9.81 * t],
  ['a blow between two frames', (t: number) => Math.abs(t - BLOW), (t: number) => Math.sign(t - BLOW)],
  ['swaying twice a second', (t: number) => Math.sin(12.5 * t), (t: number) => 12.5 * Math.cos(12.5 * t)],
])('%s has the velocities of its motion', (_name, height, velocity) => {
  const lines = checked(height, velocity);
  expect(lines).toMatchObject([{ name: 'velocities in motion', passed: true, measured: { count: 10, limit: 0.1 } }]);
  expect(lines[0].measured?.largest).toBeLessThan(0.1);
});

test('what rests and has a velocity fails, with count, size and place; what moves otherwise than it says, too', () => {
  const [line] = checked(
    () => 0.5,
    (t) => (t > 5 * DURATION ? 0.174 : 0),
  );
  expect(line).toMatchObject({ name: 'velocities at rest', passed: false });
  expect(line.measured).toMatchObject({ count: 10, limit: 0.1, unit: 'length/s', object: 'ball', frame: 6, point: 0 });
  expect(line.measured?.largest).toBeCloseTo(17.4, 5);
  // The lane of the report: nothing up to frame 5, all of it from then on; the first and the last frame are not judged.
  const lane = line.measured!.byFrame!.map(([frame, difference]) => [frame, Number(difference.toFixed(5))]);
  expect(lane).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11].map((frame) => [frame, frame > 5 ? 17.4 : 0]));
  expect(
    checked(
      (t) => t,
      () => 2,
    ),
  ).toMatchObject([{ name: 'velocities in motion', passed: false }]);
});

/** Whether a body of four vertices that move at 1 m/s passes when so many of them say twice that. */
function passesWith(wrong: number): boolean {
  const check = new MotionCheck(DURATION);
  for (let frame = 1; frame <= 12; frame++) {
    const positions = Float32Array.from({ length: 12 }, (_, k) => (k % 3 === 1 ? frame * DURATION : Math.floor(k / 3)));
    const velocities = Float32Array.from({ length: 12 }, (_, k) => (k % 3 === 1 ? (k < 3 * wrong ? 2 : 1) : 0));
    check.add('ball', frame, { positions, velocities });
  }
  return check.lines(1).every(({ passed }) => passed);
}

test('of what moves half may be off, as what lands rings faster than frames show; of what rests none may', () => {
  expect([0, 1, 2, 3, 4].map(passesWith)).toEqual([true, true, true, false, false]);
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Frame } from '../../src/frames/Frame.ts';
import { ROTATION, TRANSLATION, valuesOf } from '../../src/frames/Stream.ts';
import { runShot, templateScene, type RunningShot } from '../support/shots.ts';

const LAST = 40;
/** Frame at which the barrel is let go, and seconds of a frame. */
const RELEASED = 25;
const DURATION = 1 / 24;

const frames: Frame[] = [];
let shot: RunningShot;

beforeAll(async () => {
  shot = await runShot(templateScene('falling-crates', { rows: 3, falling: 2, frames: LAST }));
  frames.push(shot.simulation.currentFrame());
  for (let frame = 2; frame <= LAST; frame++) {
    shot.advanceTo(frame);
    frames.push(shot.simulation.currentFrame());
  }
});

afterAll(() => shot.dispose());

/** Place of the origin of a body at a frame, m. */
function placeOf(entity: string, frame: number): number[] {
  const stream = frames[frame - 1].streams.find((one) => one.entity === entity)!;
  return [...valuesOf(stream, TRANSLATION, Float64Array)];
}

function energyAt(frame: number): number {
  const { kinetic, gravity } = frames[frame - 1].stats.energies;
  return kinetic + gravity;
}

test('the wall stands still until the first crate lands on it', () => {
  for (const id of ['crate-1-1', 'crate-2-2', 'crate-3-1']) {
    const [first, later] = [placeOf(id, 1), placeOf(id, 7)];
    later.forEach((value, axis) => expect(Math.abs(value - first[axis])).toBeLessThan(1e-4));
  }
  expect(Math.abs(placeOf('crate-3-1', LAST)[1] - placeOf('crate-3-1', 1)[1])).toBeGreaterThan(0.1);
});

test('the barrel follows its keys up to its release frame, though crates are in its way, and not after it', () => {
  const speed = (from: number, to: number) =>
    (placeOf('barrel', to)[0] - placeOf('barrel', from)[0]) / (to - from) / DURATION;
  expect(speed(20, RELEASED)).toBeCloseTo(-1.6 / (13 * DURATION), 9);
  expect(placeOf('barrel', RELEASED)[1]).toBe(1.2);
  expect(speed(RELEASED, RELEASED + 4)).toBeGreaterThan(-2.5);
});

test('what moves by itself sinks into nothing, and has less energy from frame to frame once nothing is keyed', () => {
  for (const { stats } of frames) {
    for (const { sections } of Object.values(stats.entities)) expect(sections?.rigidBody?.overlap).toBeLessThan(5e-3);
  }
  for (let frame = RELEASED + 1; frame <= LAST; frame++) {
    expect(energyAt(frame)).toBeLessThan(energyAt(frame - 1) * (1 + 1e-3));
  }
  expect(energyAt(LAST)).toBeLessThan(0.7 * energyAt(1));
});

test('poses are rotations, of as many streams as there are bodies and colliders', () => {
  const { streams } = frames[LAST - 1];
  expect(streams.map(({ type }) => type)).toEqual(Array.from({ length: 11 }, () => 'transform'));
  for (const stream of streams) expect(Math.hypot(...valuesOf(stream, ROTATION, Float64Array))).toBeCloseTo(1, 12);
});

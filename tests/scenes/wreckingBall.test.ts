import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Checkpoint } from '../../src/frames/Checkpoint.ts';
import { encodeFrame, type Frame } from '../../src/frames/Frame.ts';
import { runShot, templateScene, type RunningShot } from '../support/shots.ts';

const LAST = 30;
/** Frames in mid swing, and while welds break. */
const RESUMED = [12, 24];
const LIMITS = [-1.5, 1.8];
const TURNING = 4;

const frames: Frame[] = [];
const checkpoints = new Map<number, Checkpoint>();
let shot: RunningShot;

beforeAll(async () => {
  shot = await runShot(templateScene('wrecking-ball', { frames: LAST }));
  for (let frame = 1; frame <= LAST; frame++) {
    if (frame > 1) shot.advanceTo(frame);
    frames.push(shot.simulation.currentFrame());
    if (RESUMED.includes(frame)) checkpoints.set(frame, shot.simulation.checkpoint());
  }
});

afterAll(() => shot.dispose());

function jointAt(id: string, frame: number) {
  return frames[frame - 1].stats.entities[id].sections!.joint!;
}

test('joints stay closed, whatever hits them', () => {
  for (const { stats } of frames) {
    for (const { sections } of Object.values(stats.entities)) expect(sections?.joint?.gap ?? 0).toBeLessThan(1e-5);
  }
});

test('the ball pushes the gate open, within its limits', () => {
  const angles = frames.map((_, k) => jointAt('gate-hinge', k + 1).angle!);
  expect(angles[16]).toBeCloseTo(0, 6);
  expect(angles[LAST - 1]).toBeGreaterThan(1);
  for (const angle of angles) {
    expect(angle).toBeGreaterThan(LIMITS[0] - 1e-3);
    expect(angle).toBeLessThan(LIMITS[1] + 1e-3);
  }
});

test('welds hold until they are hit, and the frame in which one breaks says so', () => {
  const broken = (frame: number) => [1, 2, 3, 4].filter((row) => jointAt(`weld-${row}`, frame).broken === 1);
  expect(broken(19)).toEqual([]);
  expect(broken(LAST).length).toBeGreaterThan(1);
  for (let frame = 2; frame <= LAST; frame++) {
    const breaking = broken(frame).filter((row) => !broken(frame - 1).includes(row));
    const told = frames[frame - 1].stats.warnings.filter((text) => text.includes('breaks'));
    expect(told.map((text) => /'weld-(\d)' breaks: .* N of 2500 N/.exec(text)?.[1])).toEqual(breaking.map(String));
  }
});

test('the fan comes to its speed with no more than its torque', () => {
  expect(frames[LAST - 1].stats.entities.fan.sections?.rigidBody?.spin).toBeCloseTo(TURNING, 3);
  for (let frame = 2; frame <= 16; frame++) expect(jointAt('fan-motor', frame).torque).toBeCloseTo(3, 6);
});

test('nothing gains energy but from the fan', () => {
  const energies = frames.map(({ stats }) => stats.energies.kinetic + stats.energies.elastic + stats.energies.gravity);
  for (let k = 1; k < LAST; k++) expect(energies[k]).toBeLessThan(energies[k - 1] + 2);
  expect(energies[LAST - 1]).toBeLessThan(0.9 * energies[0]);
});

test('goes on from a checkpoint with the same bytes, in mid swing and after a weld has broken', () => {
  for (const [frame, checkpoint] of checkpoints) {
    shot.simulation.restore(checkpoint);
    shot.advanceTo(frame + 3);
    expect(encodeFrame(shot.simulation.currentFrame())).toEqual(encodeFrame(frames[frame + 2]));
  }
});

test('five tons on links of two kilograms swing without opening, in shorter substeps, and keep their energy', async () => {
  const scene = templateScene('wrecking-ball', { links: 20, mass: 5000, frames: 16 });
  const entities = scene.entities.filter(({ id }) => /^(beam|link|ball|joint)/.test(id));
  const heavy = await runShot({ ...scene, entities });
  const energy = () => {
    const { kinetic, gravity } = heavy.simulation.currentFrame().stats.energies;
    return kinetic + gravity;
  };
  const before = energy();
  heavy.advanceTo(14);
  const { entities: own } = heavy.simulation.currentFrame().stats;
  expect(own.ball.substeps).toBeGreaterThan(80);
  for (const { sections } of Object.values(own)) expect(sections?.joint?.gap ?? 0).toBeLessThan(1e-4);
  // It has come half way down, by 1 m.
  expect(Math.abs(energy() - before)).toBeLessThan(2e-3 * 5000 * 9.81);
  heavy.dispose();
});

import { expect, test } from 'vitest';
import { TRANSLATION } from '../../src/frames/Stream.ts';
import { evaluate } from '../../src/scene/curves.ts';
import { isKind, type Scene } from '../../src/scene/Scene.ts';
import type { AxialJoint, BallJoint } from '../../src/scene/properties/jointParts.ts';
import { runShot, templateScene, type RunningShot } from '../support/shots.ts';

const DEGREE = Math.PI / 180;
const G = 9.81;

/** Returns the place of the middle of a body, m. */
function placeOf({ simulation }: RunningShot, id: string): ArrayLike<number> {
  const stream = simulation.currentFrame().streams.find(({ entity, type }) => entity === id && type === 'transform');
  return stream!.attributes.find(({ name }) => name === TRANSLATION)!.values;
}

/** Angle of each joint, how far that is from its key, and how far beyond its limits, rad; all joints must be closed. */
function jointsOf({ simulation }: RunningShot, scene: Scene) {
  const { entities } = simulation.currentFrame().stats;
  return scene.entities.filter(isKind('joint')).map(({ id, type }) => {
    const { angle = NaN, gap } = entities[id].sections!.joint!;
    expect(gap).toBeLessThan(1e-5);
    // Of ball joints it is how far the vertical is tilted.
    if (type.kind === 'ball') {
      return { id, angle, off: Math.abs(angle - Math.abs(evaluate(type.spring.rest[0], simulation.frame))), beyond: 0 };
    }
    const { motor, limits } = type as AxialJoint;
    const beyond = Math.max(0, angle - limits.to, limits.from - angle);
    return { id, angle, off: Math.abs(angle - evaluate(motor.target, simulation.frame)), beyond };
  });
}

test('a figure walks its keys, and kicks a crate that is in its way', async () => {
  const scene = templateScene('keyed-figure');
  const shot = await runShot(scene);
  expect(shot.simulation.currentFrame().stats.warnings).toEqual([]);
  const crate = placeOf(shot, 'crate-1')[2];
  for (let frame = 7; frame <= 46; frame += 3) {
    shot.advanceTo(frame);
    for (const { off, beyond } of jointsOf(shot, scene)) {
      expect(off).toBeLessThan(4 * DEGREE);
      expect(beyond).toBeLessThan(1e-3);
    }
  }
  expect(placeOf(shot, 'hips')[2]).toBeCloseTo(0.7, 6);
  expect(placeOf(shot, 'crate-1')[2] - crate).toBeGreaterThan(0.05);
  shot.dispose();
});

test('a figure that nothing holds stands for five seconds on its motors, and is upright again after a ball has hit it', async () => {
  const scene = templateScene('keyed-figure', { root: 'free', frames: 121 });
  const shot = await runShot(scene);
  shot.advanceTo(43);
  const { spring } = scene.entities.filter(isKind('joint')).find(({ id }) => id === 'head-joint')!.type as BallJoint;
  const joints = jointsOf(shot, scene);
  for (const { off } of joints) expect(off).toBeLessThan(2e-3);
  // The middle of the head, 4.5 kg, is 1 cm before its joint: it sags by its torque over the stiffness.
  expect(joints.find(({ id }) => id === 'head-joint')!.angle).toBeCloseTo((4.5 * G * 0.01) / spring.stiffness, 4);
  let [ahead, back] = [0, 0];
  for (let frame = 44; frame <= 121; frame++) {
    shot.advanceTo(frame);
    const [, y, z] = Array.from(placeOf(shot, 'head'));
    expect(y).toBeGreaterThan(1.6);
    [ahead, back] = [Math.max(ahead, z), Math.min(back, z)];
    for (const { beyond } of jointsOf(shot, scene)) expect(beyond).toBeLessThan(1e-3);
  }
  // The ball pushes it back, and it sways ahead.
  expect(back).toBeLessThan(-0.04);
  expect(ahead).toBeGreaterThan(0.03);
  expect(Math.abs(placeOf(shot, 'head')[2])).toBeLessThan(0.03);
  shot.dispose();
});

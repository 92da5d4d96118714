import { Matrix4, Vector3 } from 'three';
import { describe, expect, test } from 'vitest';
import type { MarkerContext } from '../../../app/entities/ViewportKind.ts';
import { limitHandles } from '../../../app/kinds/joint/limitHandles.ts';
import { HandleDrag } from '../../../app/viewport/tools/HandleDrag.ts';
import { nearestValue, onSteps } from '../../../app/viewport/tools/nearestValue.ts';
import { joint, type Joint } from '../../../src/scene/kinds/joint.ts';

const context = (pose?: Matrix4): MarkerContext => ({
  frame: 1,
  firstFrame: 1,
  size: 10,
  isSelected: () => true,
  restOf: () => undefined,
  motionOf: () => pose,
  statisticsOf: () => undefined,
});

function jointOf(type: object, more: object = {}): Joint {
  return joint.parse({ kind: 'joint', id: 'gate', body: 'leaf', type, position: [1, 2, 3], axis: [0, 1, 0], ...more });
}

describe('handles of limits', () => {
  test('stand at both ends of a hinge, a right angle apart seen from its middle', () => {
    const hinge = jointOf({ kind: 'hinge', limits: { enabled: true, from: 0, to: Math.PI / 2 } });
    const [from, to] = limitHandles(hinge, context());
    const arms = [from, to].map(({ pointAt, value }) => pointAt(value).sub(new Vector3(1, 2, 3)));
    expect(arms[0].length()).toBeCloseTo(0.9, 12);
    expect(arms[0].dot(arms[1])).toBeCloseTo(0, 12);
    expect(arms[0].y).toBeCloseTo(0, 12);
    // The right-hand rule about the axis.
    expect(arms[0].cross(arms[1]).y).toBeGreaterThan(0);
    expect([from.max, to.min]).toEqual([Math.PI / 2, 0]);
    to.write(hinge, 1);
    expect(hinge.type).toMatchObject({ limits: { from: 0, to: 1 } });
  });

  test('are as far along the axis of a slider as its limits say, and move with what it is joined to', () => {
    const slider = jointOf({ kind: 'slider', limits: { enabled: true, from: -0.5, to: 2 } }, { to: 'post' });
    const pose = new Matrix4().makeTranslation(5, 0, 0);
    const [from, to] = limitHandles(slider, context(pose));
    expect(from.pointAt(from.value).toArray()).toEqual([6, 1.5, 3]);
    expect(to.pointAt(to.value).toArray()).toEqual([6, 4, 3]);
  });

  test('are on the rim of a cone, and none where limits are off', () => {
    const ball = jointOf({ kind: 'ball', limits: { enabled: true, cone: Math.PI / 3, twist: 1 } });
    const [cone] = limitHandles(ball, context());
    const arm = cone.pointAt(cone.value).sub(new Vector3(1, 2, 3));
    expect(arm.angleTo(new Vector3(0, 1, 0))).toBeCloseTo(Math.PI / 3, 12);
    expect(limitHandles(jointOf({ kind: 'ball' }), context())).toEqual([]);
    expect(limitHandles(jointOf({ kind: 'weld' }), context())).toEqual([]);
  });
});

describe('a dragged value', () => {
  const onCircle = (wanted: number) => (angle: number) =>
    Math.hypot(Math.cos(angle) - Math.cos(wanted), Math.sin(angle) - Math.sin(wanted));

  test('is the nearest to the pointer within reach and limits', () => {
    const range = { value: 0.2, min: -1, max: 4, reach: Math.PI / 2 };
    for (const wanted of [-0.4, 0.2, 0.9, 1.7]) expect(nearestValue(range, onCircle(wanted))).toBeCloseTo(wanted, 5);
    expect(nearestValue(range, onCircle(-1.4))).toBe(-1);
    // Another way round is as near on the screen, and is not taken.
    expect(nearestValue({ ...range, max: 100, value: 6 }, onCircle(0.5))).toBeCloseTo(0.5 + 2 * Math.PI, 5);
  });

  test('of a circle that is seen from its edge stays on the side where it is', () => {
    const flat = (wanted: number) => (angle: number) => Math.abs(Math.cos(angle) - Math.cos(wanted));
    expect(nearestValue({ value: 0.5, min: -3, max: 3, reach: 1 }, flat(0.8))).toBeCloseTo(0.8, 4);
    expect(nearestValue({ value: -0.5, min: -3, max: 3, reach: 1 }, flat(0.8))).toBeCloseTo(-0.8, 4);
  });

  test('lies on steps, never beyond its limits', () => {
    expect(onSteps(0.234, 0.1, { min: 0, max: 1 })).toBe(0.2);
    expect(onSteps(0.97, 0.1, { min: 0, max: 0.95 })).toBe(0.95);
  });
});

test('a handle is dragged slowly from where that begins', () => {
  const drag = new HandleDrag('g', [100, 100], [110, 100]);
  expect(drag.wanted([120, 100], false, [110, 100])).toEqual([130, 100]);
  expect(drag.wanted([120, 100], true, [130, 100])).toEqual([130, 100]);
  expect(drag.wanted([130, 110], true, [130, 100])).toEqual([132, 102]);
  expect(drag.wanted([130, 110], false, [132, 102])).toEqual([132, 102]);
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createColliderPose,
  keyedPose,
  localFromWorld,
  setFiniteMotion,
  staticPose,
  velocityAt,
  worldFromLocal,
} from '../../../src/collision/pose.ts';
import {
  multiplyQuaternions,
  quaternionFromAxisAngle,
  rotateByQuaternion,
  turnBetween,
  turnQuaternion,
  unrotateByQuaternion,
} from '../../../src/math/quaternion.ts';

const SEED = 41;
const unit = fc.double({ min: -1, max: 1, noNaN: true });
const rotations = fc
  .tuple(unit, unit, unit, unit)
  .filter((q) => Math.hypot(...q) > 0.1)
  .map((q) => Float64Array.from(q, (value) => value / Math.hypot(...q)));

const axisAngle = (axis: readonly [number, number, number], angle: number): Float64Array => {
  const q = new Float64Array(4);
  quaternionFromAxisAngle(...axis, angle, q);
  return q;
};

describe('quaternions', () => {
  it('turn the axes as a right hand does', () => {
    const v = Float64Array.of(1, 0, 0);
    rotateByQuaternion(axisAngle([0, 0, 1], Math.PI / 2), v, v);
    [0, 1, 0].forEach((value, k) => expect(v[k]).toBeCloseTo(value, 15));
  });

  it('compose, keep lengths and undo themselves', () => {
    fc.assert(
      fc.property(rotations, rotations, fc.tuple(unit, unit, unit), (a, b, vector) => {
        const v = Float64Array.from(vector);
        const [inner, both, product] = [new Float64Array(3), new Float64Array(3), new Float64Array(4)];
        rotateByQuaternion(b, v, inner);
        rotateByQuaternion(a, inner, inner);
        multiplyQuaternions(a, b, product);
        rotateByQuaternion(product, v, both);
        for (let k = 0; k < 3; k++) expect(both[k]).toBeCloseTo(inner[k], 13);
        expect(Math.hypot(...both)).toBeCloseTo(Math.hypot(...v), 13);
        unrotateByQuaternion(product, both, both);
        for (let k = 0; k < 3; k++) expect(both[k]).toBeCloseTo(v[k], 13);
      }),
      { seed: SEED },
    );
  });

  it('lead from one to another by the turn between them, never more than half a circle', () => {
    fc.assert(
      fc.property(rotations, rotations, (a, b) => {
        const turn = new Float64Array(3);
        const arrived = new Float64Array(4);
        turnBetween(a, b, turn);
        expect(Math.hypot(...turn)).toBeLessThanOrEqual(Math.PI + 1e-12);
        turnQuaternion(a, turn[0], turn[1], turn[2], arrived);
        const alignment = arrived[0] * b[0] + arrived[1] * b[1] + arrived[2] * b[2] + arrived[3] * b[3];
        expect(Math.abs(alignment)).toBeCloseTo(1, 13);
      }),
      { seed: SEED },
    );
  });

  it('lose no small turn to rounding', () => {
    const turn = new Float64Array(3);
    turnBetween(axisAngle([0, 1, 0], 0.3), axisAngle([0, 1, 0], 0.3 + 1e-9), turn);
    expect(turn[1] / 1e-9).toBeCloseTo(1, 6);
  });
});

describe('pose curves', () => {
  const pose = createColliderPose();

  it('a static pose has no velocity at any time', () => {
    const curve = staticPose([1, 2, 3], [0, 0, 2, 0]);
    for (const time of [-5, 0, 7]) {
      curve.evaluate(time, pose);
      expect([...pose.translation, ...pose.rotation]).toEqual([1, 2, 3, 0, 0, 1, 0]);
      expect([...pose.linearVelocity, ...pose.angularVelocity].every((value) => value === 0)).toBe(true);
    }
  });

  it('a gear keyed to turn at a constant rate has that angular velocity throughout', () => {
    const rate = -3.7;
    const keys = Array.from({ length: 9 }, (_, i) => ({
      time: 0.25 * i,
      translation: [0, 0, 0],
      rotation: axisAngle([0, 0, 1], rate * 0.25 * i),
    }));
    const curve = keyedPose(keys);
    for (let time = 0; time < 2; time += 0.0137) {
      curve.evaluate(time, pose);
      expect(pose.angularVelocity[2]).toBeCloseTo(rate, 12);
      const expected = axisAngle([0, 0, 1], rate * time);
      expect(Math.abs(pose.rotation[2] * expected[2] + pose.rotation[3] * expected[3])).toBeCloseTo(1, 13);
    }
  });

  it('passes through its keys and rests before the first and after the last', () => {
    const [a, b] = [axisAngle([1, 0, 0], 0.4), axisAngle([0, 0.6, 0.8], 1.1)];
    const curve = keyedPose([
      { time: 1, translation: [0, 0, 0], rotation: a },
      { time: 3, translation: [2, 4, -6], rotation: b },
    ]);
    curve.evaluate(0, pose);
    expect([...pose.translation]).toEqual([0, 0, 0]);
    expect([...pose.linearVelocity, ...pose.angularVelocity]).toEqual([0, 0, 0, 0, 0, 0]);
    curve.evaluate(2, pose);
    expect([...pose.translation]).toEqual([1, 2, -3]);
    expect([...pose.linearVelocity]).toEqual([1, 2, -3]);
    curve.evaluate(3, pose);
    pose.rotation.forEach((value, k) => expect(value).toBeCloseTo(b[k], 13));
    expect([...pose.translation]).toEqual([2, 4, -6]);
    expect([...pose.linearVelocity, ...pose.angularVelocity]).toEqual([0, 0, 0, 0, 0, 0]);
  });

  it('refuses keys that do not ascend', () => {
    const key = { time: 1, translation: [0, 0, 0], rotation: [0, 0, 0, 1] };
    expect(() => keyedPose([key, key])).toThrow(/ascend/);
    expect(() => keyedPose([])).toThrow(/has a key/);
  });

  it('material points move with their velocity', () => {
    const curve = keyedPose([
      { time: 0, translation: [0, 0, 0], rotation: axisAngle([1, 0, 0], 0) },
      { time: 1, translation: [1, -2, 0.5], rotation: axisAngle([0.6, 0, 0.8], 2) },
    ]);
    const local = Float64Array.of(0.3, -0.7, 0.2);
    const world = new Float64Array(3);
    const velocity = new Float64Array(3);
    const back = new Float64Array(3);
    const at = (time: number, out: Float64Array): void => {
      curve.evaluate(time, pose);
      worldFromLocal(pose, local, out);
    };
    const [before, after] = [new Float64Array(3), new Float64Array(3)];
    at(0.4 - 1e-5, before);
    at(0.4 + 1e-5, after);
    at(0.4, world);
    velocityAt(pose, world, velocity);
    for (let k = 0; k < 3; k++) expect(velocity[k]).toBeCloseTo((after[k] - before[k]) / 2e-5, 7);
    localFromWorld(pose, world, back);
    for (let k = 0; k < 3; k++) expect(back[k]).toBeCloseTo(local[k], 14);
  });

  it('finite motion carries the start of a step exactly to its end', () => {
    fc.assert(
      fc.property(rotations, rotations, (from, to) => {
        const [start, end] = [createColliderPose(), createColliderPose()];
        start.rotation.set(from);
        end.rotation.set(to);
        end.translation.set([0.1, 0.2, -0.3]);
        setFiniteMotion(start, end, 0.01);
        const [wx, wy, wz] = end.angularVelocity.map((rate) => rate * 0.01);
        const arrived = new Float64Array(4);
        turnQuaternion(start.rotation, wx, wy, wz, arrived);
        expect(Math.abs(arrived.reduce((sum, value, k) => sum + value * to[k], 0))).toBeCloseTo(1, 12);
        expect(end.linearVelocity[1]).toBeCloseTo(20, 12);
      }),
      { seed: SEED },
    );
  });
});

import { describe, expect, it } from 'vitest';
import { TransformBlend } from '../../../src/math/matrix4.ts';
import { turnedZ } from '../../support/animationSamples.ts';

const matrix = (values: readonly number[]) => Float64Array.from(values);
const scaled = (x: number, y: number, z: number) => [x, 0, 0, 0, 0, y, 0, 0, 0, 0, z, 0, 0, 0, 0, 1];

function expectNear(found: ArrayLike<number>, expected: ArrayLike<number>, digits = 12): void {
  for (let k = 0; k < 16; k++) expect(found[k], `entry ${k}`).toBeCloseTo(expected[k], digits);
}

describe('transforms between two', () => {
  const out = new Float64Array(16);

  it.each([1e-9, 0.3, 1.5, 2.8, Math.PI - 1e-9])('turn at constant speed by %f rad', (angle) => {
    const blend = new TransformBlend(matrix(turnedZ(0.2)), matrix(turnedZ(0.2 + angle, [1, 2, 3])));
    for (const weight of [-0.1, 0, 0.25, 0.5, 1, 1.1]) {
      expectNear(blend.at(weight, out), turnedZ(0.2 + weight * angle, [weight, 2 * weight, 3 * weight]), 9);
    }
  });

  it('take half a turn about the one axis that it has', () => {
    expectNear(new TransformBlend(matrix(turnedZ(0)), matrix(turnedZ(Math.PI))).at(1, out), turnedZ(Math.PI));
    const middle = new TransformBlend(matrix(turnedZ(0)), matrix(turnedZ(Math.PI))).at(0.5, out);
    expect(Math.abs(middle[1])).toBeCloseTo(1, 9);
    expect(middle[10]).toBeCloseTo(1, 12);
  });

  it('blend stretches, and keep mirrors mirrors', () => {
    expectNear(new TransformBlend(matrix(scaled(1, 2, 3)), matrix(scaled(3, 2, 1))).at(0.25, out), scaled(1.5, 2, 2.5));
    const mirror = new TransformBlend(matrix(scaled(-1, 1, 1)), matrix(scaled(-2, 1, 1)));
    expectNear(mirror.at(0.5, out), scaled(-1.5, 1, 1));
  });

  it('are linear where one of them is singular', () => {
    expectNear(new TransformBlend(matrix(scaled(0, 1, 1)), matrix(turnedZ(0))).at(0.5, out), scaled(0.5, 1, 1));
    expectNear(new TransformBlend(matrix(scaled(-1, 1, 1)), matrix(turnedZ(0))).at(0.5, out), scaled(0, 1, 1));
  });
});

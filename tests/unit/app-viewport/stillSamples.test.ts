import { describe, expect, test } from 'vitest';
import { stillSample } from '../../../app/viewport/engine/stillSamples.ts';

const samples = Array.from({ length: 64 }, (_, index) => stillSample(index));
const sky = samples.filter(({ light }) => light === 'sky');
const key = samples.filter(({ light }) => light === 'key');

describe('passes of a still picture', () => {
  test('have the key light and the sky in turns', () => {
    expect(key).toHaveLength(32);
    expect(sky).toHaveLength(32);
  });

  test('come from above, by directions of unit length', () => {
    for (const { direction } of sky) {
      expect(direction[1]).toBeGreaterThan(0);
      expect(Math.hypot(...direction)).toBeCloseTo(1, 12);
    }
    for (const { direction } of key) expect(Math.hypot(...direction)).toBeLessThanOrEqual(0.16);
  });

  test.each([
    ['up', [0, 1, 0], 1],
    ['sideways', [1, 0, 0], 0.5],
    ['to the other side', [0, 0, -1], 0.5],
    ['aslant', [0.6, 0.8, 0], 0.9],
    ['down', [0, -1, 0], 0],
  ] as const)('light what faces %s as an even sky does: (1 + n.y) / 2', (_, normal, expected) => {
    const light = (count: number): number => {
      let sum = 0;
      for (let index = 1; index < count; index += 2) {
        const { direction, weight } = stillSample(index);
        sum += weight * Math.max(0, direction[0] * normal[0] + direction[1] * normal[1] + direction[2] * normal[2]);
      }
      return sum / (count / 2);
    };
    expect(light(4096)).toBeCloseTo(expected, 2);
    expect(Math.abs(light(64) - expected)).toBeLessThan(0.05);
  });

  test('cover the pixel evenly', () => {
    for (const axis of [0, 1] as const) {
      const mean = samples.reduce((sum, { jitter }) => sum + jitter[axis], 0) / samples.length;
      expect(Math.abs(mean)).toBeLessThan(0.02);
      for (const { jitter } of samples) expect(Math.abs(jitter[axis])).toBeLessThanOrEqual(0.5);
    }
  });
});

import { describe, expect, test } from 'vitest';
import { stillSample } from '../../../app/viewport/engine/stillSamples.ts';

const samples = Array.from({ length: 64 }, (_, index) => stillSample(index));

describe('passes of a still picture', () => {
  test('have the key on its disc, evenly, and the sky from above by directions of unit length', () => {
    for (const { key, sky } of samples) {
      expect(Math.hypot(...key)).toBeLessThanOrEqual(1);
      expect(sky[1]).toBeGreaterThanOrEqual(0.06);
      expect(Math.hypot(...sky)).toBeCloseTo(1, 12);
    }
    for (const axis of [0, 1] as const) {
      expect(Math.abs(samples.reduce((sum, { key }) => sum + key[axis], 0) / samples.length)).toBeLessThan(0.06);
    }
  });

  test.each([
    ['up', [0, 1, 0], 1],
    ['sideways', [1, 0, 0], 0.5],
    ['to the other side', [0, 0, -1], 0.5],
    ['aslant', [0.6, 0.8, 0], 0.9],
    ['down', [0, -1, 0], 0],
  ] as const)('light what faces %s as an even sky does: (1 + n.y) / 2', (_, normal, expected) => {
    // Directions are spread by the cosine to +y: each stands for 1 / y of what a level surface gets of it.
    const light = (count: number): number => {
      let sum = 0;
      for (let index = 0; index < count; index++) {
        const { sky } = stillSample(index);
        sum += Math.max(0, sky[0] * normal[0] + sky[1] * normal[1] + sky[2] * normal[2]) / sky[1];
      }
      return sum / count;
    };
    // The sky below y = .06 is raised to there: what stands upright loses 2/pi (.0600 - .0300) = .019; 4096 directions are within .005.
    expect(Math.abs(light(4096) - expected)).toBeLessThan(0.024);
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

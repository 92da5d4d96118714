import { describe, expect, test } from 'vitest';
import { ImpactLimit, type HitBody } from '../../../src/collision/ImpactLimit.ts';
import type { ContactCollider } from '../../../src/collision/contactCollider.ts';
import { halfSpace, moving, standing } from '../../support/solids.ts';

const EDGE = 0.1;
const floor = standing(halfSpace([0, 1, 0]), 0);

/** One vertex at each height, m, all with one velocity, m/s. */
function falling(heights: readonly number[], velocity: readonly number[]): HitBody {
  return {
    positions: Float64Array.from(heights.flatMap((y, v) => [v, y, 0])),
    velocities: Float64Array.from(heights.flatMap(() => velocity)),
    constrained: new Uint8Array(heights.length),
  };
}

function longest(body: HitBody, speed: number, collider: ContactCollider = floor, colliding?: Uint8Array): number {
  const span = { start: 0, end: 1, longest: 1, speed };
  new ImpactLimit([collider], EDGE).limitStep(span, body, colliding);
  return span.longest;
}

describe('the substep before an impact', () => {
  test('ends where the first vertex is a quarter of an edge inside', () => {
    expect(longest(falling([0.3, 0.7], [0, -2, 0]), 2)).toBeCloseTo((0.3 + 0.25 * EDGE) / 2, 12);
    expect(longest(falling([0, 0.7], [3, -1, 0]), 5)).toBeCloseTo(0.25 * EDGE, 12);
    expect(longest(falling([-0.5, 0.7], [0, -1, 0]), 1)).toBeCloseTo(0.25 * EDGE, 12);
  });

  test('is as long as it was for what rises, slides, or does not get there', () => {
    expect(longest(falling([0.3, 0.7], [0, 5, 0]), 5)).toBe(1);
    expect(longest(falling([0, 0.7], [5, 0, 0]), 5)).toBe(1);
    expect(longest(falling([3, 4], [0, -2, 0]), 2)).toBe(1);
  });

  test('heeds neither vertices that others move nor those that do not collide', () => {
    const body = falling([0.3, 0.7], [0, -2, 0]);
    expect(longest(body, 2, floor, Uint8Array.of(0, 1))).toBeCloseTo((0.7 + 0.25 * EDGE) / 2, 12);
    body.constrained[0] = 1;
    expect(longest(body, 2)).toBeCloseTo((0.7 + 0.25 * EDGE) / 2, 12);
  });

  test('is a 64th of what is left of the frame at least, or as long as other limits have it', () => {
    const body = falling([0.3], [0, -1e6, 0]);
    expect(longest(body, 1e6)).toBe(1 / 64);
    const short = { start: 0, end: 1, longest: 0.01, speed: 1e6 };
    new ImpactLimit([floor], EDGE).limitStep(short, body);
    expect(short.longest).toBe(0.01);
  });

  test('heeds how fast the collider comes', () => {
    const rising = moving(
      halfSpace([0, 1, 0]),
      0,
      (time) => [0, 3 * time, 0],
      () => [0, 3, 0],
    );
    expect(longest(falling([0.3, 0.7], [0, 0, 0]), 0, rising)).toBeCloseTo((0.3 + 0.25 * EDGE) / 3, 6);
  });
});

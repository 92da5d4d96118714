import { expect, test } from 'vitest';
import { restingMotion, type RestingCase } from '../support/resting.ts';

const FRAMES = 96;
const LOOKED = 8;

const cases = (['semi-implicit', 'implicit', 'implicit-second-order', 'quasistatic'] as const).flatMap((integration) =>
  (['graded-stuffing', 'hexahedra'] as const).flatMap((method) =>
    [true, false].map((keepVolume): RestingCase => ({ shot: 'handle', integration, method, keepVolume, percent: 18 })),
  ),
);

// Semi-implicit bodies that keep their volume kept 174 mm/s in vertices that stood still: what pressures balance in a substep.
test.each(cases)(
  'a T-handle that lies still has the velocities of its motion: $integration, $method, keeps volume: $keepVolume',
  async (given) => {
    const { apart, jitter } = await restingMotion(given, FRAMES, LOOKED);
    expect(apart).toBeLessThan(1e-3);
    expect(jitter).toBeLessThan(2e-5);
  },
);

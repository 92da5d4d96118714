import { expect, test } from 'vitest';
import { worstOfBeam } from '../../support/damBreak.ts';

// Zarifi 2017, 6.3: a stiff, light beam, high gravity and long steps.
const DAM = { cells: 12, density: 50, mu: 3e6, stiffnessDamping: 0, gravity: 50 };
const TIME = 0.3;

test.each([
  [0.02, 0],
  [0.02, 0.01],
  [0.005, 0],
])(
  'liquid and a stiff light beam in one solve stay calm in steps of %d s, damped by %d s',
  (step, stiffnessDamping) => {
    const { speed, sway } = worstOfBeam({ ...DAM, stiffnessDamping }, 'strong', step, TIME);
    // It feels the wave of 5 m/s, and holds.
    expect(sway).toBeGreaterThan(0.005);
    expect(sway).toBeLessThan(0.1);
    expect(speed).toBeLessThan(4);
  },
);

test('exchanged in turns they do not', () => {
  const { speed } = worstOfBeam(DAM, 'weak', 0.005, TIME);
  expect(speed).toBeGreaterThan(20);
});

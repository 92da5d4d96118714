import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hypot3 } from '../../../src/math/hypot3.ts';

// The same cases in every run.
fc.configureGlobal({ seed: 20_261_121 });

const component = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.double({ noNaN: true, min: -10, max: 10 }),
  fc.constantFrom(0, -0, 1e308, 5e-324),
);

test('has the bits of Math.hypot', () => {
  fc.assert(
    fc.property(component, component, component, (x, y, z) => {
      expect(hypot3(x, y, z)).toBe(Math.hypot(x, y, z));
    }),
    { seed: 3, numRuns: 20_000 },
  );
});

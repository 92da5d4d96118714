import fc from 'fast-check';
import { expect, test } from 'vitest';
import { derivedConstants, fromLame, fromShearBulk } from '../../../app/kinds/solid/material/elasticConstants.ts';

// The same cases in every run.
fc.configureGlobal({ seed: 20_261_121 });

test('a steel-like material', () => {
  const { mu, lambda, bulk } = derivedConstants({ youngsModulus: 200e9, poissonRatio: 0.25 });
  expect(mu).toBeCloseTo(80e9, -3);
  expect(lambda).toBeCloseTo(80e9, -3);
  expect(bulk).toBeCloseTo(133.333e9, -7);
});

test('every pair leads back to the same material', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 1, max: 1e11, noNaN: true }),
      fc.double({ min: -0.9, max: 0.49, noNaN: true }),
      (E, nu) => {
        const { mu, lambda, bulk } = derivedConstants({ youngsModulus: E, poissonRatio: nu });
        for (const back of [fromLame(mu, lambda), fromShearBulk(mu, bulk)]) {
          expect(Math.abs(back.youngsModulus / E - 1)).toBeLessThan(1e-8);
          expect(Math.abs(back.poissonRatio - nu)).toBeLessThan(1e-8);
        }
      },
    ),
  );
});

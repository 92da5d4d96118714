import { describe, expect, test } from 'vitest';
import { hydrostaticErrors, PRINTED, TABLE_6_5, TABLE_6_6 } from '../../support/hydrostaticSolid.ts';

// Zarifi 2017, 6.4: a deformed solid in a pool, in equilibrium; errors after one step of .01 s.
const SPACINGS = [0.2, 0.1, 0.05, 0.025, 0.0125];
const KINDS = ['pressure', 'solid', 'liquid'] as const;
/** Orders in the tables that are closer to 0 tell nothing. */
const CLEAR_ORDER = 0.25;

describe.each([
  ['6.5', TABLE_6_5, PRINTED[6.5]],
  ['6.6', TABLE_6_6, PRINTED[6.6]],
] as const)('table %s', (_name, values, printed) => {
  test.each(
    SPACINGS.flatMap((h, k) => (['alike', 'mirrored'] as const).map((diagonals) => [h, diagonals, k] as const)),
  )(
    'with one pressure per cell errors at %d m, diagonals %s, are those of the table, within 1.6',
    (h, diagonals, k) => {
      const errors = hydrostaticErrors(values, h, 'centre', diagonals);
      for (const kind of KINDS) expect(Math.abs(Math.log(errors[kind] / printed[kind][k]))).toBeLessThan(Math.log(1.6));
    },
  );

  test('the three finest errors of pressure are within 1.25 of the table, and orders that are clear there have the same sign', () => {
    const errors = SPACINGS.map((h) => hydrostaticErrors(values, h, 'centre'));
    for (const k of [2, 3, 4]) {
      expect(Math.abs(Math.log(errors[k].pressure / printed.pressure[k]))).toBeLessThan(Math.log(1.25));
    }
    for (const kind of KINDS) {
      for (let k = 1; k < SPACINGS.length; k++) {
        const order = Math.log2(printed[kind][k - 1] / printed[kind][k]);
        if (Math.abs(order) < CLEAR_ORDER) continue;
        expect(Math.sign(Math.log2(errors[k - 1][kind] / errors[k][kind]))).toBe(Math.sign(order));
      }
    }
  });

  test('with the pressure at the centroids of patches that of the pressure is a fifth, and all errors shrink by half from .1 m on', () => {
    const errors = SPACINGS.map((h) => hydrostaticErrors(values, h, 'centroid'));
    errors.forEach((error, k) => {
      expect(error.pressure).toBeLessThan(printed.pressure[k] / 5);
      if (k < 2) return;
      for (const kind of KINDS) expect(Math.log2(errors[k - 1][kind] / error[kind])).toBeGreaterThan(1);
    });
  });

  test('so they do on the coarse grids with diagonals alike', () => {
    const errors = SPACINGS.slice(0, 3).map((h) => hydrostaticErrors(values, h, 'centroid', 'alike'));
    errors.forEach((error, k) => {
      expect(error.pressure).toBeLessThan(printed.pressure[k] / 5);
      if (k === 0) return;
      for (const kind of KINDS) expect(Math.log2(errors[k - 1][kind] / error[kind])).toBeGreaterThan(0.5);
    });
  });
});

import { describe, expect, test } from 'vitest';
import { hydrostaticErrors, PRINTED, TABLE_6_5, TABLE_6_6 } from '../../support/hydrostaticSolid.ts';

// Zarifi 2017, 6.4: a deformed solid in a pool, in equilibrium; errors after one step of .01 s. The finest two grids are in the benchmark `coupling`.
const SPACINGS = [0.2, 0.1, 0.05];

describe.each([
  ['6.5', TABLE_6_5, PRINTED[6.5]],
  ['6.6', TABLE_6_6, PRINTED[6.6]],
] as const)('table %s', (_name, values, printed) => {
  test.each(SPACINGS.map((h, k) => [h, k] as const))(
    'with one pressure per cell errors at %d m are those of the table, within 1.6',
    (h, k) => {
      const errors = hydrostaticErrors(values, h, 'centre');
      for (const kind of ['pressure', 'solid', 'liquid'] as const) {
        expect(errors[kind] / printed[kind][k]).toBeLessThan(1.6);
        expect(errors[kind] / printed[kind][k]).toBeGreaterThan(1 / 1.6);
      }
    },
  );

  test('with the pressure at the centroids of patches all errors shrink at every refinement, that of the pressure is a fifth', () => {
    const errors = SPACINGS.map((h) => hydrostaticErrors(values, h, 'centroid'));
    errors.forEach((error, k) => {
      expect(error.pressure).toBeLessThan(printed.pressure[k] / 5);
      if (k === 0) return;
      for (const kind of ['pressure', 'solid', 'liquid'] as const) {
        expect(Math.log2(errors[k - 1][kind] / error[kind])).toBeGreaterThan(0.5);
      }
    });
  });
});

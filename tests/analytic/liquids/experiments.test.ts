import { expect, test } from 'vitest';
import { experiments } from '../../support/experiments/experiments.ts';

test('the front of a dam that breaks hits the end of the tank when the measured one did, within 5 % (Lobovsky et al. 2014)', async () => {
  const { figures } = await experiments['lobovsky'](0.03);
  for (const { what, measured, simulated, bar } of figures) {
    if (bar === undefined) continue;
    expect(Math.abs(measured === 0 ? simulated : simulated / measured - 1), what).toBeLessThan(bar);
  }
});

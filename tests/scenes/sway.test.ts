import { expect, test } from 'vitest';
import { kineticEnergies, type RestingCase } from '../support/resting.ts';

const FRAMES = 96;
/** Frames after which nothing but its slowest swing is left of the landing. */
const SETTLED = 45;

/** The swing that the peaks of its energy tell: e^(-rate t), per frame, and frames between every second peak. */
function swing(energies: readonly number[]) {
  const peaks = energies.flatMap((energy, k) =>
    k >= SETTLED && energy > (energies[k - 1] ?? Infinity) && energy > (energies[k + 1] ?? Infinity) ? [k] : [],
  );
  const [first, last] = [peaks[0], peaks[peaks.length - 1]];
  const rate = Math.log(energies[first] / energies[last]) / 2 / (last - first);
  return { rate, period: (2 * (last - first)) / (peaks.length - 1) };
}

// Where pressures acted after the velocity solves alone, the sway of a landed body had a period a quarter too short in draft, and died away by two thirds too fast.
test('a body that keeps its volume sways, in draft, as with substeps an eighth as long, and dies away as fast', async () => {
  const given: RestingCase = {
    shot: 'handle',
    integration: 'semi-implicit',
    method: 'graded-stuffing',
    keepVolume: true,
    percent: 18,
  };
  const draft = swing(await kineticEnergies(given, FRAMES, 2));
  const fine = swing(await kineticEnergies(given, FRAMES, 32));
  expect(Math.abs(draft.period / fine.period - 1)).toBeLessThan(0.05);
  expect(Math.abs(draft.rate / fine.rate - 1)).toBeLessThan(0.15);
});

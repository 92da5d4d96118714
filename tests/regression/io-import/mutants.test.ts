import { expect, test } from 'vitest';
import { CoreError } from '../../../src/base/errors.ts';
import { SeededRandom } from '../../support/random.ts';
import { formats } from '../../support/formats.ts';
import { mutant } from '../../support/mutants.ts';

/** `npm run fuzz` reads ten thousand of each. */
const MUTANTS = 200;

// Symptom guarded against: a reader that trusts a count, an index or an offset of a damaged file.
test.each((await formats()).map((format) => [format.name, format] as const))(
  '%s: 200 damaged files are read, or refused with the reason',
  async (name, { bytes, read }) => {
    await read(bytes);
    const random = new SeededRandom(`mutants of ${name}`);
    let refused = 0;
    for (let run = 0; run < MUTANTS; run++) {
      const damaged = mutant(bytes, random);
      const error = await read(damaged).catch((thrown: unknown) => thrown);
      if (error === undefined) continue;
      if (!(error instanceof CoreError)) throw error;
      expect(error.message).toMatch(/\w/);
      refused++;
    }
    expect(refused).toBeGreaterThan(MUTANTS / 20);
  },
);

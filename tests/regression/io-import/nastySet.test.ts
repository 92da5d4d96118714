import { expect, it } from 'vitest';
import { CoreError } from '../../../src/base/errors.ts';
import { filesBelow, outcomeLine, tryReading, writeTable } from '../../support/nasty.ts';
import { describeWithData, testDataPath } from '../../support/testData.ts';

describeWithData('real and broken meshes', () => {
  it('load with a report or give an error with file, place and remedy', { timeout: 600_000 }, async () => {
    const folder = testDataPath('.');
    const lines: string[] = [];
    const crashes: string[] = [];
    for (const file of filesBelow(folder).filter((name) => !name.startsWith('D_') && !name.endsWith('.md'))) {
      const outcome = await tryReading(folder, file);
      lines.push(outcomeLine(outcome));
      const typed =
        outcome.error instanceof CoreError && outcome.error.file !== undefined && outcome.error.remedy !== undefined;
      const sound = outcome.result?.mesh.surface.positions.every((value) => Number.isFinite(value)) ?? false;
      if (!typed && !sound) crashes.push(file);
    }
    writeTable('nasty-set.txt', lines);
    expect(crashes).toEqual([]);
  });
});

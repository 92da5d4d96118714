import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { quietJob } from '../../../src/base/job.ts';
import type { CommandContext } from '../../../src/cli/Command.ts';
import command from '../../../src/cli/commands/info.ts';
import { simulateStored, storeShot } from '../../support/shotRuns.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';
import { tinyShot } from '../../support/tinyShot.ts';

/** What `info` says of a file, as JSON. */
async function informationOn(path: string, options: Record<string, string> = {}): Promise<unknown> {
  const emitted: unknown[] = [];
  const context: CommandContext = {
    json: true,
    job: quietJob,
    print: () => undefined,
    emit: (value) => emitted.push(value),
    warn: () => undefined,
    secondsSinceStart: () => 0,
  };
  await command.run({ values: options, positionals: [path] }, context);
  return emitted[0];
}

test('a volume file shows all its vertices; thin parts are looked for at a share of the diagonal', async () => {
  const path = join(await temporaryFolder(), 'tets.vtk');
  // A unit cube's corner, cut into four about its centre: one vertex inside.
  const points = '0 0 0 1 0 0 0 1 0 0 0 1 0.2 0.2 0.2';
  const cells = ['4 0 1 2 4', '4 0 1 4 3', '4 0 4 2 3', '4 4 1 2 3'].join('\n');
  const head = '# vtk DataFile Version 3.0\ntets\nASCII\nDATASET UNSTRUCTURED_GRID';
  await writeFile(path, `${head}\nPOINTS 5 float\n${points}\nCELLS 4 20\n${cells}\nCELL_TYPES 4\n10\n10\n10\n10\n`);
  const thin = {
    findings: expect.arrayContaining([
      { code: 'thin', count: 1, severity: 'warning', sentence: expect.stringMatching('thinner') },
    ]),
  };
  expect(await informationOn(path)).toMatchObject({ tets: 4, volumeVertices: 5, vertexCount: 4 });
  expect(await informationOn(path)).not.toMatchObject(thin);
  expect(await informationOn(path, { edge: '60%' })).toMatchObject(thin);
});

test('frames are counted in the cache that is named', async () => {
  const path = await storeShot(tinyShot(3));
  await simulateStored(path);
  expect(await informationOn(path)).toMatchObject({ cached: { draft: 3, final: 0 } });
  expect(await informationOn(path, { cache: await temporaryFolder() })).toMatchObject({ cached: { draft: 0 } });
});

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { CommandContext } from '../../../src/cli/Command.ts';
import mesh from '../../../src/cli/commands/mesh.ts';
import { cubeCorners, cubeQuads } from '../../support/meshSamples.ts';
import { quietJob } from '../../../src/base/job.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';

/** A slab of the given thickness and one metre sides, filled with edges of 0.1 m: what was warned of and what was emitted. */
async function fillSlab(thickness: number) {
  const vertices = cubeCorners.map(([x, y, z]) => `v ${x} ${y * thickness} ${z}`);
  const faces = cubeQuads.map((face) => `f ${face.map((corner) => corner + 1).join(' ')}`);
  const path = join(await temporaryFolder(), 'slab.obj');
  await writeFile(path, [...vertices, ...faces, 'f 1 2 99'].join('\n'));
  const warned: string[] = [];
  const emitted: unknown[] = [];
  const context: CommandContext = {
    json: true,
    job: quietJob,
    print: () => undefined,
    emit: (value) => emitted.push(value),
    warn: (line) => warned.push(line),
    secondsSinceStart: () => 0,
  };
  await mesh.run({ values: { edge: '0.1' }, positionals: [path] }, context);
  return { warned, emitted };
}

test('that a method could not keep the body is told, in words and as JSON', async () => {
  const thin = await fillSlab(0.03);
  const sentence = /^(ductile: )?Stuffing, graded finds nothing to fill .* whole lattice cells fill the body/;
  expect(thin.warned.at(-1)).toMatch(sentence);
  expect(thin.emitted).toEqual([
    expect.objectContaining({ warnings: [expect.stringContaining('line 15'), expect.stringMatching(sentence)] }),
  ]);
  const thick = await fillSlab(0.3);
  expect(thick.warned).toHaveLength(1);
  expect(thick.emitted).toEqual([expect.objectContaining({ warnings: [expect.stringContaining('line 15')] })]);
});

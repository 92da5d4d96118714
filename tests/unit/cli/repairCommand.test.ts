import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { quietJob } from '../../../src/base/job.ts';
import type { CommandContext } from '../../../src/cli/Command.ts';
import command from '../../../src/cli/commands/repair.ts';
import { preflight } from '../../../src/geometry/preflight/preflight.ts';
import { readMesh } from '../../../src/io/readMesh.ts';
import { cubeCorners, cubeQuads } from '../../support/meshSamples.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';

test('repairs go on until nothing more is offered; --do does what it says, once', async () => {
  const folder = await temporaryFolder();
  // A fin whose outer corner is left over once the fin is gone.
  const faces = [...cubeQuads, [0, 1, 8], [1, 0, 8]];
  const text = [...cubeCorners, [-1, -1, 0.5]].map((point) => `v ${point.join(' ')}`);
  const path = join(folder, 'cube.obj');
  await writeFile(path, [...text, ...faces.map((face) => `f ${face.map((at) => at + 1).join(' ')}`)].join('\n'));
  const emitted: unknown[] = [];
  const context: CommandContext = {
    json: true,
    job: quietJob,
    print: () => undefined,
    emit: (value) => emitted.push(value),
    warn: () => undefined,
    secondsSinceStart: () => 0,
  };
  const output = join(folder, 'out.obj');
  await command.run({ values: { output }, positionals: [path] }, context);
  await command.run(
    { values: { output: join(folder, 'once.obj'), do: 'drop-duplicate' }, positionals: [path] },
    context,
  );
  const dropped = { repair: 'drop-duplicate', changed: 2, sentence: '2 duplicate faces removed' };
  const tidied = { repair: 'drop-unreferenced', changed: 1, sentence: '1 unused vertices removed' };
  expect(emitted).toEqual([
    expect.objectContaining({ done: [dropped, tidied] }),
    expect.objectContaining({ done: [dropped] }),
  ]);
  const { surface } = (await readMesh(output)).mesh;
  expect(preflight(surface)).toMatchObject({ closed: true, vertexCount: 8, faceCount: 6, offered: [] });
});

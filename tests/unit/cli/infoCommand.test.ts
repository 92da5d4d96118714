import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { quietJob } from '../../../src/base/job.ts';
import type { CommandContext } from '../../../src/cli/Command.ts';
import command from '../../../src/cli/commands/info.ts';
import type { AnimationReport } from '../../../src/cli/describeAnimation.ts';
import { animationSamples, writeFiles } from '../../support/animationSamples.ts';
import { simulateStored, storeShot } from '../../support/shotRuns.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';
import { tinyShot } from '../../support/tinyShot.ts';

async function run(path: string, options: Record<string, string>): Promise<{ emitted: unknown[]; lines: string[] }> {
  const emitted: unknown[] = [];
  const lines: string[] = [];
  const context: CommandContext = {
    json: true,
    job: quietJob,
    print: (line) => lines.push(line),
    emit: (value) => emitted.push(value),
    warn: () => undefined,
    secondsSinceStart: () => 0,
  };
  await command.run({ values: options, positionals: [path] }, context);
  return { emitted, lines };
}

/** What `info` says of a file, as JSON. */
async function informationOn(path: string, options: Record<string, string> = {}): Promise<unknown> {
  return (await run(path, options)).emitted[0];
}

/** What `info` says of a file, in lines. */
async function linesOn(path: string, options: Record<string, string>): Promise<string[]> {
  return (await run(path, options)).lines;
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

test('animated geometry is listed with frames, bounds and doubts', async () => {
  const folder = await temporaryFolder();
  const samples = animationSamples();
  for (const { files } of samples) writeFiles(folder, files, '');
  const found = await Promise.all(
    samples.map(async ({ main }) => (await informationOn(join(folder, main))) as { animation: AnimationReport }),
  );
  const listed = found.map(({ animation }) => {
    const { format, framesPerSecond, objects } = animation;
    return [format, framesPerSecond, ...objects.map(({ name, samples: count }) => `${name} ${count}`)];
  });
  expect(listed).toEqual([
    ['Alembic', 24, '/outer/cube 4', '/dust 4'],
    ['glTF 2.0', 2, 'strip 3'],
    ['Motion designer (MDD)', 24, 'walk.mdd 5'],
    ['OBJ sequence', 24, 'walk.####.obj 4'],
    ['Point cache (PC2)', 24, 'walk.pc2 5'],
    ['PLY sequence', 24, 'walk.%04d.ply 4'],
  ]);
  expect(found[0]).toMatchObject({ application: 'test', samples: 4 });
  expect(found[4].animation).toMatchObject({
    unit: 'The longest side is 3: probably metres.',
    objects: [{ bounds: [0, 0, 0, 3, 1, 1], firstTime: 1 / 24, lastTime: 5 / 24 }],
  });
  const lines = await linesOn(join(folder, 'walk.pc2'), { fps: '30', mesh: join(folder, 'walk.obj') });
  expect(lines).toContain(
    '  walk.pc2: 8 vertices, 12 triangles, constant topology, velocities from the samples, frames 1-5 (5 samples, 0.033-0.167 s), bounds 0.000 0.000 0.000 to 3.000 1.000 1.000',
  );
});

test('one file of a sequence is a mesh, which says so', async () => {
  const folder = await temporaryFolder();
  const { files } = animationSamples().find(({ type }) => type === 'objSequence')!;
  writeFiles(folder, files, '');
  expect(await informationOn(join(folder, 'walk.0002.obj'))).toMatchObject({
    importer: 'obj',
    notes: ["one of 4 frames: `ductile info 'walk.####.obj'` describes the sequence"],
  });
  await expect(informationOn(join(folder, 'walk.0002.obj'), { fps: '24' })).rejects.toMatchObject({ code: 'usage' });
  await expect(informationOn(join(folder, 'walk.####.obj'), { edge: '2%' })).rejects.toMatchObject({ code: 'usage' });
});

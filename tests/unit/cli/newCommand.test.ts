import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { quietJob } from '../../../src/base/job.ts';
import type { CommandContext } from '../../../src/cli/Command.ts';
import command from '../../../src/cli/commands/new.ts';
import { cubeCorners, cubeQuads } from '../../support/meshSamples.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';

/** What is warned of when a shot is made of a slab with sides of `size` and the given thickness. */
async function warningsFor(size: number, thickness: number, options: Record<string, string> = {}): Promise<string[]> {
  const folder = await temporaryFolder();
  const vertices = cubeCorners.map(([x, y, z]) => `v ${x * size} ${y * thickness} ${z * size}`);
  const faces = cubeQuads.map((face) => `f ${face.map((corner) => corner + 1).join(' ')}`);
  const mesh = join(folder, 'slab.obj');
  await writeFile(mesh, [...vertices, ...faces].join('\n'));
  return warningsOf(mesh, join(folder, 'slab.ductile'), options);
}

async function warningsOf(mesh: string, output: string, options: Record<string, string>): Promise<string[]> {
  const template = options['template'] ?? 'drop-test';
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
  await command.run({ values: { mesh, output, ...options }, positionals: [] }, context);
  const warnings = warned.map((line) => line.replace('ductile: ', ''));
  expect(emitted).toEqual([expect.objectContaining({ template, warnings })]);
  return warnings;
}

test('a mesh of a metre is taken without a word', async () => {
  expect(await warningsFor(1, 1)).toEqual([]);
});

// A scan of 155 units fell 78 m in a shot of three seconds: nothing seemed to move.
test('a mesh that is large for metres is taken in its likely unit, which is said, unless a unit is given', async () => {
  expect(await warningsFor(150, 150)).toEqual([
    expect.stringMatching(/probably centimetres.* taken as centimetres: --unit METRES says how long a unit is\.$/),
  ]);
  expect(await warningsFor(0.01, 0.01)).toEqual([expect.stringMatching(/unusual in any unit.* taken as metres/)]);
  expect(await warningsFor(150, 150, { unit: '0.01' })).toEqual([]);
});

test('parts that elements cannot follow are named; a lattice of whole cells follows none', async () => {
  expect(await warningsFor(1, 0.05)).toEqual([
    expect.stringMatching(/thinner than 1\.5 edges .* --set percent=2, or method=embedded-bcc/),
  ]);
  expect(await warningsFor(1, 0.05, { set: 'method=embedded-bcc' })).toEqual([]);
});

test('a template that scales the mesh and fills it as it likes names neither unit nor method', async () => {
  expect(await warningsFor(150, 150, { template: 'stairs' })).toEqual([]);
  expect(await warningsFor(150, 7, { template: 'stairs' })).toEqual([
    expect.stringMatching(/thinner than 1\.5 edges .* --set percent=1\.8\.$/),
  ]);
  await expect(warningsFor(1, 1, { template: 'torus-puddle' })).rejects.toThrow('takes no mesh');
});

test('materials of a mesh become regions where it is asked for, and what the mesh has is said where it has none', async () => {
  const folder = await temporaryFolder();
  const mesh = join(folder, 'cube.obj');
  const faces = cubeQuads.map((face, k) => `usemtl ${k < 2 ? 'red' : 'blue'}\nf ${face.map((v) => v + 1).join(' ')}`);
  await writeFile(mesh, [...cubeCorners.map((point) => `v ${point.join(' ')}`), ...faces].join('\n'));
  const output = join(folder, 'cube.ductile');
  expect(await warningsOf(mesh, output, { regions: 'material' })).toEqual([]);
  const { entities } = JSON.parse(await readFile(output, 'utf8')) as { entities: { kind: string; name: string }[] };
  const [solid] = entities;
  expect(entities.slice(-2)).toEqual(
    ['red', 'blue'].map((name) =>
      expect.objectContaining({
        kind: 'materialRegion',
        name,
        target: (solid as unknown as { id: string }).id,
        selection: { kind: 'group', of: 'material', name },
      }),
    ),
  );
  await expect(warningsOf(mesh, join(folder, 'b.ductile'), { regions: 'object' })).rejects.toMatchObject({
    code: 'usage',
    remedy: 'It has 2 materials.',
  });
  await expect(warningsOf(mesh, join(folder, 'c.ductile'), { regions: 'colour' })).rejects.toThrow('--regions is');
});

test('elements of the file are filled anew, which is said, or kept', async () => {
  const folder = await temporaryFolder();
  const mesh = join(folder, 'tet.vtk');
  const points = '0 0 0 1 0 0 0 1 0 0 0 1';
  const head = '# vtk DataFile Version 3.0\ntet\nASCII\nDATASET UNSTRUCTURED_GRID';
  await writeFile(mesh, `${head}\nPOINTS 4 float\n${points}\nCELLS 1 5\n4 0 1 2 3\nCELL_TYPES 1\n10\n`);
  const filled = await warningsOf(mesh, join(folder, 'filled.ductile'), {});
  expect(filled[0]).toMatch('--set method=own keeps them');
  expect(await warningsOf(mesh, join(folder, 'own.ductile'), { set: 'method=own' })).toEqual([]);
  const own = JSON.parse(await readFile(join(folder, 'own.ductile'), 'utf8')) as { entities: object[] };
  expect(own.entities[0]).not.toHaveProperty('meshing');
});

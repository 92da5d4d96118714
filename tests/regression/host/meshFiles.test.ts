import { createHash } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { catalogue } from '../../../src/host/catalogue/catalogue.ts';
import { validateScene } from '../../../src/scene/validateScene.ts';
import { connectHost } from '../../support/hostConnection.ts';
import { storeShot } from '../../support/shotRuns.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';
import { tinyShotInput } from '../../support/tinyShot.ts';

/** A box of height `height` under the origin, as OBJ. */
function box(height: number): string {
  const corners = Array.from(
    { length: 8 },
    (_, i) => `v ${(i & 1) * 4 - 2} ${((i >> 1) & 1) * height - height} ${(i >> 2) * 4 - 2}`,
  );
  const faces = ['1 3 4 2', '5 6 8 7', '1 2 6 5', '3 7 8 4', '1 5 7 3', '2 4 8 6'];
  return [...corners, ...faces.map((face) => `f ${face}`), ''].join('\n');
}

/** The tiny shot with its floor read from `box.obj` beside it. */
async function shotWithFile() {
  const folder = await temporaryFolder();
  const file = join(folder, 'box.obj');
  await writeFile(file, box(1));
  const sha256 = createHash('sha256').update(box(1)).digest('hex');
  const input = tinyShotInput(3);
  const shape = { kind: 'file', path: 'box.obj', sha256, metresPerUnit: 1 };
  const scene = validateScene({ ...input, entities: [input.entities[0], { ...input.entities[1], shape }] }, catalogue);
  return { path: await storeShot(scene, folder), file };
}

test('a mesh file that changes under an open shot makes its frames stale at the next job, with a warning', async () => {
  const { path, file } = await shotWithFile();
  const connection = await connectHost();
  const { scene } = await connection.client.call('openShot', { path });
  expect((await connection.simulate(1, 3)).result).toMatchObject({ simulated: 3 });
  await writeFile(file, box(2));
  expect((await connection.simulate(1, 3)).result).toMatchObject({ simulated: 3, cached: 0 });
  expect(connection.warnings).toEqual([expect.stringContaining('box.obj has changed')]);
  expect(new Set(connection.frames.map(({ key }) => key)).size).toBe(6);
  await writeFile(file, box(1));
  await connection.client.call('applyScene', { scene });
  expect(await connection.states(1, 3)).toBe('ccc');
});

test('a mesh file that is gone is told, keeps its hash, and is named by a simulation', async () => {
  const { path, file } = await shotWithFile();
  const connection = await connectHost();
  const { client } = connection;
  const { scene } = await client.call('openShot', { path });
  await connection.simulate(1, 3);
  const content = await readFile(file);
  await rm(file);
  const missing = [{ entity: 'floor', path: file }];
  expect(await client.call('applyScene', { scene })).toMatchObject({ missing, scene });
  expect(await client.call('openShot', { path })).toMatchObject({ missing, scene });
  // What was simulated is still there.
  expect(await connection.states(1, 3)).toBe('ccc');
  const place = { code: 'file-missing', file: path, place: 'entities[1].shape.path' };
  await expect(client.call('simulate', { quality: 'draft', first: 1, last: 3 })).rejects.toMatchObject(place);
  await expect(client.call('statics', { quality: 'draft' })).rejects.toMatchObject(place);
  await writeFile(file, content);
  expect((await connection.simulate(1, 3)).result).toMatchObject({ cached: 3 });
});

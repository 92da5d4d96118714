import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { applyChanges } from '../../../src/scene/documentChanges.ts';
import { connectHost, openHosted } from '../../support/hostConnection.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';
import { tinyShot } from '../../support/tinyShot.ts';

const quality = 'draft';
const LONG = 5000;

describe('while a simulation runs', () => {
  test('edits are taken at once; it goes on with the document it was asked for, whose frames are then stale', async () => {
    const { connection, opened } = await openHosted(tinyShot(60));
    const { client, frames } = connection;
    const { jobId } = await client.call('simulate', { quality, first: 1, last: 60 });
    await connection.until(() => frames.length >= 3);
    const edited = applyChanges(opened.scene, [{ path: 'entities.block.material.density', value: 900 }]);
    await client.call('applyScene', { scene: edited });
    expect((await client.call('jobStatus', { jobId })).state).toBe('running');
    expect((await connection.ended(jobId)).result).toMatchObject({ simulated: 60 });
    expect(await connection.states(1, 60)).toBe('s'.repeat(60));
    await client.call('applyScene', { scene: opened.scene });
    expect(await connection.states(1, 60)).toBe('c'.repeat(60));
  });

  test('frames are exported beside it', async () => {
    const { connection } = await openHosted(tinyShot(LONG));
    const { client, frames } = connection;
    const { jobId } = await client.call('simulate', { quality, first: 1, last: LONG });
    await connection.until(() => frames.length >= 5);
    const path = join(await temporaryFolder(), 'block.####.obj');
    const settings = { format: 'obj', params: {}, preset: 'blender', path, first: 1, last: 4, withColliders: false };
    const exported = await client.call('exportShot', { quality, ...settings });
    expect(await connection.ended(exported.jobId)).toMatchObject({ outcome: 'done' });
    expect((await client.call('jobStatus', { jobId })).state).toBe('running');
    await client.call('cancelJob', { jobId });
    await connection.ended(jobId);
  });
});

test('closed at any moment, another host finds the document and every finished frame', async () => {
  const stateFolder = await temporaryFolder();
  const { connection: first, opened, path } = await openHosted(tinyShot(LONG), { stateFolder });
  let connection = first;
  let { scene } = opened;
  for (const wanted of [0, 1, 12, 30]) {
    const { client, frames } = connection;
    scene = { ...scene, notes: `until ${wanted}` };
    await client.call('applyScene', { scene });
    await client.call('simulate', { quality, first: 1, last: LONG });
    const statics = client.call('statics', { quality }).catch((error: unknown) => error);
    await connection.until(() => frames.length >= wanted);
    await connection.host.close();
    await statics;
    const made = frames.length;
    connection = await connectHost({ stateFolder });
    const again = await connection.client.call('openShot', { path });
    expect(again.scene).toEqual(opened.scene);
    expect(again.recovered?.scene).toEqual(scene);
    if (made > 0) expect(await connection.states(1, made)).toBe('c'.repeat(made));
  }
});

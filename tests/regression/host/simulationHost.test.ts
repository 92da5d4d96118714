import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CoreError } from '../../../src/base/errors.ts';
import { sha256Hex } from '../../../src/base/hash.ts';
import { decodeFrame } from '../../../src/frames/Frame.ts';
import { decodeStatics } from '../../../src/frames/Statics.ts';
import { SimulationHost } from '../../../src/host/SimulationHost.ts';
import { HostClient } from '../../../src/protocol/HostClient.ts';
import { memoryEndpoints } from '../../../src/protocol/memoryEndpoint.ts';
import { PROTOCOL_VERSION } from '../../../src/protocol/messages.ts';
import { connectHost, openHosted } from '../../support/hostConnection.ts';
import { keyedShot, keyedShotWith } from '../../support/keyedShot.ts';
import { simulateStored, storeShot } from '../../support/shotRuns.ts';
import { templateScene } from '../../support/shots.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';
import { tinyShot } from '../../support/tinyShot.ts';
import { meshesIn, staticMeshesIn } from '../../support/streams.ts';

const quality = 'draft';
/** More frames than a test waits for. */
const LONG = 5000;

describe('a shot', () => {
  test('gives through the host the bytes that it gives directly, frames, surfaces and export', async () => {
    const scene = { ...templateScene('torus-puddle', { percent: 12 }), range: { first: 1, last: 6 } };
    const { connection, opened } = await openHosted(scene, { threads: 2 });
    const { client, frames, progress } = connection;
    expect(opened.scene).toEqual(scene);
    expect(await connection.states(1, 6)).toBe('mmmmmm');
    const end = await connection.simulate(1, 6);
    expect(end).toMatchObject({ outcome: 'done', result: { kind: 'simulate', simulated: 6, cached: 0 } });
    const direct = await simulateStored(await storeShot(scene));
    expect(frames.map(({ frame, sha256 }) => ({ frame, sha256 }))).toEqual(
      direct.hashes.map((sha256, index) => ({ frame: index + 1, sha256 })),
    );
    expect(progress.at(-1)).toMatchObject({ fraction: 1, etaSeconds: { low: expect.any(Number) as number } });
    expect(await connection.states(1, 6)).toBe('cccccc');

    const { bytes: staticBytes } = await client.call('statics', { quality });
    const [body] = staticMeshesIn(decodeStatics(staticBytes));
    const { bytes, key } = await client.call('frame', { quality, frame: 6 });
    expect(sha256Hex(bytes)).toBe(direct.hashes[5]);
    expect(key).toBe(frames[5].key);
    expect(meshesIn(decodeFrame(bytes))[0].positions).toHaveLength(body.mesh.mesh.positions.length);

    const path = join(await temporaryFolder(), 'puddle.####.obj');
    const settings = { format: 'obj', params: {}, preset: 'maya', path, first: 2, last: 4, withColliders: false };
    const { jobId } = await client.call('exportShot', { quality, ...settings });
    const { result } = await connection.ended(jobId);
    if (result?.kind !== 'export') throw new Error('no export report');
    expect(result.checks.every(({ passed }) => passed)).toBe(true);
    expect((await readFile(result.files[0], 'utf8')).length).toBeGreaterThan(1000);
  });

  test('edited at a key has stale frames after it alone; they are shown by their old key; undone, none', async () => {
    const { connection } = await openHosted(keyedShot());
    const { client } = connection;
    await connection.simulate(1, 12);
    const before = connection.frames.map(({ key }) => key);
    const strength = {
      keys: [
        { frame: 1, value: 0.2, interpolation: 'linear' },
        { frame: 5, value: 0.6, interpolation: 'linear' },
        { frame: 9, value: 0.7, interpolation: 'linear' },
      ],
    };
    await client.call('applyScene', { scene: keyedShotWith('torus', { strength }) });
    // The curve leaves the old one after its key at frame 5.
    expect(await connection.states(1, 12)).toBe('cccccsssssss');
    const { states } = await client.call('frameStates', { quality, first: 9, last: 9 });
    expect(states[0].storedKey).toBe(before[8]);
    await expect(client.call('frame', { quality, frame: 9 })).rejects.toMatchObject({ code: 'file-missing' });
    const stale = await client.call('frame', { quality, frame: 9, key: states[0].storedKey });
    expect(meshesIn(decodeFrame(stale.bytes))).toHaveLength(2);

    const end = await connection.simulate(1, 12);
    expect(end.result).toMatchObject({ simulated: 7, cached: 5 });
    expect(await connection.states(1, 12)).toBe('cccccccccccc');
    await client.call('applyScene', { scene: keyedShot() });
    expect(await connection.states(1, 12)).toBe('cccccccccccc');
  });

  test('that is refused stays as it was', async () => {
    const { connection, opened } = await openHosted(tinyShot(4));
    const [block, floor] = opened.scene.entities;
    const scene = { ...opened.scene, entities: [{ ...block, kind: 'blob' }, floor] };
    const refused = connection.client.call('applyScene', { scene });
    await expect(refused).rejects.toMatchObject({ code: 'document-invalid', place: 'entities[0].kind' });
    expect((await connection.simulate(1, 4)).outcome).toBe('done');
  });

  test('simulates the frames near the playhead first where a checkpoint allows it', async () => {
    const { connection } = await openHosted(tinyShot(12));
    const { client, frames } = connection;
    const simulate = async (first: number, last: number, priorityFrame: number) => {
      frames.length = 0;
      const { jobId } = await client.call('simulate', { quality, first, last, priorityFrame });
      const { result } = await connection.ended(jobId);
      return { result, order: frames.map(({ frame }) => frame) };
    };
    // Nothing is there yet: frames follow from one another.
    expect((await simulate(1, 8, 6)).order).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    const { result, order } = await simulate(4, 12, 9);
    expect(order).toEqual([9, 10, 11, 12, 4, 5, 6, 7, 8]);
    expect(result).toMatchObject({ simulated: 4, cached: 5 });
  });
});

describe('a job', () => {
  test('is cancelled within a substep, keeps its frames, and the next one goes on', async () => {
    const { connection } = await openHosted(tinyShot(LONG));
    const { client, frames } = connection;
    const { jobId } = await client.call('simulate', { quality, first: 1, last: LONG });
    await connection.until(() => frames.length >= 5);
    await client.call('cancelJob', { jobId });
    expect(['cancelling', 'cancelled']).toContain((await client.call('jobStatus', { jobId })).state);
    const end = await connection.ended(jobId);
    expect(end).toEqual({ jobId, outcome: 'cancelled' });
    const made = frames.length;
    expect(made).toBeLessThan(LONG);
    expect(await connection.states(1, made)).toBe('c'.repeat(made));
    expect((await connection.simulate(1, made + 2)).result).toMatchObject({ simulated: 2, cached: made });
  });

  test('pauses after its running frame, serves frames meanwhile, and goes on', async () => {
    const { connection } = await openHosted(tinyShot(60));
    const { client, frames } = connection;
    const { jobId } = await client.call('simulate', { quality, first: 1, last: 60 });
    await connection.until(() => frames.length >= 3);
    // While the job runs.
    expect((await client.call('frame', { quality, frame: 2 })).key).toBe(frames[1].key);
    expect(connection.ends).toEqual([]);
    await client.call('pauseJob', { jobId });
    const state = async () => (await client.call('jobStatus', { jobId })).state;
    while ((await state()) !== 'paused') await new Promise(setImmediate);
    const count = frames.length;
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect(frames).toHaveLength(count);
    await client.call('resumeJob', { jobId });
    expect((await connection.ended(jobId)).outcome).toBe('done');
    expect(frames).toHaveLength(60);
  });

  test('waits for the one before; waiting, it can be cancelled', async () => {
    const { connection } = await openHosted(tinyShot(LONG));
    const { client } = connection;
    const start = async (last: number) => (await client.call('simulate', { quality, first: 1, last })).jobId;
    const [running, waiting, next] = [await start(LONG), await start(LONG), await start(3)];
    await connection.until(() => connection.frames.length >= 3);
    expect((await client.call('jobStatus', { jobId: waiting })).state).toBe('queued');
    await client.call('cancelJob', { jobId: waiting });
    expect(connection.ends).toEqual([{ jobId: waiting, outcome: 'cancelled' }]);
    await client.call('cancelJob', { jobId: running });
    expect((await connection.ended(next)).result).toMatchObject({ simulated: 0, cached: 3 });
    expect(connection.workers).toHaveLength(2);
  });

  test('that was paused while it waited stands still until it is resumed', async () => {
    const { connection } = await openHosted(tinyShot(LONG));
    const { client, frames } = connection;
    const start = async (last: number) => (await client.call('simulate', { quality, first: 1, last })).jobId;
    const [running, waiting] = [await start(LONG), await start(LONG)];
    await connection.until(() => frames.length >= 3);
    await client.call('pauseJob', { jobId: waiting });
    await client.call('cancelJob', { jobId: running });
    await connection.ended(running);
    const state = async () => (await client.call('jobStatus', { jobId: waiting })).state;
    while ((await state()) !== 'paused') await new Promise(setImmediate);
    const made = frames.length;
    await client.call('resumeJob', { jobId: waiting });
    await connection.until(() => frames.length > made + 3);
    await client.call('cancelJob', { jobId: waiting });
    expect((await connection.ended(waiting)).outcome).toBe('cancelled');
  });

  test('is refused when too many wait', async () => {
    const { connection } = await openHosted(tinyShot(LONG));
    const start = () => connection.client.call('simulate', { quality, first: 1, last: LONG });
    const results = await Promise.allSettled(Array.from({ length: 60 }, start));
    const refused = results.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[];
    expect(refused).toHaveLength(9);
    for (const { reason } of refused) expect(reason).toMatchObject({ code: 'limit-exceeded' });
    await connection.client.call('closeShot', {});
    expect(connection.ends.map(({ outcome }) => outcome)).toEqual(Array(51).fill('cancelled'));
  });

  test('whose thread is killed has failed with the reason; its frames are kept and the next job works', async () => {
    const { connection } = await openHosted(tinyShot(LONG));
    const { client, frames } = connection;
    const { jobId } = await client.call('simulate', { quality, first: 1, last: LONG });
    await connection.until(() => frames.length >= 5);
    await connection.workers[0].terminate();
    const end = await connection.ended(jobId);
    expect(end).toMatchObject({ outcome: 'failed', error: { code: 'internal', message: /ended with code 1/ } });
    const again = await connection.simulate(1, 5);
    expect(again).toMatchObject({ outcome: 'done', result: { simulated: 0, cached: 5 } });
  });

  test('that cannot start has failed', async () => {
    const startWorker = () => {
      throw new CoreError('file-missing', 'no script');
    };
    const { connection } = await openHosted(tinyShot(4), { startWorker });
    expect(await connection.simulate(1, 4)).toMatchObject({ outcome: 'failed', error: { code: 'file-missing' } });
  });

  test('ends when the client goes', async () => {
    const { connection } = await openHosted(tinyShot(LONG));
    await connection.client.call('simulate', { quality, first: 1, last: LONG });
    await connection.until(() => connection.frames.length >= 1);
    const statics = connection.client.call('statics', { quality });
    await connection.until(() => connection.workers.length === 2);
    const gone = connection.workers.map((worker) => new Promise((resolve) => worker.once('exit', resolve)));
    connection.client.close();
    await expect(statics).rejects.toMatchObject({ message: /closed/ });
    await Promise.all(gone);
  });
});

describe('a host', () => {
  test('of another version refuses the client', async () => {
    const [near, far] = memoryEndpoints();
    const host = new SimulationHost(far);
    const answers: unknown[] = [];
    near.onMessage((message) => answers.push(message));
    near.post({ kind: 'request', id: 1, name: 'hello', params: { version: 999, client: 'test' } });
    near.post({ kind: 'request', id: 2, name: 'closeShot', params: {} });
    await new Promise(setImmediate);
    await host.close();
    expect(answers).toMatchObject([
      { kind: 'error', id: 1, error: { code: 'usage', message: /version 999/ } },
      { kind: 'error', id: 2, error: { code: 'usage', message: /before 'hello'/ } },
    ]);
  });

  test('without a shot says so; an unknown job, too', async () => {
    const { client } = await connectHost();
    await expect(client.call('frame', { quality, frame: 1 })).rejects.toMatchObject({ message: 'no shot is open' });
    await expect(client.call('cancelJob', { jobId: 'x' })).rejects.toMatchObject({ message: "there is no job 'x'" });
    await expect(client.call('openShot', { path: '/nowhere.ductile' })).rejects.toMatchObject({ code: 'file-missing' });
  });

  test('serves a client that connects in one call', async () => {
    const [near, far] = memoryEndpoints();
    const host = new SimulationHost(far, { backend: 'reference' });
    const client = await HostClient.connect(near, 'test');
    expect(await client.call('hello', { version: PROTOCOL_VERSION, client: 'test' })).toMatchObject({
      backend: 'reference',
    });
    await host.close();
  });
});

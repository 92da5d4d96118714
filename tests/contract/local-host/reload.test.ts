import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { catalogue } from '../../../src/host/catalogue/catalogue.ts';
import type { StartWorker } from '../../../src/host/jobs/Job.ts';
import { ParkedSessions } from '../../../src/host/session/ParkedSessions.ts';
import { SimulationHost } from '../../../src/host/SimulationHost.ts';
import { startJobWorker } from '../../../src/host/jobs/startJobWorker.ts';
import { saveShot } from '../../../src/io/shotFile.ts';
import { HostClient } from '../../../src/protocol/HostClient.ts';
import { memoryEndpoints } from '../../../src/protocol/memoryEndpoint.ts';
import { clientEndpoint, openOwnSocket, startLocalServer } from '../../support/localHost.ts';
import { storeShot } from '../../support/shotRuns.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';
import { tinyShot } from '../../support/tinyShot.ts';

/** Far more frames than are made while a test runs. */
const LONG = 100_000;

async function servedShot() {
  const { port, token, workspace, server } = await startLocalServer();
  const path = join(workspace, 'shot.ductile');
  await saveShot(path, tinyShot(LONG), catalogue);
  const load = async (page?: string) =>
    HostClient.connect(clientEndpoint(await openOwnSocket(port, token)), 'test', page);
  return { load, path, server };
}

/** Resolves with the next frame that is made. */
function nextFrame(client: HostClient): Promise<number> {
  return new Promise((resolve) => {
    const leave = client.on('frameDone', ({ frame }) => {
      leave();
      resolve(frame);
    });
  });
}

const range = { quality: 'draft', first: 1, last: LONG } as const;

test('a page that is loaded again finds the simulation that it left, which went on, and can steer it', async () => {
  const { load, path } = await servedShot();
  const page = randomUUID();
  const before = await load(page);
  const opened = await before.call('openShot', { path });
  expect(opened.running).toEqual([]);
  await before.call('applyScene', { scene: { ...opened.scene, name: 'not saved' } });
  const { jobId } = await before.call('simulate', range);
  const left = await nextFrame(before);
  before.close();

  const after = await load(page);
  const again = await after.call('openShot', { path });
  expect(again.running).toMatchObject([{ jobId, quality: 'draft', first: 1, last: LONG, state: 'running' }]);
  expect(again.running[0].framesDone).toBeGreaterThanOrEqual(left);
  expect(again.recovered?.scene.name).toBe('not saved');
  expect(await nextFrame(after)).toBeGreaterThan(left);
  const { states } = await after.call('frameStates', { quality: 'draft', first: 1, last: left });
  expect(states.every(({ state }) => state === 'cached')).toBe(true);
  const ended = new Promise((resolve) => after.on('jobEnded', resolve));
  await after.call('cancelJob', { jobId });
  expect(await ended).toMatchObject({ jobId, outcome: 'cancelled' });
  after.close();
});

test('another page, and one that names none, has nothing of it', async () => {
  const { load, path } = await servedShot();
  const before = await load(randomUUID());
  await before.call('openShot', { path });
  await before.call('simulate', range);
  await nextFrame(before);
  before.close();
  for (const page of [randomUUID(), undefined]) {
    const other = await load(page);
    expect((await other.call('openShot', { path })).running).toEqual([]);
    other.close();
  }
});

test('another shot ends the simulation; the server ends what waits', async () => {
  const { load, path, server } = await servedShot();
  const page = randomUUID();
  const first = await load(page);
  await first.call('openShot', { path });
  const { jobId } = await first.call('simulate', range);
  await nextFrame(first);
  first.close();
  const second = await load(page);
  const made = await second.call('createShot', { template: 'empty' });
  expect((await second.call('openShot', { path: made.path })).running).toEqual([]);
  expect(await second.call('jobStatus', { jobId })).toMatchObject({ state: 'cancelled' });
  await second.call('openShot', { path });
  await second.call('simulate', range);
  await nextFrame(second);
  second.close();
  await server.close();
});

test('what nobody comes back to ends', async () => {
  const [near, far] = memoryEndpoints();
  const workers: Worker[] = [];
  const startWorker: StartWorker = (setup) => {
    const worker = startJobWorker(setup);
    workers.push(worker);
    return worker;
  };
  const parked = new ParkedSessions(0);
  const stateFolder = await temporaryFolder();
  const host = new SimulationHost(far, { threads: 1, stateFolder, workspace: stateFolder, parked, startWorker });
  const client = await HostClient.connect(near, 'test', randomUUID());
  await client.call('openShot', { path: await storeShot(tinyShot(LONG)) });
  await client.call('simulate', range);
  await nextFrame(client);
  const gone = Promise.all(workers.map((worker) => new Promise((resolve) => worker.once('exit', resolve))));
  client.close();
  await gone;
  await host.leave();
  await parked.close();
});

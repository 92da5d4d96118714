import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SimulationHost } from '../../../src/host/SimulationHost.ts';
import { memoryEndpoints } from '../../../src/protocol/memoryEndpoint.ts';
import { PROTOCOL_VERSION } from '../../../src/protocol/messages.ts';
import { requests } from '../../../src/protocol/requests.ts';
import { storeShot } from '../../support/shotRuns.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';
import { tinyShot } from '../../support/tinyShot.ts';

// The same cases in every run.
fc.configureGlobal({ seed: 20_261_121 });

interface Answer {
  readonly kind: string;
  readonly id?: number;
  readonly error?: { readonly code: string };
}

/** A raw connection: sends any message and gives the answer to one that has this id. */
async function rawConnection() {
  const [near, far] = memoryEndpoints();
  const stateFolder = await temporaryFolder();
  const host = new SimulationHost(far, { threads: 1, stateFolder, workspace: stateFolder });
  const answers: Answer[] = [];
  near.onMessage((message) => answers.push(message as Answer));
  const answerTo = async (id: number): Promise<Answer> => {
    for (;;) {
      const found = answers.find((answer) => answer.id === id);
      if (found !== undefined) return found;
      await new Promise(setImmediate);
    }
  };
  return { host, near, answers, answerTo };
}

const names = fc.oneof(
  fc.constantFrom(...Object.keys(requests), '__proto__', 'constructor', 'toString', ''),
  fc.string(),
);
const near = fc.oneof(fc.anything(), fc.integer(), fc.constantFrom('draft', NaN, Infinity, -0, 1e300));
const members = ['jobId', 'quality', 'first', 'last', 'frame', 'key', 'scene', 'version', 'client', 'priorityFrame'];
const params = fc.oneof(fc.anything(), fc.dictionary(fc.constantFrom(...members), near));

test('any message is answered where it can be, and the host goes on', async () => {
  const path = await storeShot(tinyShot(4));
  const { host, near: client, answers, answerTo } = await rawConnection();
  const ask = (id: number, name: string, data: unknown) => client.post({ kind: 'request', id, name, params: data });
  ask(0, 'hello', { version: PROTOCOL_VERSION, client: 'fuzz' });
  ask(1, 'openShot', { path });
  expect((await answerTo(1)).kind).toBe('result');

  const seed = 7;
  fc.sample(fc.tuple(names, params), { seed, numRuns: 2000 }).forEach(([name, data], k) => {
    // A shot that was closed would hide what the others do.
    if (name !== 'closeShot') ask(100 + k, name, data);
    else ask(100 + k, name, { unknown: data });
  });
  for (const garbage of fc.sample(fc.anything({ withNullPrototype: true }), { seed, numRuns: 1000 }))
    client.post(garbage);
  const cyclic: Record<string, unknown> = {};
  cyclic['entities'] = [cyclic];
  ask(5000, 'applyScene', { scene: cyclic });
  expect(await answerTo(5000)).toMatchObject({ kind: 'error' });

  ask(6000, 'frameStates', { quality: 'draft', first: 1, last: 4 });
  expect(await answerTo(6000)).toMatchObject({ kind: 'result', result: { states: { length: 4 } } });
  const ids = answers.map(({ id }) => id).filter((id) => id !== undefined && id >= 100 && id < 2100);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.length).toBe(2000);
  expect(answers.filter(({ error }) => error?.code === 'internal').map(({ id }) => id)).toEqual([5000]);
  await host.close();
});

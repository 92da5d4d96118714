import fc from 'fast-check';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { CoreError, errorCodes } from '../../../src/base/errors.ts';
import { HostClient } from '../../../src/protocol/HostClient.ts';
import { memoryEndpoints } from '../../../src/protocol/memoryEndpoint.ts';
import type { MessageEndpoint } from '../../../src/protocol/MessageEndpoint.ts';
import { PROTOCOL_VERSION } from '../../../src/protocol/messages.ts';
import { fromWireError, toWireError, wireError } from '../../../src/protocol/wireError.ts';

// The same cases in every run.
fc.configureGlobal({ seed: 20_261_121 });

interface SeenRequest {
  readonly id: number;
  readonly name: string;
}

/** A client whose host is the test: `answer` gives the messages that follow a request. */
async function clientOf(answer: (request: SeenRequest) => unknown[]) {
  const [near, far] = memoryEndpoints();
  far.onMessage((data) => {
    const request = data as SeenRequest;
    const hello = { version: PROTOCOL_VERSION, host: 'fake', backend: 'none' };
    const messages = request.name === 'hello' ? [{ kind: 'result', id: request.id, result: hello }] : answer(request);
    for (const message of messages) far.post(message);
  });
  const client = await HostClient.connect(near, 'test');
  const warnings: string[] = [];
  client.on('warning', ({ message }) => warnings.push(message));
  return { client, far: far as MessageEndpoint, warnings };
}

describe('a client', () => {
  test('gives validated results, each to its own call', async () => {
    const held: SeenRequest[] = [];
    const { client, far } = await clientOf((request) => {
      held.push(request);
      return [];
    });
    const calls = ['a', 'b'].map((jobId) => client.call('jobStatus', { jobId }));
    await setImmediate();
    const status = (jobId: string) => ({ jobId, kind: 'simulate', state: 'running', stage: '', fraction: 0.5 });
    far.post({ kind: 'result', id: held[1].id, result: status('b') });
    far.post({ kind: 'result', id: held[0].id, result: status('a') });
    expect((await Promise.all(calls)).map(({ jobId }) => jobId)).toEqual(['a', 'b']);
  });

  test.each([{ jobId: 7 }, {}, null, 'job', { jobId: 'a', more: 1 }])(
    'refuses the malformed result %j',
    async (result) => {
      const { client } = await clientOf(({ id }) => [{ kind: 'result', id, result }]);
      const call = client.call('simulate', { quality: 'draft', first: 1, last: 2 });
      await expect(call).rejects.toMatchObject({ name: 'CoreError', code: 'internal' });
    },
  );

  test('gives errors of the host as CoreErrors', async () => {
    const error = { code: 'disk-full', message: 'no room', file: '/cache', place: 'frame 3', remedy: 'Make room.' };
    const { client } = await clientOf(({ id }) => [{ kind: 'error', id, error }]);
    const failure = await client.call('closeShot', {}).catch((thrown: unknown) => thrown);
    expect(failure).toBeInstanceOf(CoreError);
    expect(failure).toMatchObject(error);
  });

  test('keeps warnings that come with the handshake for the first who listens', async () => {
    let receive: (message: unknown) => void = () => undefined;
    const endpoint: MessageEndpoint = {
      onMessage: (handler) => (receive = handler),
      onClose: () => undefined,
      close: () => undefined,
      // Both in one turn, as two messages in one packet.
      post: (message) => {
        const hello = { version: PROTOCOL_VERSION, host: 'fake', backend: 'none' };
        queueMicrotask(() => {
          receive({ kind: 'result', id: (message as SeenRequest).id, result: hello });
          receive({ kind: 'notification', name: 'warning', params: { message: 'it was killed' } });
        });
      },
    };
    const client = await HostClient.connect(endpoint, 'test');
    const heard: string[][] = [[], []];
    for (const words of heard) client.on('warning', ({ message }) => words.push(message));
    expect(heard).toEqual([['it was killed'], []]);
  });

  test('says that a notification is unknown or malformed, and goes on', async () => {
    const { client, far, warnings } = await clientOf(() => []);
    const stages: string[] = [];
    const end = client.on('jobProgress', ({ stage }) => stages.push(stage));
    const progress = (params: unknown) => far.post({ kind: 'notification', name: 'jobProgress', params });
    far.post({ kind: 'notification', name: '__proto__', params: {} });
    progress({ jobId: 'a', stage: 'frame 1', fraction: 2 });
    progress({ jobId: 'a', stage: 'frame 1', fraction: 0.5 });
    await setImmediate();
    end();
    progress({ jobId: 'a', stage: 'frame 2', fraction: 0.5 });
    await setImmediate();
    expect(warnings).toHaveLength(2);
    expect(stages).toEqual(['frame 1']);
  });

  test('fails what is under way when the connection ends, and what comes later', async () => {
    const { client, far } = await clientOf(() => []);
    const call = client.call('closeShot', {});
    far.close();
    await expect(call).rejects.toMatchObject({ code: 'internal', message: /closed/ });
    await expect(client.call('closeShot', {})).rejects.toMatchObject({ code: 'internal' });
  });

  test('survives any message', async () => {
    const { client, far } = await clientOf(({ id }) => [{ kind: 'result', id, result: {} }]);
    const message = fc.oneof(
      fc.anything(),
      fc.record({
        kind: fc.constant('notification'),
        name: fc.constantFrom('frameDone', 'warning', 'toString'),
        params: fc.anything(),
      }),
      fc.record({
        kind: fc.constantFrom('result', 'error'),
        id: fc.nat(3),
        error: fc.anything(),
        result: fc.anything(),
      }),
    );
    for (const garbage of fc.sample(message, { seed: 11, numRuns: 1000 })) far.post(garbage);
    await setImmediate();
    expect(await client.call('closeShot', {})).toEqual({});
  });
});

describe('an error', () => {
  test('comes back from its travel as it was', () => {
    const text = fc.option(fc.string(), { nil: undefined });
    const details = fc.record({ file: text, place: text, remedy: text });
    fc.assert(
      fc.property(fc.constantFrom(...errorCodes), fc.string(), details, (code, message, where) => {
        const sent = new CoreError(code, message, where);
        const back = fromWireError(wireError.parse(structuredClone(toWireError(sent))));
        expect({ ...back }).toEqual({ ...sent });
        expect(back.message).toBe(message);
      }),
    );
  });

  test.each([new TypeError('x is not a function'), 'text', undefined])(
    'that is a bug travels as internal: %s',
    (thrown) => {
      expect(wireError.parse(toWireError(thrown)).code).toBe('internal');
    },
  );
});

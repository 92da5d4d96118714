import { expect, test } from 'vitest';
import { HostClient } from '../../../src/protocol/HostClient.ts';
import { clientEndpoint, openOwnSocket, startLocalServer } from '../../support/localHost.ts';

const notice = 'The simulation process ended and was started again.';

/** What an editor that connects now is told before its second answer. */
async function warningsOf(port: number, token: string): Promise<unknown[]> {
  const endpoint = clientEndpoint(await openOwnSocket(port, token));
  const heard: unknown[] = [];
  const listening = {
    ...endpoint,
    onMessage: (receive: (message: unknown) => void) =>
      endpoint.onMessage((message) => {
        const { name, params } = message as { name?: string; params?: { message?: string } };
        if (name === 'warning') heard.push(params?.message);
        receive(message);
      }),
  };
  const client = await HostClient.connect(listening, 'test');
  await client.call('listFolder', {});
  return heard;
}

test('an editor that comes back right after a restart is told why, and so is every other one', async () => {
  const { port, token } = await startLocalServer({ notice });
  expect(await warningsOf(port, token)).toEqual([notice]);
  expect(await warningsOf(port, token)).toEqual([notice]);
});

test('an editor that is opened later hears nothing of a restart before its time', async () => {
  const { port, token } = await startLocalServer({ notice, noticeTime: 0 });
  expect(await warningsOf(port, token)).toEqual([]);
});

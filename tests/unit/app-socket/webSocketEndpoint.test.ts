import { beforeEach, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { hostAddress, openWebSocketEndpoint } from '../../../app/client/webSocketEndpoint.ts';
import { HostClient } from '../../../src/protocol/HostClient.ts';
import { logIn, startLocalServer } from '../../support/localHost.ts';

/** What a page of the host at `port` would send with its socket. */
async function asPageOf(port: number, token: string): Promise<void> {
  const headers = { cookie: await logIn(port, token) };
  class PageSocket extends WebSocket {
    constructor(address: string) {
      super(address, { origin: `http://127.0.0.1:${port}`, headers });
      // A page is not told of errors in words.
      this.on('error', () => undefined);
    }
  }
  vi.stubGlobal('WebSocket', PageSocket);
}

beforeEach(() => () => vi.unstubAllGlobals());

test('connects a page with the host that served it', async () => {
  const { port, token, workspace } = await startLocalServer();
  await asPageOf(port, token);
  const address = hostAddress({ protocol: 'http:', host: `127.0.0.1:${port}` });
  expect(address).toBe(`ws://127.0.0.1:${port}/host`);
  const client = await HostClient.connect(await openWebSocketEndpoint(address), 'test');
  await expect(client.call('openShot', { path: `${workspace}/none.ductile` })).rejects.toMatchObject({
    code: 'file-missing',
  });
  client.close();
  await expect(client.call('closeShot', {})).rejects.toMatchObject({ code: 'internal' });
});

test('tells of the loss once, and that nobody answers', async () => {
  const { port, token, server } = await startLocalServer();
  await asPageOf(port, token);
  const endpoint = await openWebSocketEndpoint(`ws://127.0.0.1:${port}/host`);
  let losses = 0;
  const lost = new Promise<void>((resolve) =>
    endpoint.onClose(() => {
      losses++;
      resolve();
    }),
  );
  const client = await HostClient.connect({ ...bound(endpoint), onClose: () => undefined }, 'test');
  expect(client).toBeDefined();
  await server.close();
  await lost;
  endpoint.close();
  await new Promise(setImmediate);
  expect(losses).toBe(1);
  await expect(openWebSocketEndpoint(`ws://127.0.0.1:${port}/host`)).rejects.toMatchObject({ code: 'internal' });
});

test('is refused without the token', async () => {
  const { port } = await startLocalServer();
  class StrangeSocket extends WebSocket {
    constructor(address: string) {
      super(address, { origin: `http://127.0.0.1:${port}` });
      this.on('error', () => undefined);
    }
  }
  vi.stubGlobal('WebSocket', StrangeSocket);
  await expect(openWebSocketEndpoint(`ws://127.0.0.1:${port}/host`)).rejects.toMatchObject({
    code: 'internal',
    remedy: expect.stringContaining('start the program again') as string,
  });
});

function bound(endpoint: Awaited<ReturnType<typeof openWebSocketEndpoint>>) {
  return {
    post: (message: unknown) => endpoint.post(message),
    onMessage: (receive: (message: unknown) => void) => endpoint.onMessage(receive),
    close: () => endpoint.close(),
  };
}

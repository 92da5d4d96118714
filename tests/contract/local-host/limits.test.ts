import { connect, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import type { WebSocket } from 'ws';
import { ask, connectClient, logIn, openSocket, startLocalServer } from '../../support/localHost.ts';

function open(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket));
    socket.once('error', reject);
  });
}

function closed(socket: Socket): Promise<string> {
  let text = '';
  socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
  socket.on('error', () => undefined);
  return new Promise((resolve) => socket.once('close', () => resolve(text)));
}

test('ends connections that send their first lines too slowly, and serves others meanwhile', async () => {
  const { port, token } = await startLocalServer({ headersTimeout: 400 });
  const slow = await Promise.all(Array.from({ length: 20 }, () => open(port)));
  const ends = Promise.all(slow.map(closed));
  const timers = slow.map((socket, k) => {
    socket.write(k % 2 === 0 ? `GET / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n` : 'G');
    return setInterval(() => socket.write(k % 2 === 0 ? 'X: 1\r\n' : 'E'), 50);
  });
  expect((await ask(port, `/?token=${token}`)).status).toBe(303);
  const client = await connectClient(port, token);
  for (const answer of await ends) expect(answer).toMatch(/^(HTTP\/1\.1 4\d\d [\s\S]*)?$/);
  for (const timer of timers) clearInterval(timer);
  expect((await client.call('listFolder', {})).entries).toEqual([]);
});

// Symptom: the places of sockets were taken until their time was over, and a new editor waited for seconds.
test('lets an editor in at once, however many connections are slow', async () => {
  const { port, token } = await startLocalServer();
  const slow = await Promise.all(Array.from({ length: 120 }, () => open(port)));
  for (const socket of slow) {
    socket.on('error', () => undefined);
    socket.write('GET / HTTP/1.1\r\n');
  }
  const client = await connectClient(port, token);
  const held = await Promise.all(Array.from({ length: 120 }, () => open(port)));
  for (const socket of held) socket.on('error', () => undefined);
  // The editor's own socket has been shown to be one, and stays.
  expect((await client.call('listFolder', {})).entries).toEqual([]);
  expect((await ask(port, `/?token=${token}`)).status).toBe(303);
  for (const socket of [...slow, ...held]) socket.destroy();
});

test('takes a bounded number of editors and frees the place of one that left', async () => {
  const { port, token } = await startLocalServer();
  const headers = { origin: `http://127.0.0.1:${port}`, cookie: await logIn(port, token) };
  const sockets: WebSocket[] = [];
  for (let k = 0; k < 16; k++) {
    const socket = await openSocket(port, headers);
    if (typeof socket === 'number') throw new Error(`editor ${k} was refused with ${socket}`);
    sockets.push(socket);
  }
  expect(await openSocket(port, headers)).toBe(503);
  sockets[0].close();
  let next: WebSocket | number = 503;
  while (typeof next === 'number') next = await openSocket(port, headers);
  expect(next.readyState).toBe(next.OPEN);
});

test('takes a bounded number of connections and goes on when they are gone', async () => {
  const { port, token } = await startLocalServer();
  const sockets = await Promise.all(Array.from({ length: 150 }, () => open(port)));
  let refused = 0;
  await new Promise<void>((resolve) => {
    for (const socket of sockets) {
      void closed(socket).then(() => {
        if (++refused === 150 - 96) resolve();
      });
    }
  });
  // The others are left alone.
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(refused).toBe(150 - 96);
  for (const socket of sockets) socket.destroy();
  for (;;) {
    const answer = await ask(port, `/?token=${token}`).catch(() => undefined);
    if (answer?.status === 303) break;
  }
});

import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import type { WebSocket } from 'ws';
import { WebSocketEndpoint } from '../../../src/host/local/WebSocketEndpoint.ts';
import { decodeWireMessage, encodeWireMessage } from '../../../src/protocol/wireCodec.ts';

/** A socket whose other side reads when told to. */
class FakeSocket extends EventEmitter {
  binaryType = '';
  bufferedAmount = 0;
  isPaused = false;
  terminated = false;
  readonly sent: unknown[] = [];
  private readonly flushed: (() => void)[] = [];

  send(bytes: Uint8Array, done: () => void): void {
    this.sent.push(decodeWireMessage(bytes));
    this.bufferedAmount += bytes.length;
    this.flushed.push(done);
  }

  drain(): void {
    this.bufferedAmount = 0;
    for (const done of this.flushed.splice(0)) done();
  }

  arrive(message: unknown): void {
    const { buffer } = encodeWireMessage(message);
    this.emit('message', buffer);
  }

  ask(id: number, name: string): void {
    this.arrive({ kind: 'request', id, name, params: {} });
  }

  pause(): void {
    this.isPaused = true;
  }

  resume(): void {
    this.isPaused = false;
  }

  terminate(): void {
    this.terminated = true;
    this.emit('close');
  }

  close(): void {
    this.emit('close');
  }
}

function connect(notice?: string) {
  const socket = new FakeSocket();
  const endpoint = new WebSocketEndpoint(socket as unknown as WebSocket, { notice });
  const asked: string[] = [];
  endpoint.onMessage((message) => {
    const { id, name } = (message ?? {}) as { id?: number; name?: string };
    asked.push(`${name} ${id}`);
  });
  const answer = (id: number, bytes = 1) =>
    endpoint.post({ kind: 'result', id, result: { bytes: new Uint8Array(bytes) } });
  return { socket, endpoint, asked, answer };
}

const warnings = ({ sent }: FakeSocket) =>
  sent
    .filter((message) => (message as { name?: string }).name === 'warning')
    .map((message) => (message as { params: { message: string } }).params.message);

test('reads a few frames at once, and other requests overtake those that wait', () => {
  const { socket, asked, answer } = connect();
  for (let id = 0; id < 7; id++) socket.ask(id, 'frame');
  socket.ask(7, 'cancelJob');
  expect(asked).toEqual(['frame 0', 'frame 1', 'frame 2', 'frame 3', 'cancelJob 7']);
  answer(7);
  expect(asked).toHaveLength(5);
  answer(2);
  expect(asked.at(-1)).toBe('frame 4');
});

test('reads no further frame for a client that does not take the last ones', () => {
  const { socket, asked, answer } = connect();
  for (let id = 0; id < 12; id++) socket.ask(id, 'frame');
  const large = 20 * 2 ** 20;
  for (let id = 0; id < 4; id++) answer(id, large);
  // The fourth filled the socket: until then each answer let one more in.
  expect(asked).toHaveLength(7);
  for (let id = 4; id < 7; id++) answer(id, large);
  expect(asked).toHaveLength(7);
  socket.ask(100, 'cancelJob');
  expect(asked.at(-1)).toBe('cancelJob 100');
  socket.drain();
  expect(asked.slice(8)).toEqual(['frame 7', 'frame 8', 'frame 9', 'frame 10']);
  for (const id of [7, 8, 9, 10, 11]) answer(id);
  expect(asked.filter((name) => name.startsWith('frame'))).toHaveLength(12);
});

test('stops reading from a client with too many unanswered requests, and drops none', () => {
  const { socket, asked, answer } = connect();
  for (let id = 0; id < 512; id++) socket.ask(id, 'jobStatus');
  expect(socket.isPaused).toBe(true);
  // What was on its way arrives all the same.
  socket.ask(512, 'jobStatus');
  expect(asked).toHaveLength(513);
  for (let id = 0; id < 257; id++) answer(id);
  expect(socket.isPaused).toBe(true);
  answer(257);
  expect(socket.isPaused).toBe(false);
});

test('counts the bytes of unanswered requests, too', () => {
  const { socket, answer } = connect();
  const piece = new Uint8Array(8 * 2 ** 20);
  const upload = (id: number) => socket.arrive({ kind: 'request', id, name: 'uploadFile', params: { bytes: piece } });
  for (let id = 0; id < 15; id++) upload(id);
  expect(socket.isPaused).toBe(false);
  upload(15);
  expect(socket.isPaused).toBe(true);
  for (let id = 0; id < 9; id++) answer(id);
  expect(socket.isPaused).toBe(false);
});

test('gives up a client that has stopped reading', () => {
  const { socket, endpoint } = connect();
  let closed = 0;
  endpoint.onClose(() => closed++);
  socket.bufferedAmount = 2 ** 30;
  endpoint.post({ kind: 'notification', name: 'jobProgress', params: {} });
  expect(socket.terminated).toBe(true);
  return Promise.resolve().then(() => expect(closed).toBe(1));
});

test('warns of what it cannot read and of a number that is used twice, and goes on', () => {
  const { socket, asked, answer } = connect();
  socket.emit('message', new ArrayBuffer(3));
  socket.emit('message', Buffer.from('{"kind":"request"}'));
  socket.ask(1, 'jobStatus');
  socket.ask(1, 'jobStatus');
  expect(warnings(socket)).toHaveLength(3);
  expect(asked).toEqual(['jobStatus 1']);
  answer(1);
  socket.ask(1, 'jobStatus');
  expect(asked).toHaveLength(2);
  // What is no request is for the host to judge.
  socket.arrive({ kind: 'result', id: 1 });
  socket.arrive(null);
  expect(asked).toHaveLength(4);
});

test('says its notice once, after the first answer', () => {
  const { socket, answer } = connect('it was restarted');
  expect(socket.sent).toEqual([]);
  socket.ask(1, 'hello');
  answer(1);
  socket.ask(2, 'openShot');
  answer(2);
  expect(warnings(socket)).toEqual(['it was restarted']);
});

test('throws for an answer that cannot be sent; a notification that cannot is a warning', () => {
  const { socket, endpoint } = connect();
  socket.ask(1, 'frameStats');
  expect(() => endpoint.post({ kind: 'result', id: 1, result: { value: NaN } })).toThrow(/cannot hold NaN/);
  endpoint.post({ kind: 'error', id: 1, error: { code: 'internal', message: 'x' } });
  endpoint.post({ kind: 'notification', name: 'jobProgress', params: { fraction: NaN } });
  expect(warnings(socket)).toEqual(['a notification was lost: a message cannot hold NaN']);
});

test('keeps what arrives before somebody listens, and says nothing after its end', async () => {
  const socket = new FakeSocket();
  const endpoint = new WebSocketEndpoint(socket as unknown as WebSocket);
  socket.ask(1, 'hello');
  const received: unknown[] = [];
  endpoint.onMessage((message) => received.push(message));
  expect(received).toHaveLength(1);
  endpoint.close();
  let closed = 0;
  endpoint.onClose(() => closed++);
  endpoint.close();
  endpoint.post({ kind: 'result', id: 1, result: {} });
  socket.ask(2, 'hello');
  await Promise.resolve();
  expect([closed, received.length, socket.sent.length]).toEqual([1, 1, 0]);
});

import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { memoryEndpoints } from '../../../src/protocol/memoryEndpoint.ts';

test('messages arrive later, in order and as clones; those sent before there was a receiver too', async () => {
  const [a, b] = memoryEndpoints();
  const message = { values: [1, 2] };
  a.post(message);
  message.values.push(3);
  a.post('second');
  await setImmediate();
  const received: unknown[] = [];
  b.onMessage((data) => received.push(data));
  expect(received).toEqual([{ values: [1, 2] }, 'second']);
  a.post('third');
  expect(received).toHaveLength(2);
  await setImmediate();
  expect(received[2]).toBe('third');
});

test('transferred buffers move', async () => {
  const [a, b] = memoryEndpoints();
  const bytes = Uint8Array.of(1, 2, 3);
  const received: unknown[] = [];
  b.onMessage((data) => received.push(data));
  a.post(bytes, [bytes.buffer]);
  expect(bytes.length).toBe(0);
  await setImmediate();
  expect(received).toEqual([Uint8Array.of(1, 2, 3)]);
});

test('what cannot be cloned is refused where it is sent', () => {
  const [a] = memoryEndpoints();
  expect(() => a.post({ run: () => undefined })).toThrow(/could not be cloned/);
});

test('closing tells both sides once, and nothing is sent afterwards', async () => {
  const [a, b] = memoryEndpoints();
  const events: string[] = [];
  a.onClose(() => events.push('a'));
  b.onClose(() => events.push('b'));
  b.onMessage(() => events.push('message'));
  b.close();
  a.close();
  a.post('lost');
  await setImmediate();
  expect(events.sort()).toEqual(['a', 'b']);
});

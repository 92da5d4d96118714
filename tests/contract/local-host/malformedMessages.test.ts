import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { WebSocket } from 'ws';
import { HostClient } from '../../../src/protocol/HostClient.ts';
import { PROTOCOL_VERSION } from '../../../src/protocol/messages.ts';
import { requests } from '../../../src/protocol/requests.ts';
import { decodeWireMessage, encodeWireMessage } from '../../../src/protocol/wireCodec.ts';
import { saveShot } from '../../../src/io/shotFile.ts';
import { catalogue } from '../../../src/host/catalogue/catalogue.ts';
import { clientEndpoint, connectClient, openOwnSocket, startLocalServer } from '../../support/localHost.ts';
import { tinyShot } from '../../support/tinyShot.ts';

// The same cases in every run.
fc.configureGlobal({ seed: 20_261_121 });

const MESSAGES = 10_000;
const SEED = 11;

const text = (value: string) => new TextEncoder().encode(value);

/** A beginning that says anything of what follows. */
function headed(header: string, length?: number, rest = new Uint8Array(0)): Uint8Array {
  const bytes = text(header);
  const message = new Uint8Array(8 + bytes.length + rest.length);
  message.set(text('DWM1'));
  new DataView(message.buffer).setUint32(4, length ?? bytes.length, true);
  message.set(bytes, 8);
  message.set(rest, 8 + bytes.length);
  return message;
}

// Names that change what later messages find are asked with parameters that no request has.
const harmful = new Set(['closeShot', 'openShot', 'createShot', 'saveShot', 'simulate', 'exportShot', 'statics']);
const requestNames = fc.constantFrom(...Object.keys(requests), '__proto__', 'constructor', 'toString', '');
const sendable = fc.jsonValue().filter((value) => !JSON.stringify(value).includes('__proto__'));
const request = fc
  .tuple(
    fc.integer(),
    requestNames,
    fc.oneof(
      sendable,
      fc.dictionary(fc.constantFrom('path', 'quality', 'frame', 'scene', 'first', 'last'), sendable, {
        noNullPrototype: true,
      }),
    ),
  )
  .map(([id, name, params]) =>
    encodeWireMessage({ kind: 'request', id, name, params: harmful.has(name) ? { unknown: params } : params }),
  );
const valid = encodeWireMessage({
  kind: 'request',
  id: 1,
  name: 'applyScene',
  params: { scene: tinyShot(4), bytes: new Uint8Array(100) },
});

const messages = fc.oneof(
  fc.uint8Array({ maxLength: 300 }),
  fc.uint8Array({ maxLength: 200 }).map((bytes) => headed('', 0, bytes)),
  fc.tuple(fc.string(), fc.nat(0xffff)).map(([header, length]) => headed(header, length)),
  fc.constantFrom(0xffffffff, 0x7fffffff, 2 ** 20).map((length) => headed('{"value":1,"arrays":[]}', length)),
  fc.jsonValue().map((value) => headed(JSON.stringify(value))),
  fc.jsonValue().map((value) => headed(JSON.stringify({ value, arrays: [] }))),
  fc.tuple(sendable, fc.jsonValue()).map(([value, arrays]) => headed(JSON.stringify({ value, arrays }))),
  fc.nat(5000).map((depth) => headed(`{"value":${'['.repeat(depth)}${']'.repeat(depth)},"arrays":[]}`)),
  fc.nat(5000).map((depth) => headed(`{"value":${'{"a":'.repeat(depth)}0${'}'.repeat(depth)},"arrays":[]}`)),
  fc
    .double()
    .map((length) =>
      headed(`{"value":null,"arrays":[{"at":[],"type":"Float64Array","length":${JSON.stringify(length)}}]}`),
    ),
  fc
    .constantFrom('__proto__', 'constructor', 'prototype', '\\u005f_proto__', 'toString')
    .map((name) => headed(`{"value":{"${name}":{"polluted":1},"kind":"request"},"arrays":[]}`)),
  fc
    .constantFrom('__proto__', 'constructor', 'prototype', 'kind')
    .map((name) => headed(`{"value":{},"arrays":[{"at":["${name}","polluted"],"type":"Uint8Array","length":0}]}`)),
  fc.nat(valid.length - 1).map((end) => valid.slice(0, end)),
  fc.array(fc.tuple(fc.nat(valid.length - 1), fc.nat(255)), { minLength: 1, maxLength: 8 }).map((changes) => {
    const changed = valid.slice();
    for (const [at, value] of changes) changed[at] = value;
    return changed;
  }),
  sendable.map((value) => encodeWireMessage(value)),
  request,
);

/** Bytes that this process holds once all that is free is given back. */
function heldBytes(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** Resolves when the host has answered all that was sent before. */
function answered(socket: WebSocket, id: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const lost = (code: number) => reject(new Error(`the connection was ended with ${code}`));
    socket.once('close', lost);
    const receive = (data: ArrayBuffer) => {
      if ((decodeWireMessage(data) as { id?: number }).id !== id) return;
      socket.off('message', receive);
      socket.off('close', lost);
      resolve();
    };
    socket.on('message', receive);
    socket.send(
      encodeWireMessage({ kind: 'request', id, name: 'hello', params: { version: PROTOCOL_VERSION, client: 'x' } }),
    );
  });
}

test(`goes on after ${MESSAGES} malformed messages, and holds no more memory than before`, async () => {
  const { port, token, workspace } = await startLocalServer();
  const path = `${workspace}/shot.ductile`;
  await saveShot(path, tinyShot(4), catalogue);
  const bystander = await connectClient(port, token);
  await bystander.call('openShot', { path });
  const attacker = await openOwnSocket(port, token);
  const client = await HostClient.connect(clientEndpoint(attacker), 'fuzz');
  await client.call('openShot', { path });

  const send = async (count: number, seed: number) => {
    for (const [index, message] of fc.sample(messages, { numRuns: count, seed }).entries()) {
      // Now and then as text, which no message is.
      attacker.send(index % 50 === 0 ? new TextDecoder().decode(message) : message);
      if (index % 500 === 499) await answered(attacker, 1e6 + index);
    }
  };
  await send(1000, SEED);
  const before = heldBytes();
  await send(MESSAGES, SEED + 1);
  expect(heldBytes() - before).toBeLessThan(24 * 2 ** 20);

  expect(attacker.readyState).toBe(attacker.OPEN);
  for (const user of [bystander, client, await connectClient(port, token)]) {
    if (user !== bystander && user !== client) await user.call('openShot', { path });
    const { states } = await user.call('frameStates', { quality: 'draft', first: 1, last: 4 });
    expect(states.map(({ state }) => state)).toEqual(['missing', 'missing', 'missing', 'missing']);
  }
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
});

test('ends a connection whose message is too large, and no other', async () => {
  const { port, token } = await startLocalServer();
  const bystander = await connectClient(port, token);
  const attacker = await openOwnSocket(port, token);
  const code = new Promise((resolve) => attacker.once('close', resolve));
  attacker.on('error', () => undefined);
  attacker.send(new Uint8Array(41 * 2 ** 20));
  expect(await code).toBe(1009);
  expect((await bystander.call('listFolder', {})).entries).toEqual([]);
});

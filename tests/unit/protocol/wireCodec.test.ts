import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CoreError } from '../../../src/base/errors.ts';
import { decodeWireMessage, encodeWireMessage } from '../../../src/protocol/wireCodec.ts';

// The same cases in every run.
fc.configureGlobal({ seed: 20_261_121 });

function code(data: ArrayBuffer | Uint8Array): string {
  try {
    decodeWireMessage(data);
    return 'read';
  } catch (error) {
    if (!(error instanceof CoreError)) throw error;
    return error.code;
  }
}

/** A message with any header text and bytes after it. */
function crafted(header: string, rest = new Uint8Array(0), headerLength?: number): Uint8Array {
  const text = new TextEncoder().encode(header);
  const start = Math.ceil((8 + text.length) / 8) * 8;
  const bytes = new Uint8Array(rest.length === 0 ? 8 + text.length : start + rest.length);
  bytes.set(new TextEncoder().encode('DWM1'));
  new DataView(bytes.buffer).setUint32(4, headerLength ?? text.length, true);
  bytes.set(text, 8);
  if (rest.length > 0) bytes.set(rest, start);
  return bytes;
}

const finite = fc.double({ noNaN: true, noDefaultInfinity: true }).map((x) => (Object.is(x, -0) ? 0 : x));
const arrays = fc.oneof(
  fc.uint8Array(),
  fc.int8Array(),
  fc.uint8ClampedArray(),
  fc.int16Array(),
  fc.uint16Array(),
  fc.int32Array(),
  fc.uint32Array(),
  fc.float32Array(),
  fc.float64Array(),
);
const messages = fc.letrec((tie) => ({
  leaf: fc.oneof(fc.string({ unit: 'binary' }), finite, fc.boolean(), fc.constant(null), arrays),
  value: fc.oneof(
    { depthSize: 'small' },
    tie('leaf'),
    fc.array(tie('value')),
    fc.dictionary(
      fc.string().filter((name) => name !== '__proto__'),
      tie('value'),
      { noNullPrototype: true },
    ),
  ),
})).value;

test('any message comes back as it was, its arrays at multiples of eight', () => {
  fc.assert(
    fc.property(messages, (message) => {
      const bytes = encodeWireMessage(message);
      expect(decodeWireMessage(bytes)).toStrictEqual(message);
      expect(decodeWireMessage(bytes.buffer)).toStrictEqual(message);
    }),
    { seed: 3, numRuns: 500 },
  );
});

test('arrays are views into what arrived, and copies where it lies badly', () => {
  const sent = { kind: 'result', id: 1, result: { bytes: Uint8Array.of(1, 2, 3), at: Float64Array.of(0.5) } };
  const bytes = encodeWireMessage(sent);
  const received = decodeWireMessage(bytes) as typeof sent;
  expect(received.result.bytes.buffer).toBe(bytes.buffer);
  expect(received.result.at.byteOffset % 8).toBe(0);

  const shifted = new Uint8Array(bytes.length + 3);
  shifted.set(bytes, 3);
  expect(decodeWireMessage(shifted.subarray(3))).toStrictEqual(sent);
});

test('sends part of a buffer, shared memory and the buffers of Node', () => {
  const whole = Float32Array.of(0, 1, 2, 3);
  const shared = new Uint8Array(new SharedArrayBuffer(4)).fill(7);
  const sent = [whole.subarray(1, 3), shared, Buffer.from('ab')];
  expect(decodeWireMessage(encodeWireMessage(sent))).toStrictEqual([
    Float32Array.of(1, 2),
    Uint8Array.of(7, 7, 7, 7),
    Uint8Array.of(97, 98),
  ]);
});

test('leaves undefined members out and the message as it was', () => {
  const bytes = Uint8Array.of(1);
  const message = { a: undefined, b: { bytes } };
  expect(decodeWireMessage(encodeWireMessage(message))).toStrictEqual({ b: { bytes } });
  expect(message).toStrictEqual({ a: undefined, b: { bytes } });
});

test('refuses to send what would arrive as something else, and says where it is', () => {
  const cyclic: Record<string, unknown> = {};
  cyclic['self'] = cyclic;
  for (const value of [NaN, Infinity, 1n, () => 0, Symbol('s'), new Map(), new DataView(new ArrayBuffer(8)), cyclic])
    expect(() => encodeWireMessage({ params: [value] })).toThrow(/a message cannot hold/);
  expect(() => encodeWireMessage({ ['__proto__']: 1 })).toThrow(/__proto__/);
  const place = (() => {
    try {
      encodeWireMessage({ params: [0, { x: NaN }] });
      return undefined;
    } catch (error) {
      return (error as CoreError).place;
    }
  })();
  expect(place).toBe('params.1.x');
});

test.each([
  ['nothing', new Uint8Array(0)],
  ['less than a beginning', new TextEncoder().encode('DWM1')],
  ['another beginning', new TextEncoder().encode('{"kind":"request"}')],
  ['a header longer than itself', crafted('{"value":1,"arrays":[]}', undefined, 0xffffffff)],
  ['a header that is cut', crafted('{"value":1,"arrays":[]}', undefined, 10)],
  ['a header that is no text', crafted('').map((byte, i) => (i < 8 ? byte : 0xff))],
  ['a header that is no object', crafted('[]')],
  ['a header without arrays', crafted('{"value":1}')],
  ['a header without a value', crafted('{"arrays":[]}')],
  ['bytes after its end', crafted('{"value":1,"arrays":[]}', new Uint8Array(8))],
  ['an array of an unknown type', crafted('{"value":null,"arrays":[{"at":[],"type":"constructor","length":0}]}')],
  ['an array longer than the rest', crafted('{"value":null,"arrays":[{"at":[],"type":"Uint8Array","length":1e9}]}')],
  ['an array of huge length', crafted('{"value":null,"arrays":[{"at":[],"type":"Float64Array","length":1e300}]}')],
  ['an array of negative length', crafted('{"value":null,"arrays":[{"at":[],"type":"Uint8Array","length":-1}]}')],
  ['an array of half a length', crafted('{"value":null,"arrays":[{"at":[],"type":"Uint8Array","length":0.5}]}')],
  ['an array without a place', crafted('{"value":{},"arrays":[{"at":["a"],"type":"Uint8Array","length":0}]}')],
  ['an array at a value', crafted('{"value":{"a":1},"arrays":[{"at":["a"],"type":"Uint8Array","length":0}]}')],
  [
    'an array in a prototype',
    crafted('{"value":{},"arrays":[{"at":["__proto__","x"],"type":"Uint8Array","length":0}]}'),
  ],
  [
    'an array in a constructor',
    crafted('{"value":{},"arrays":[{"at":["constructor"],"type":"Uint8Array","length":0}]}'),
  ],
  ['a member called __proto__', crafted('{"value":{"__proto__":{"polluted":1}},"arrays":[]}')],
  ['a disguised __proto__', crafted(String.raw`{"value":[{"\u005f_proto__":{"polluted":1}}],"arrays":[]}`)],
])('refuses %s', (_, data) => {
  expect(code(data)).toBe('format-malformed');
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
});

test('refuses two arrays in one place', () => {
  const entry = '{"at":[],"type":"Uint8Array","length":8}';
  expect(code(crafted(`{"value":null,"arrays":[${entry},${entry}]}`, new Uint8Array(16)))).toBe('format-malformed');
});

test('bounds depth, values and arrays before anything is built of them', () => {
  const deep = 1_000_000;
  expect(code(crafted(`{"value":${'['.repeat(deep)}${']'.repeat(deep)},"arrays":[]}`))).toBe('limit-exceeded');
  expect(code(crafted(`{"value":${'{"a":'.repeat(deep)}1${'}'.repeat(deep)},"arrays":[]}`))).toBe('limit-exceeded');
  expect(code(crafted(`{"value":[${'0,'.repeat(5_000_000)}0],"arrays":[]}`))).toBe('limit-exceeded');
  const entry = '{"at":[],"type":"Uint8Array","length":0}';
  expect(code(crafted(`{"value":null,"arrays":[${Array(5000).fill(entry).join(',')}]}`))).toBe('limit-exceeded');
  // Brackets in texts nest nothing.
  expect(code(crafted(`{"value":"${'[{'.repeat(1000)}\\"[","arrays":[]}`))).toBe('read');
});

test('cut or changed anywhere, a message is read or refused, never more', () => {
  const bytes = encodeWireMessage({ kind: 'request', id: 3, name: 'frame', params: { bytes: new Uint8Array(9) } });
  fc.assert(
    fc.property(fc.nat(bytes.length), fc.nat(bytes.length - 1), fc.nat(255), (end, at, value) => {
      expect(code(bytes.slice(0, end))).toBe(end === bytes.length ? 'read' : 'format-malformed');
      const changed = bytes.slice();
      changed[at] = value;
      expect(['read', 'format-malformed', 'limit-exceeded']).toContain(code(changed));
    }),
    { seed: 5, numRuns: 2000 },
  );
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CoreError } from '../../../src/base/errors.ts';
import { decodeCheckpoint, encodeCheckpoint } from '../../../src/frames/Checkpoint.ts';
import { decodeFrame, encodeFrame } from '../../../src/frames/Frame.ts';
import { packArrays, unpackArrays, type PackableArray } from '../../../src/frames/packedArrays.ts';
import { decodeStatics, encodeStatics } from '../../../src/frames/Statics.ts';
import { elementsOf } from '../../../src/frames/StaticStream.ts';
import { positionsOf, streamsOf, type Stream } from '../../../src/frames/Stream.ts';
import { createRandom, SeededRandom } from '../../support/random.ts';
import { sampleFrame, sampleStatics } from '../../support/frames.ts';

// The same cases in every run.
fc.configureGlobal({ seed: 20_261_121 });

/** Runs a reader on damaged bytes: it gives something or a typed error, never anything else. */
function expectTyped(read: () => unknown): string {
  try {
    read();
    return 'read';
  } catch (error) {
    expect(error).toBeInstanceOf(CoreError);
    expect((error as CoreError).code).toMatch(/^format-/);
    return (error as CoreError).code;
  }
}

const formats = [
  ['frame', encodeFrame(sampleFrame(1)), decodeFrame],
  ['statics', encodeStatics(sampleStatics()), decodeStatics],
  [
    'checkpoint',
    encodeCheckpoint({ values: { t: 1 }, arrays: new Map([['x', new Float64Array(9)]]) }),
    decodeCheckpoint,
  ],
] as const;

describe('round trip', () => {
  test('frame', () => {
    const frame = sampleFrame(1);
    expect(decodeFrame(encodeFrame(frame))).toEqual(frame);
    expect(encodeFrame(sampleFrame(1))).toEqual(encodeFrame(frame));
    expect(encodeFrame(sampleFrame(2))).not.toEqual(encodeFrame(frame));
  });

  test('statics', () => {
    const statics = sampleStatics();
    expect(decodeStatics(encodeStatics(statics))).toEqual(statics);
  });

  test('empty frame', () => {
    const { stats } = sampleFrame(1);
    const frame = { streams: [], stats: { ...stats, entities: {} } };
    expect(decodeFrame(encodeFrame(frame))).toEqual(frame);
  });

  test('any arrays under any names, bit for bit', () => {
    const array = fc.oneof(
      fc.float32Array({ maxLength: 9 }),
      fc.float64Array({ maxLength: 9 }),
      fc.int32Array({ maxLength: 9 }),
      fc.uint8Array({ maxLength: 19 }),
      fc.uint16Array({ maxLength: 9 }),
      fc.uint32Array({ maxLength: 9 }),
    );
    const named = fc.uniqueArray(fc.tuple(fc.string({ unit: 'grapheme' }), array as fc.Arbitrary<PackableArray>), {
      maxLength: 6,
      selector: ([name]) => name,
    });
    fc.assert(
      fc.property(named, fc.jsonValue(), fc.nat(7), (arrays, meta, shift) => {
        const bytes = packArrays('DUCTTEST', { meta, arrays: new Map(arrays) });
        const moved = new Uint8Array(bytes.length + shift).subarray(shift);
        moved.set(bytes);
        const content = unpackArrays('DUCTTEST', moved);
        expect([...content.arrays.keys()]).toEqual(arrays.map(([name]) => name));
        for (const [name, values] of arrays) {
          const read = content.arrays.get(name)!;
          expect(read.constructor).toBe(values.constructor);
          const raw = (view: PackableArray) => new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
          expect(raw(read)).toEqual(raw(values));
        }
        expect(JSON.stringify(content.meta)).toBe(JSON.stringify(sorted(meta)));
      }),
      { seed: 60, numRuns: 300 },
    );
  });
});

/** Members in the order of canonical JSON. */
function sorted(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (_name, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}

test('views lie in the bytes and at multiples of 8', () => {
  const bytes = encodeFrame(sampleFrame(3));
  const attributes = decodeFrame(bytes).streams.flatMap((stream) => stream.attributes);
  expect(attributes).toHaveLength(16);
  for (const { values } of attributes) {
    expect(values.buffer).toBe(bytes.buffer);
    expect(values.byteOffset % 8).toBe(0);
  }
});

test('numbers that are not finite are never stored', () => {
  const frame = sampleFrame(1);
  positionsOf(frame.streams[0])[4] = NaN;
  expect(() => encodeFrame(frame)).toThrow(
    expect.objectContaining({
      code: 'simulation-failed',
      place: 'torus',
      message: expect.stringContaining("the position of vertex 1 of 'torus' is NaN") as string,
    }),
  );
  const other = sampleFrame(1);
  expect(() => encodeFrame({ ...other, stats: { ...other.stats, volume: Infinity } })).toThrow('Infinity');
});

describe.each(formats)('damaged %s', (_name, bytes, decode) => {
  test('every truncation is an error', () => {
    for (let length = 0; length < bytes.length; length++) {
      expect(expectTyped(() => decode(bytes.slice(0, length)))).not.toBe('read');
    }
    expect(expectTyped(() => decode(new Uint8Array([...bytes, 0])))).toBe('format-malformed');
  });

  test('any changed bytes give content or a typed error', () => {
    const random = new SeededRandom('damage');
    for (let round = 0; round < 3000; round++) {
      const damaged = bytes.slice();
      // Mostly the header, where the structure is.
      const reach = round % 3 === 0 ? damaged.length : Math.min(damaged.length, 600);
      for (let k = 0; k <= round % 4; k++) damaged[random.below(reach)] = random.below(256);
      expectTyped(() => decode(damaged));
    }
  });

  test('random bytes after a good start', () => {
    const random = createRandom('noise');
    for (let round = 0; round < 300; round++) {
      const noise = bytes.slice();
      for (let k = 24; k < noise.length; k++) noise[k] = 256 * random();
      expectTyped(() => decode(noise));
    }
  });
});

test('indices that point outside are refused', () => {
  const statics = sampleStatics();
  const [tet] = streamsOf(statics, 'mesh');
  elementsOf(tet.mesh)[2] = 4;
  expect(() => decodeStatics(encodeStatics(statics))).toThrow("'tet': an element: index 4 is not one of 4");
});

describe('streams that are not as their type has them are neither stored nor read', () => {
  const frame = sampleFrame(1);
  const [torus, , water, , gear] = frame.streams;
  const without = (stream: Stream, name: string): Stream => {
    return { ...stream, attributes: stream.attributes.filter((attribute) => attribute.name !== name) };
  };
  const broken: [string, Stream, string][] = [
    ['a mesh without positions', without(torus, 'position'), 'no position'],
    ['a transform without a rotation', without(gear, 'rotation'), 'no rotation'],
    [
      'two values for one vertex',
      { ...torus, attributes: [...torus.attributes, { ...torus.attributes[2], name: 'more', components: 2 }] },
      "'more' of 'torus' does not have one value per vertex",
    ],
    [
      'an attribute twice',
      { ...torus, attributes: [...torus.attributes, torus.attributes[2]] },
      'two attributes of one name',
    ],
    [
      'points with values per element',
      { ...water, attributes: [...water.attributes, torus.attributes[3]] },
      "cannot have 'stress' per element",
    ],
  ];
  test.each(broken)('%s', (_name, stream, message) => {
    expect(() => encodeFrame({ ...frame, streams: [stream] })).toThrow(message);
  });

  test('two streams of one name', () => {
    const bytes = encodeFrame({ ...frame, streams: [torus, torus] });
    expect(() => decodeFrame(bytes)).toThrow('two streams of one entity have the same name');
  });
});

test('poses of many colliders take little more than their numbers', () => {
  const poses = (count: number) => {
    const { streams, stats } = sampleFrame(1);
    const gear = streams[4];
    const many = Array.from({ length: count }, (_, k) => ({ ...gear, entity: `gear-${k}` }));
    return encodeFrame({ streams: many, stats }).length;
  };
  // 56 bytes of numbers, the name, and a few of the list.
  expect((poses(200) - poses(100)) / 100).toBeLessThan(75);
});

test('a layout of a newer program is not read', () => {
  const bytes = encodeFrame(sampleFrame(1));
  bytes[8] = 2;
  expect(expectTyped(() => decodeFrame(bytes))).toBe('format-unsupported');
});

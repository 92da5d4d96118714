import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ArchiveWriter } from '../../../src/io/alembic/ArchiveWriter.ts';
import {
  bytesOf,
  elementBytes,
  ELEMENT_TYPES,
  encodeStrings,
  isText,
  type ElementType,
} from '../../../src/io/alembic/elementType.ts';
import { stringValues } from '../../../src/io/alembic/propertyValues.ts';
import { sampleTime } from '../../../src/io/alembic/TimeSampling.ts';
import { CountingSink, objectAt, smallSurface, writeAndOpen } from './archiveFixtures.ts';
import { PolyMeshWriter } from '../../../src/io/alembic/PolyMeshWriter.ts';

// The same cases in every run.
fc.configureGlobal({ seed: 20_261_121 });

const numberTypes = ELEMENT_TYPES.filter((type) => !isText(type));

/** Samples as small numbers that stand for one of a few values, so that repeats and returns are frequent. */
const property = fc.record({
  kind: fc.constantFrom('scalar' as const, 'array' as const),
  type: fc.constantFrom(...numberTypes),
  extent: fc.constantFrom(1, 2, 3, 16, 200),
  metadata: fc.constantFrom('', 'interpretation=box', 'k=v', `long=${'x'.repeat(300)}`),
  values: fc.array(fc.nat(3), { maxLength: 40 }),
  sampling: fc.nat(2),
});

function bytesFor(type: ElementType, extent: number, kind: 'scalar' | 'array', value: number): Uint8Array {
  const elements = kind === 'scalar' ? 1 : value;
  return new Uint8Array(elementBytes(type) * extent * elements).fill(value + 1);
}

describe('random archives', () => {
  it('read back every sample of every property', () => {
    fc.assert(
      fc.property(
        fc.array(property, { maxLength: 12 }),
        fc.array(fc.string({ unit: 'grapheme', minLength: 1 }), { maxLength: 5 }),
        (properties, names) => {
          const { archive } = writeAndOpen((writer) => {
            const samplings = [
              0,
              writer.timeSampling({ timePerCycle: 0.5, times: [2] }),
              writer.timeSampling({ timePerCycle: 1, times: [0, 0.25] }),
            ];
            const object = writer.top.child('object', 'schema=test');
            const nested = object.properties.compound('nested', 'a=b');
            properties.forEach(({ kind, type, extent, metadata, values, sampling }, i) => {
              const parent = i % 2 === 0 ? object.properties : nested;
              const name = `p${i}`;
              const written = parent.property({
                kind,
                name,
                data: { type, extent },
                metadata,
                sampling: samplings[sampling],
              });
              values.forEach((value, k) => {
                if (k > 0 && values[k - 1] === value && value % 2 === 0) written.hold();
                else written.write(bytesFor(type, extent, kind, value));
              });
            });
            const unique = [...new Set(names.map((name) => name.replace(/[/\0]/g, '_')))];
            unique.forEach((name) => writer.top.child(`c${name}`, ''));
          });
          const object = objectAt(archive, '/object');
          properties.forEach(({ kind, type, extent, metadata, values, sampling }, i) => {
            const parent = i % 2 === 0 ? object.properties : object.properties.compounds.get('nested');
            const read = parent!.properties.get(`p${i}`)!;
            expect(read.header).toMatchObject({ kind, data: { type, extent }, sampleCount: values.length, sampling });
            expect([...read.header.metadata].map(([key, value]) => `${key}=${value}`).join(';')).toBe(metadata);
            values.forEach((value, k) => {
              expect(read.sample(k).bytes).toEqual(bytesFor(type, extent, kind, value));
              expect(read.elementCount(k)).toBe(kind === 'scalar' ? 1 : value);
            });
            const distinct = values.every((value) => value === values[0]);
            expect(read.header.constant).toBe(distinct);
          });
        },
      ),
      { seed: 11, numRuns: 60 },
    );
  });

  it('keeps texts, wide counts and more metadata than the table holds', () => {
    const texts = ['', 'Stoß', 'a;b=c', '日本'];
    const { archive } = writeAndOpen((writer) => {
      const object = writer.top.child('o', '');
      const array = object.properties.property({ kind: 'array', name: 's', data: { type: 'string', extent: 1 } });
      array.write(encodeStrings(texts), texts.length);
      const wide = object.properties.property({ kind: 'array', name: 'w', data: { type: 'wstring', extent: 1 } });
      wide.write(encodeStrings(texts, 'wstring'), texts.length);
      const many = object.properties.property({ kind: 'scalar', name: 'many', data: { type: 'int32_t', extent: 1 } });
      for (let i = 0; i < 70000; i++) many.write(bytesOf(Int32Array.of(i % 7 === 0 ? 1 : 2)));
      for (let i = 0; i < 400; i++) {
        const data = { type: 'bool_t', extent: 1 } as const;
        object.properties
          .property({ kind: 'scalar', name: `m${i}`, data, metadata: `key=${i}` })
          .write(Uint8Array.of(1));
      }
    });
    const { properties } = objectAt(archive, '/o').properties;
    expect(stringValues(properties.get('s')!, 0)).toEqual(texts);
    expect(stringValues(properties.get('w')!, 0)).toEqual(texts);
    const many = properties.get('many')!;
    expect(many.header.sampleCount).toBe(70000);
    for (const i of [0, 1, 6, 7, 69999]) {
      expect(new DataView(many.sample(i).bytes.slice().buffer).getInt32(0, true)).toBe(i % 7 === 0 ? 1 : 2);
    }
    for (const i of [0, 253, 254, 399]) expect(properties.get(`m${i}`)!.header.metadata.get('key')).toBe(String(i));
  });

  it('computes cyclic and listed times', () => {
    expect(sampleTime({ timePerCycle: 1, times: [0, 0.25] }, 5)).toBe(2.25);
    expect(sampleTime({ timePerCycle: Number.MAX_VALUE / 32, times: [1, 5, 7] }, 1)).toBe(5);
  });
});

describe('what a writer keeps in memory', () => {
  /** Total length of the typed arrays, texts and maps that can be reached from a value. */
  function retained(root: unknown): number {
    const seen = new Set<unknown>();
    const pending: unknown[] = [root];
    let bytes = 0;
    while (pending.length > 0) {
      const value = pending.pop();
      if (typeof value === 'string') bytes += value.length;
      if (value === null || typeof value !== 'object' || seen.has(value)) continue;
      seen.add(value);
      if (ArrayBuffer.isView(value)) bytes += value.buffer.byteLength;
      else if (value instanceof Map) pending.push(...value.keys(), ...value.values());
      else if (value instanceof Set) pending.push(...value);
      else pending.push(...Object.values(value));
    }
    return bytes;
  }

  it('does not grow with the frames beyond a few bytes each', () => {
    const surface = smallSurface();
    const sink = new CountingSink();
    const archive = new ArchiveWriter(sink, {});
    const sampling = archive.timeSampling({ timePerCycle: 1 / 24, times: [0] });
    const options = { sampling, velocities: true, normals: false, surface, faceSets: ['red'] };
    const mesh = new PolyMeshWriter(archive.top, 'mesh', options);
    const write = (frames: number, from: number) => {
      for (let frame = from; frame < from + frames; frame++) {
        const positions = Float32Array.from(surface.positions, (value, i) => value + frame * i);
        mesh.write({ positions, surface, velocities: positions.map((value) => -value) });
      }
    };
    write(12000, 0);
    const before = retained([archive, mesh]);
    const writtenBefore = sink.written;
    write(2000, 12000);
    const perFrame = (retained([archive, mesh]) - before) / 2000;
    expect((sink.written - writtenBefore) / 2000).toBeGreaterThan(200);
    // Child words: 16 bytes for P and the velocities, 8 for the box, with doubling at most twice that.
    expect(perFrame).toBeLessThan(100);
    expect(mesh.object).toBeDefined();
  });
});

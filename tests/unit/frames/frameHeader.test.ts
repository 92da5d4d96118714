import { describe, expect, test } from 'vitest';
import { decodeFrame, decodeFrameStats, encodeFrame } from '../../../src/frames/Frame.ts';
import { packArrays, unpackArrays } from '../../../src/frames/packedArrays.ts';
import { sampleFrame } from '../../support/frames.ts';

const MAGIC = 'DUCTFRAM';
const content = unpackArrays(MAGIC, encodeFrame(sampleFrame(1)));

interface Meta {
  layouts: unknown[][];
  streams: unknown[][];
  stats: Record<string, unknown>;
  [member: string]: unknown;
}

/** The sample frame with another header. */
function withHeader(change: (meta: Meta) => unknown): Uint8Array {
  const meta = structuredClone(content.meta) as Meta;
  const changed = change(meta);
  return packArrays(MAGIC, { meta: changed === undefined ? meta : changed, arrays: content.arrays });
}

const change = { uvs: false, normals: false, attributes: 0 };
/** Layout 0 is a mesh with `heat` as its third attribute. */
const heat = (...cells: unknown[]) => {
  return ({ layouts }: Meta) => void (layouts[0][3] = ['position', 'velocity', cells, ['stress', 'Pa', 'element', 1]]);
};
const layout = (place: number, value: unknown) => (meta: Meta) => void (meta.layouts[0][place] = value);
const row = (...cells: unknown[]) => {
  return (meta: Meta) => void (meta.streams[0] = cells);
};

const broken: [string, (meta: Meta) => unknown][] = [
  ['null', () => null],
  ['a list', () => [1, 2, 3]],
  ['a text', () => 'header'],
  ['a member too many', (meta) => void (meta.more = 1)],
  ['another member', ({ layouts, streams, stats }) => ({ layouts, rows: streams, stats })],
  ['layouts that are no list', (meta) => ({ ...meta, layouts: { length: 0 } })],
  ['streams that are no list', (meta) => ({ ...meta, streams: 'torus' })],
  ['a layout that is no list', (meta) => ({ ...meta, layouts: [7, ...meta.layouts.slice(1)] })],
  ['a layout without attributes', (meta) => void meta.layouts[0].pop()],
  ['a layout with one member more', (meta) => void meta.layouts[0].push('more')],
  ['an unknown type', layout(0, 'curve')],
  ['a type that all objects have', layout(0, 'constructor')],
  ['a layout without a name', layout(1, '')],
  ['a layout with too long a name', layout(1, 'n'.repeat(257))],
  ['an unknown topology', layout(2, 'moving')],
  ['attributes that are no list', layout(3, 'position')],
  ['an attribute that its type does not have', layout(3, ['position', 'velocity', 'heat'])],
  ['an attribute without a name', layout(3, ['position', 'velocity', ''])],
  ['an attribute that is a number', layout(3, ['position', 'velocity', 5])],
  ['an attribute without components', heat('heat', 'K', 'vertex')],
  ['an attribute with one member more', heat('heat', 'K', 'vertex', 1, 1)],
  ['an attribute whose name is a number', heat(7, 'K', 'vertex', 1)],
  ['too long a unit', heat('heat', 'K'.repeat(33), 'vertex', 1)],
  ['an unknown location', heat('heat', 'K', 'corner', 1)],
  ['no components', heat('heat', 'K', 'vertex', 0)],
  ['half a component', heat('heat', 'K', 'vertex', 0.5)],
  ['components in a text', heat('heat', 'K', 'vertex', '1')],
  ['too many components', heat('heat', 'K', 'vertex', 65)],
  ['a stream that is no list', (meta) => ({ ...meta, streams: ['torus', ...meta.streams.slice(1)] })],
  ['a stream without a layout', row('torus')],
  ['a stream without a name', row('', 0)],
  ['a stream whose name is a number', row(5, 0)],
  ['a layout before the first', row('torus', -1)],
  ['half a layout', row('torus', 0.5)],
  ['a layout in a text', row('torus', '0')],
  ['a change with one member more', row('torus', 0, { ...change, more: 1 })],
  ['a change that does not say what it has', row('torus', 0, {})],
  ['two changes', row('torus', 0, change, change)],
  ['no statistics', (meta) => ({ ...meta, stats: null })],
  ['statistics without a number', (meta) => void delete meta.stats.volume],
  ['statistics with one member more', (meta) => void (meta.stats.more = 1)],
];

describe('a malformed header is a typed error, of the frame and of its statistics', () => {
  test('the sample is whole', () => {
    expect(decodeFrame(withHeader(() => undefined))).toEqual(sampleFrame(1));
  });

  test.each(broken)('%s', (_name, damage) => {
    const bytes = withHeader(damage);
    const malformed = expect.objectContaining({ code: 'format-malformed' }) as Error;
    expect(() => decodeFrame(bytes)).toThrow(malformed);
    expect(() => decodeFrameStats(bytes)).toThrow(malformed);
  });
});

test('a layout beyond the last is named with its stream', () => {
  expect(() => decodeFrame(withHeader(row('torus', 9)))).toThrow("'torus' has layout 9 of 5");
});

test('two attributes of one name in a layout are refused', () => {
  expect(() => decodeFrame(withHeader(heat('velocity', 'K', 'vertex', 1)))).toThrow('two attributes of one name');
});

test('each stream of a layout has arrays of the types that it needs', () => {
  const { streams, stats } = sampleFrame(1);
  const alike = { streams: [streams[1], { ...streams[1], entity: 'other' }], stats };
  const { meta, arrays } = unpackArrays(MAGIC, encodeFrame(alike));
  const wider = new Map([...arrays, ['1/0', new Float64Array(3)] as const]);
  const bytes = packArrays(MAGIC, { meta, arrays: wider });
  expect(() => decodeFrame(bytes)).toThrow("the mesh of 'other' has no position, or not as a mesh has it");
});

test('names of streams do not run together', () => {
  const { streams, stats } = sampleFrame(1);
  const named = {
    streams: [
      { ...streams[1], entity: 'ab', name: 'c' },
      { ...streams[1], entity: 'a', name: 'bc' },
    ],
    stats,
  };
  expect(decodeFrame(encodeFrame(named))).toEqual(named);
});

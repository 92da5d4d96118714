import { z } from 'zod';
import { checkFinite, checkStream } from './checkStream.ts';
import { frameStats, type FrameStats } from './FrameStats.ts';
import { standardAttribute } from './makeStreams.ts';
import { malformed } from './namedArrays.ts';
import { packArrays, unpackArrays, unpackMeta, type PackableArray, type PackedContent } from './packedArrays.ts';
import {
  attributeLocations,
  streamTypes,
  type Attribute,
  type AttributeArray,
  type AttributeInfo,
  type Stream,
  type StreamType,
} from './Stream.ts';
import { packTopology, topologyMeta, unpackTopology } from './topologyArrays.ts';

/** Everything that a shot is at one frame. */
export interface Frame {
  /** Streams in the scene's order of entities. */
  readonly streams: readonly Stream[];
  readonly stats: FrameStats;
}

const frameMagic = 'DUCTFRAM';
/** Numbers of one value of an attribute: a matrix of 3 x 3 has 9. */
const MOST_COMPONENTS = 64;
const name = z.string().min(1).max(256);
/** Name, unit, location and components; of one that the type has by itself, the name alone. */
const attributeMeta = z.union([
  name,
  z.tuple([name, z.string().max(32), z.enum(attributeLocations), z.int().min(1).max(MOST_COMPONENTS)]),
]);
/** Type, name, topology and attributes. */
const layout = z.tuple([z.enum(streamTypes), name, z.enum(['fixed', 'changing']), z.array(attributeMeta)]);
type Layout = z.output<typeof layout>;
const metaSchema = z.strictObject({
  /** What streams are, each once however many streams are alike. */
  layouts: z.array(layout),
  /** Entity, index of the layout, and how a torn mesh changed. */
  streams: z.array(z.tuple([name, z.int().min(0)], topologyMeta)),
  stats: frameStats,
});
type Meta = z.output<typeof metaSchema>;

/**
 * The bytes of a frame: the same frame gives the same bytes. The values of attribute k of stream s are the array `s/k`; those that belong to whole
 * streams (poses) are few, and stand one after the other in the array `all/l/k` of all streams with layout l. Throws `simulation-failed`, naming entity and
 * place, for a number that is not finite: it is never stored.
 */
export function encodeFrame({ streams, stats }: Frame): Uint8Array {
  const arrays = new Map<string, PackableArray>();
  const layouts = new Map<string, { readonly index: number; readonly layout: Layout; readonly streams: Stream[] }>();
  const rows = streams.map((stream, s): Meta['streams'][number] => {
    checkStream(stream);
    for (const attribute of stream.attributes) checkFinite(stream, attribute);
    const text = layoutText(stream);
    const own = layouts.get(text) ?? { index: layouts.size, layout: layoutOf(stream), streams: [] };
    layouts.set(text, own);
    own.streams.push(stream);
    stream.attributes.forEach(({ location, values }, k) => {
      if (location !== 'stream') arrays.set(`${s}/${k}`, values);
    });
    const { entity, change } = stream;
    if (change === undefined) return [entity, own.index];
    return [entity, own.index, packTopology(change, `${s}/topology`, arrays)];
  });
  for (const { index, streams: alike } of layouts.values()) {
    alike[0].attributes.forEach(({ location }, k) => {
      if (location === 'stream') arrays.set(`all/${index}/${k}`, joined(alike.map(({ attributes }) => attributes[k])));
    });
  }
  const meta: Meta = { layouts: [...layouts.values()].map((own) => own.layout), streams: rows, stats };
  return packArrays(frameMagic, { meta, arrays });
}

/** Views on the bytes of a frame (nothing is copied). Throws `format-*` as `unpackArrays` does, or for members that do not fit. */
export function decodeFrame(bytes: Uint8Array): Frame {
  const content = unpackArrays(frameMagic, bytes);
  const { layouts: packed, streams: rows, stats } = readMeta(content.meta);
  const layouts = packed.map(unpackLayout);
  const before = new Uint32Array(layouts.length);
  const streams = rows.map(([entity, index, changed], s): Stream => {
    const common = layouts.at(index);
    if (common === undefined) throw malformed(`'${entity}' has layout ${index} of ${layouts.length}`);
    const place = before[index]++;
    const attributes = common.attributes.map((info, k): Attribute => {
      const { location, components } = info;
      if (location !== 'stream') return { ...info, values: arrayOf(content, `${s}/${k}`) };
      const all = arrayOf(content, `all/${index}/${k}`);
      return { ...info, values: all.subarray(components * place, components * (place + 1)) };
    });
    const stream: Stream = { entity, name: common.name, type: common.type, topology: common.topology, attributes };
    const vertexCount = checkStream(stream);
    if (changed === undefined) return stream;
    return { ...stream, change: unpackTopology(content, `${s}/topology`, changed, vertexCount) };
  });
  layouts.forEach((common, index) => checkJoined(content, common, index, before[index]));
  checkNames(streams);
  return { streams, stats };
}

/** The statistics of a frame from the first `headerBytes` of its bytes. Throws `format-*`. */
export function decodeFrameStats(start: Uint8Array): FrameStats {
  return readMeta(unpackMeta(frameMagic, start)).stats;
}

function readMeta(found: unknown): Meta {
  const meta = metaSchema.safeParse(found);
  if (!meta.success) throw malformed(`header: ${z.prettifyError(meta.error)}`);
  return meta.data;
}

function layoutOf({ type, name: streamName, topology, attributes }: Stream): Layout {
  const packed = attributes.map((attribute): z.output<typeof attributeMeta> => {
    const { name: own, unit, location, components } = attribute;
    const usual = standardAttribute(type, own);
    const isUsual = usual?.unit === unit && usual.location === location && usual.components === components;
    return isUsual ? own : [own, unit, location, components];
  });
  return [type, streamName, topology, packed];
}

interface UnpackedLayout extends Pick<Stream, 'type' | 'name' | 'topology'> {
  readonly attributes: readonly AttributeInfo[];
}

function unpackLayout([type, streamName, topology, attributes]: Layout): UnpackedLayout {
  const unpacked = attributes.map((packed): AttributeInfo => {
    if (typeof packed !== 'string') {
      const [own, unit, location, components] = packed;
      return { name: own, unit, location, components };
    }
    const { unit, location, components } = standardAttribute(type, packed) ?? missing(type, packed);
    return { name: packed, unit, location, components };
  });
  return { type, name: streamName, topology, attributes: unpacked };
}

function missing(type: StreamType, attribute: string): never {
  throw malformed(`a ${type} has no '${attribute}' by itself`);
}

/** Returns a text that is the same for streams whose arrays can be stored as one. */
function layoutText(stream: Stream): string {
  const types = stream.attributes.map(({ values }) => values.constructor.name);
  return JSON.stringify([layoutOf(stream), types]);
}

/** Values of whole streams, one after the other; streams of one layout have arrays of one type. */
function joined(attributes: readonly Attribute[]): AttributeArray {
  const [first] = attributes;
  const length = attributes.reduce((sum, { values }) => sum + values.length, 0);
  const values = emptyLike(first.values, length);
  let at = 0;
  for (const attribute of attributes) {
    values.set(attribute.values, at);
    at += attribute.values.length;
  }
  return values;
}

function emptyLike(values: AttributeArray, length: number): AttributeArray {
  if (values instanceof Float64Array) return new Float64Array(length);
  if (values instanceof Float32Array) return new Float32Array(length);
  return values instanceof Uint32Array ? new Uint32Array(length) : new Uint8Array(length);
}

/** The arrays that streams share have nothing beyond what those streams have. */
function checkJoined(content: PackedContent, { attributes }: UnpackedLayout, index: number, count: number): void {
  attributes.forEach(({ name: attribute, location, components }, k) => {
    if (location !== 'stream' || arrayOf(content, `all/${index}/${k}`).length === components * count) return;
    throw malformed(`'${attribute}' does not have one value per stream`);
  });
}

function arrayOf({ arrays }: PackedContent, array: string): AttributeArray {
  const found = arrays.get(array);
  if (found === undefined || found instanceof Int32Array || found instanceof Uint16Array) {
    throw malformed(`array '${array}' is missing or has another type`);
  }
  return found;
}

function checkNames(streams: readonly Stream[]): void {
  const names = new Set(streams.map(({ entity, name: streamName }) => JSON.stringify([entity, streamName])));
  if (names.size !== streams.length) throw malformed('two streams of one entity have the same name');
}

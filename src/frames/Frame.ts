import { checkFinite, checkLayout, checkValues } from './checkStream.ts';
import { isAlike, packHeader, unpackHeader, type StreamLayout, type StreamRow } from './frameHeader.ts';
import type { FrameStats } from './FrameStats.ts';
import { malformed } from './namedArrays.ts';
import { packArrays, unpackArrays, unpackMeta, type PackableArray, type PackedContent } from './packedArrays.ts';
import type { Attribute, AttributeArray, Stream } from './Stream.ts';
import { packTopology, unpackTopology } from './topologyArrays.ts';

/** Everything that a shot is at one frame. */
export interface Frame {
  /** Streams in the scene's order of entities. */
  readonly streams: readonly Stream[];
  readonly stats: FrameStats;
}

const frameMagic = 'DUCTFRAM';

/**
 * The bytes of a frame: the same frame gives the same bytes. The values of attribute k of stream s are the array `s/k`; those that belong to whole
 * streams (poses) are few, and stand one after the other in the array `all/l/k` of all streams with layout l. Throws `simulation-failed`, naming entity and
 * place, for a number that is not finite: it is never stored.
 */
export function encodeFrame({ streams, stats }: Frame): Uint8Array {
  const arrays = new Map<string, PackableArray>();
  const layouts: Stream[][] = [];
  const rows = streams.map((stream, s): StreamRow => {
    const index = layoutIn(layouts, stream);
    checkValues(stream);
    stream.attributes.forEach((attribute, k) => {
      checkFinite(stream, attribute);
      if (attribute.location !== 'stream') arrays.set(`${s}/${k}`, attribute.values);
    });
    const { entity, change } = stream;
    if (change === undefined) return [entity, index];
    return [entity, index, packTopology(change, `${s}/topology`, arrays)];
  });
  layouts.forEach((alike, index) => {
    alike[0].attributes.forEach(({ location }, k) => {
      if (location === 'stream') arrays.set(`all/${index}/${k}`, joined(alike.map(({ attributes }) => attributes[k])));
    });
  });
  const meta = packHeader({ layouts: layouts.map(([first]) => first), streams: rows, stats });
  return packArrays(frameMagic, { meta, arrays });
}

/** Views on the bytes of a frame (nothing is copied). Throws `format-*` as `unpackArrays` does, or for members that do not fit. */
export function decodeFrame(bytes: Uint8Array): Frame {
  const content = unpackArrays(frameMagic, bytes);
  const { layouts: infos, streams: rows, stats } = unpackHeader(content.meta);
  const layouts = infos.map((layout, index) => new SharedLayout(layout, index, content));
  const streams = rows.map(([entity, index, changed], s): Stream => {
    const layout = layouts.at(index);
    if (layout === undefined) throw malformed(`'${entity}' has layout ${index} of ${layouts.length}`);
    const stream = layout.streamOf(entity, s);
    const vertexCount = checkValues(stream);
    if (changed === undefined) return stream;
    return { ...stream, change: unpackTopology(content, `${s}/topology`, changed, vertexCount) };
  });
  for (const layout of layouts) layout.checkJoined();
  checkNames(streams);
  return { streams, stats };
}

/** The statistics of a frame from the first `headerBytes` of its bytes. Throws `format-*`. */
export function decodeFrameStats(start: Uint8Array): FrameStats {
  return unpackHeader(unpackMeta(frameMagic, start)).stats;
}

/** Adds a stream to those of its layout, or begins a new one, and gives the layout's index. Throws as `checkLayout` does. */
function layoutIn(layouts: Stream[][], stream: Stream): number {
  const known = layouts.findIndex(([first]) => isAlike(first, stream));
  if (known >= 0) {
    layouts[known].push(stream);
    return known;
  }
  checkLayout(stream);
  return layouts.push([stream]) - 1;
}

/** A layout of a frame that is read, with the arrays that its streams share and how many of these were read. */
class SharedLayout {
  private readonly layout: StreamLayout;
  private readonly content: PackedContent;
  /** Undefined where each stream has an array of its own. */
  private readonly joined: readonly (AttributeArray | undefined)[];
  private count = 0;

  constructor(layout: StreamLayout, index: number, content: PackedContent) {
    this.layout = layout;
    this.content = content;
    this.joined = layout.attributes.map(({ location }, k) => {
      return location === 'stream' ? arrayOf(content, `all/${index}/${k}`) : undefined;
    });
  }

  /** Reads the next stream that has the layout: number `s` of the frame. */
  streamOf(entity: string, s: number): Stream {
    const { name, type, topology, attributes: infos } = this.layout;
    if (this.count === 0) checkLayout({ entity, type, attributes: infos });
    const place = this.count++;
    const attributes = infos.map(({ name: own, unit, location, components }, k): Attribute => {
      const all = this.joined[k];
      const values = all?.subarray(components * place, components * (place + 1)) ?? arrayOf(this.content, `${s}/${k}`);
      return { name: own, unit, location, components, values };
    });
    return { entity, name, type, topology, attributes };
  }

  /** Throws `format-malformed` unless the arrays that streams share have one value per stream. */
  checkJoined(): void {
    this.layout.attributes.forEach(({ name, components }, k) => {
      const length = this.joined[k]?.length;
      if (length === undefined || length === components * this.count) return;
      throw malformed(`'${name}' does not have one value per stream`);
    });
  }
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

function arrayOf({ arrays }: PackedContent, array: string): AttributeArray {
  const found = arrays.get(array);
  if (found === undefined || found instanceof Int32Array || found instanceof Uint16Array) {
    throw malformed(`array '${array}' is missing or has another type`);
  }
  return found;
}

function checkNames(streams: readonly Stream[]): void {
  // The length says where the first name ends.
  const names = new Set(streams.map(({ entity, name }) => `${entity.length} ${entity}${name}`));
  if (names.size !== streams.length) throw malformed('two streams of one entity have the same name');
}

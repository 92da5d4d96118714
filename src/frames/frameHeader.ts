import type { FrameStats } from './FrameStats.ts';
import { standardAttribute } from './makeStreams.ts';
import { malformed } from './namedArrays.ts';
import { packStats, unpackStats } from './storedStats.ts';
import {
  attributeLocations,
  streamTypes,
  type AttributeInfo,
  type AttributeLocation,
  type Stream,
  type StreamType,
} from './Stream.ts';
import { topologyMeta, type TopologyMeta } from './topologyArrays.ts';

/** Numbers of one value of an attribute: a matrix of 3 x 3 has 9. */
const MOST_COMPONENTS = 64;
const LONGEST_NAME = 256;
const LONGEST_UNIT = 32;
const topologies = ['fixed', 'changing'] as const;

/** What streams of a frame have in common, but for their values. */
export type StreamLayout = Pick<Stream, 'type' | 'name' | 'topology'> & {
  readonly attributes: readonly AttributeInfo[];
};

/** An attribute in a header: name, unit, location and components, or the name alone where the type has it by itself. */
type PackedAttribute = string | readonly [name: string, unit: string, location: AttributeLocation, components: number];
/** A layout as headers hold it. */
type PackedLayout = readonly [
  type: StreamType,
  name: string,
  topology: Stream['topology'],
  attributes: readonly PackedAttribute[],
];
/** A stream in a header: its entity, the index of its layout, and how a torn mesh changed. */
export type StreamRow =
  | readonly [entity: string, layout: number]
  | readonly [entity: string, layout: number, change: TopologyMeta];

/** What the header of a frame says beside its table of arrays. */
export interface FrameHeader {
  /** What streams are, each once however many streams are alike. */
  readonly layouts: readonly StreamLayout[];
  readonly streams: readonly StreamRow[];
  readonly stats: FrameStats;
}

/** The header as it is written. */
export function packHeader({ layouts, streams, stats }: FrameHeader): Record<string, unknown> {
  return { layouts: layouts.map(packLayout), streams, stats: packStats(stats) };
}

/**
 * The header that was read, which may be anything; throws `format-malformed` where it is none. Layouts and rows are checked by hand: every frame that is shown or
 * played goes through here, and a schema takes longer for these than all that follows. Whether rows name layouts that are there is for the reader of streams to say.
 */
export function unpackHeader(found: unknown): FrameHeader {
  if (!isRecord(found) || Object.keys(found).length !== 3)
    throw malformed('header: not layouts, streams and statistics');
  const { layouts, streams, stats } = found;
  if (!Array.isArray(layouts) || !Array.isArray(streams)) throw malformed('header: layouts or streams are no list');
  return { layouts: layouts.map(unpackLayout), streams: streams.map(unpackRow), stats: unpackStats(stats) };
}

/** Whether two streams can have one layout, and their arrays stand in one. */
export function isAlike(a: Stream, b: Stream): boolean {
  if (a.type !== b.type || a.name !== b.name || a.topology !== b.topology) return false;
  if (a.attributes.length !== b.attributes.length) return false;
  return a.attributes.every((one, k) => {
    const other = b.attributes[k];
    return isSame(one, other) && one.name === other.name && one.values.constructor === other.values.constructor;
  });
}

function packLayout({ type, name, topology, attributes }: StreamLayout): PackedLayout {
  const packed = attributes.map((attribute): PackedAttribute => {
    const usual = standardAttribute(type, attribute.name);
    if (usual !== undefined && isSame(usual, attribute)) return attribute.name;
    return [attribute.name, attribute.unit, attribute.location, attribute.components];
  });
  return [type, name, topology, packed];
}

function isSame(a: AttributeInfo, b: AttributeInfo): boolean {
  return a.unit === b.unit && a.location === b.location && a.components === b.components;
}

function unpackLayout(found: unknown, index: number): StreamLayout {
  if (isList(found) && found.length === 4) {
    const [type, name, topology, attributes] = found;
    if (isOneOf(streamTypes, type) && isName(name) && isOneOf(topologies, topology) && isList(attributes)) {
      return { type, name, topology, attributes: attributes.map((packed) => unpackAttribute(packed, type)) };
    }
  }
  throw malformed(`header: layout ${index} is not a type, a name, a topology and attributes`);
}

function unpackAttribute(packed: unknown, type: StreamType): AttributeInfo {
  if (isName(packed)) {
    const usual = standardAttribute(type, packed);
    if (usual !== undefined) return usual;
    throw malformed(`a ${type} has no '${packed}' by itself`);
  }
  if (isList(packed) && packed.length === 4) {
    const [name, unit, location, components] = packed;
    const isUnit = typeof unit === 'string' && unit.length <= LONGEST_UNIT;
    if (isName(name) && isUnit && isOneOf(attributeLocations, location) && isComponents(components)) {
      return { name, unit, location, components };
    }
  }
  throw malformed(`header: an attribute of a ${type} is not a name, a unit, a location and a number of components`);
}

function unpackRow(found: unknown, index: number): StreamRow {
  if (isList(found) && (found.length === 2 || found.length === 3)) {
    const [entity, layout, change] = found;
    if (isName(entity) && isIndex(layout)) {
      if (found.length === 2) return [entity, layout];
      const parsed = topologyMeta.safeParse(change);
      if (parsed.success) return [entity, layout, parsed.data];
    }
  }
  throw malformed(`header: stream ${index} is not an entity, a layout and how it changed`);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value.length > 0 && value.length <= LONGEST_NAME;
}

function isIndex(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

function isComponents(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= MOST_COMPONENTS;
}

function isOneOf<T>(values: readonly T[], value: unknown): value is T {
  const all: readonly unknown[] = values;
  return all.includes(value);
}

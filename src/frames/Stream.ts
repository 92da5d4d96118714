import type { TopologyChange } from '../geometry/tearing/TopologyChange.ts';
import { malformed } from './namedArrays.ts';

/** The four forms in which an entity leaves the simulation. Whatever reads frames asks for these, and for no kind of entity. */
export const streamTypes = ['mesh', 'points', 'transform', 'grid'] as const;
export type StreamType = (typeof streamTypes)[number];

/** What an attribute has one value for: vertices and elements of a mesh, points, cells of a grid, or the whole stream. */
export const attributeLocations = ['vertex', 'element', 'point', 'cell', 'stream'] as const;
export type AttributeLocation = (typeof attributeLocations)[number];

export type AttributeArray = Float32Array | Float64Array | Uint32Array | Uint8Array;

/** What an attribute is, whatever its values are at a frame. */
export interface AttributeInfo {
  /** Unique in its stream, in words: `plastic strain`. */
  readonly name: string;
  /** SI unit; empty for a pure number. */
  readonly unit: string;
  readonly location: AttributeLocation;
  /** Numbers of each value: 1 of a scalar, 3 of a vector. */
  readonly components: number;
}

export interface Attribute extends AttributeInfo {
  readonly values: AttributeArray;
}

/**
 * Names of the attributes that readers know. A mesh has `position` (vertex, m) and may have `velocity` (vertex, m/s), both float32 in world space; one that is another surface in
 * every frame has `triangle` (element, uint32: three vertices, counter-clockwise seen from outside), and one of a liquid may have `foam` (vertex, float32, 0 to 1: share that is white).
 * Points have `position` and may have `velocity`, `id` (uint32, the same point has the same one in every frame) and `spray` (uint8, 1 for points that
 * are apart from the body of a liquid), and those of deep water have `full below` (stream, float64, m: the height of the lowest points, below which there is liquid down to the floor of its box). A transform has `rotation` (unit quaternion x, y, z, w) and `translation` (m), float64. A grid has
 * `cell` (uint32, ascending: the cells of the box that the other attributes have values for, x fastest).
 */
export const POSITION = 'position';
export const VELOCITY = 'velocity';
export const TRIANGLE = 'triangle';
export const ID = 'id';
export const SPRAY = 'spray';
export const FULL_BELOW = 'full below';
export const ROTATION = 'rotation';
export const TRANSLATION = 'translation';
export const CELL = 'cell';
export const DISTANCE = 'distance';
export const FOAM = 'foam';

/** The geometry of an entity, or a part of it, at one frame. */
export interface Stream {
  /** Entity id. */
  readonly entity: string;
  /** Tells streams of one entity apart: `mesh`, `particles`, `level set`, `pose`. */
  readonly name: string;
  readonly type: StreamType;
  /** `fixed`: counts and order of vertices, elements or points are the same in every frame. */
  readonly topology: 'fixed' | 'changing';
  readonly attributes: readonly Attribute[];
  /** How a torn mesh differs from the mesh of its statics; left out where it does not, and of a mesh with triangles of its own. */
  readonly change?: TopologyChange;
}

interface WithStreams<S> {
  readonly streams: readonly S[];
}

/** The first stream of that type that an entity has; undefined where it has none. */
export function streamOf<S extends { readonly entity: string; readonly type: StreamType }, T extends StreamType>(
  { streams }: WithStreams<S>,
  entity: string,
  type: T,
): (S & { readonly type: T }) | undefined {
  return streams.find((stream): stream is S & { readonly type: T } => {
    return stream.entity === entity && stream.type === type;
  });
}

/** All streams of a type, in their order. */
export function streamsOf<S extends { readonly type: StreamType }, T extends StreamType>(
  { streams }: WithStreams<S>,
  type: T,
): (S & { readonly type: T })[] {
  return streams.filter((stream): stream is S & { readonly type: T } => stream.type === type);
}

/** The attribute of that name; undefined where the stream has none. */
export function attributeOf<A extends AttributeInfo>(
  { attributes }: { readonly attributes: readonly A[] },
  name: string,
): A | undefined {
  return attributes.find((attribute) => attribute.name === name);
}

/** The values of an attribute that must be there in that type; throws `format-malformed` where they are not. */
export function valuesOf<T extends AttributeArray>(
  stream: Pick<Stream, 'entity' | 'attributes'>,
  name: string,
  type: abstract new (...args: never[]) => T,
): T {
  const values = attributeOf(stream, name)?.values;
  if (values instanceof type) return values;
  throw malformed(`'${stream.entity}' has no ${name}, or one of another type`);
}

/** World positions, xyz, m, of a mesh or of points. */
export function positionsOf(stream: Pick<Stream, 'entity' | 'attributes'>): Float32Array {
  return valuesOf(stream, POSITION, Float32Array);
}

/** Velocities, xyz, m/s, of a mesh or of points. */
export function velocitiesOf(stream: Pick<Stream, 'entity' | 'attributes'>): Float32Array {
  return valuesOf(stream, VELOCITY, Float32Array);
}

import { CoreError } from '../base/errors.ts';
import { malformed } from './namedArrays.ts';
import {
  attributeOf,
  CELL,
  POSITION,
  ROTATION,
  TRANSLATION,
  TRIANGLE,
  type Attribute,
  type AttributeInfo,
  type AttributeLocation,
  type Stream,
  type StreamType,
} from './Stream.ts';

type Required = Omit<AttributeInfo, 'unit'> & {
  readonly array: abstract new (...args: never[]) => Attribute['values'];
};

const position = (location: 'vertex' | 'point'): Required => {
  return { name: POSITION, location, components: 3, array: Float32Array };
};

/** What every stream of a type has, and where its other attributes may lie. */
const rules: Readonly<
  Record<StreamType, { readonly required: readonly Required[]; readonly locations: readonly AttributeLocation[] }>
> = {
  mesh: { required: [position('vertex')], locations: ['vertex', 'element', 'stream'] },
  points: { required: [position('point')], locations: ['point', 'stream'] },
  transform: {
    required: [
      { name: ROTATION, location: 'stream', components: 4, array: Float64Array },
      { name: TRANSLATION, location: 'stream', components: 3, array: Float64Array },
    ],
    locations: ['stream'],
  },
  grid: {
    required: [{ name: CELL, location: 'cell', components: 1, array: Uint32Array }],
    locations: ['cell', 'stream'],
  },
};

/**
 * Throws `format-malformed` for streams that lack what their type has, that name an attribute twice or have one where the type has none. Streams of one layout need it
 * once; `entity` is named.
 */
export function checkLayout({ entity, type, attributes }: Pick<Stream, 'entity' | 'type'> & WithInfos): void {
  const { required, locations } = rules[type];
  for (const { name, location, components } of required) {
    const found = attributeOf({ attributes }, name);
    if (found?.location !== location || found.components !== components) throw unlike(type, entity, name);
  }
  const names = new Set<string>();
  for (const { name, location } of attributes) {
    names.add(name);
    if (!locations.includes(location))
      throw malformed(`the ${type} of '${entity}' cannot have '${name}' per ${location}`);
  }
  if (names.size !== attributes.length) throw malformed(`'${entity}' has two attributes of one name`);
}

interface WithInfos {
  readonly attributes: readonly AttributeInfo[];
}

/**
 * Throws `format-malformed` for a stream with arrays of another type than its type has, or whose attributes have different numbers of values at one location. Gives
 * the number of its vertices, points or cells. Its layout is a checked one.
 */
export function checkValues({ entity, type, attributes }: Stream): number {
  const { required } = rules[type];
  for (const { name, array } of required) {
    if (!(attributeOf({ attributes }, name)?.values instanceof array)) throw unlike(type, entity, name);
  }
  const counts: Partial<Record<AttributeLocation, number>> = { stream: 1 };
  for (const { name, location, components, values } of attributes) {
    const count = values.length / components;
    const known = (counts[location] ??= count);
    if (count !== known || !Number.isInteger(count)) {
      throw malformed(`'${name}' of '${entity}' does not have one value per ${location}`);
    }
  }
  const placeCount = counts[required[0].location]!;
  if (type === 'mesh') checkTriangles(entity, attributeOf({ attributes }, TRIANGLE), placeCount);
  return placeCount;
}

/** Throws `format-malformed` for triangles of a mesh that are no triples of its vertices. */
function checkTriangles(entity: string, triangles: Attribute | undefined, vertexCount: number): void {
  if (triangles === undefined) return;
  const { components, values } = triangles;
  if (components !== 3 || !(values instanceof Uint32Array)) throw unlike('mesh', entity, TRIANGLE);
  for (let k = 0; k < values.length; k++) {
    if (values[k] >= vertexCount)
      throw malformed(`a triangle of '${entity}' has vertex ${values[k]} of ${vertexCount}`);
  }
}

function unlike(type: StreamType, entity: string, attribute: string): CoreError {
  return malformed(`the ${type} of '${entity}' has no ${attribute}, or not as a ${type} has it`);
}

/** Throws `simulation-failed`, naming entity and place, for a number that is not finite. */
export function checkFinite(
  { entity }: Pick<Stream, 'entity'>,
  { name, location, components, values }: Attribute,
): void {
  if (values instanceof Uint8Array || values instanceof Uint32Array) return;
  for (let k = 0; k < values.length; k++) {
    if (Number.isFinite(values[k])) continue;
    const where = location === 'stream' ? '' : ` of ${location} ${Math.floor(k / components)}`;
    throw new CoreError(
      'simulation-failed',
      `the ${name}${where} of '${entity}' is ${values[k]}, which a frame cannot store`,
      {
        place: entity,
        remedy:
          'Check for a position, a velocity, a pin or a force that is far too large. Otherwise increase the minimum substeps or the damping.',
      },
    );
  }
}

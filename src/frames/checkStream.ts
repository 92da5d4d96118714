import { CoreError } from '../base/errors.ts';
import { malformed } from './namedArrays.ts';
import {
  attributeOf,
  CELL,
  POSITION,
  ROTATION,
  TRANSLATION,
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
 * Throws `format-malformed` for a stream that lacks what its type has, that names an attribute twice or whose attributes have different numbers of
 * values at one location. Gives the number of its vertices, points or cells.
 */
export function checkStream({ entity, type, attributes }: Stream): number {
  const { required, locations } = rules[type];
  for (const { name, location, components, array } of required) {
    const found = attributeOf({ attributes }, name);
    if (found?.location === location && found.components === components && found.values instanceof array) continue;
    throw malformed(`the ${type} of '${entity}' has no ${name}, or not as a ${type} has it`);
  }
  const counts = new Map<AttributeLocation, number>([['stream', 1]]);
  for (const { name, location, components, values } of attributes) {
    if (!locations.includes(location))
      throw malformed(`the ${type} of '${entity}' cannot have '${name}' per ${location}`);
    const count = values.length / components;
    const known = counts.get(location) ?? count;
    counts.set(location, known);
    if (count !== known || !Number.isInteger(count)) {
      throw malformed(`'${name}' of '${entity}' does not have one value per ${location}`);
    }
  }
  if (new Set(attributes.map(({ name }) => name)).size !== attributes.length) {
    throw malformed(`'${entity}' has two attributes of one name`);
  }
  return counts.get(required[0].location)!;
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
      `the ${name}${where} of '${entity}' is ${values[k]}, which no frame may hold`,
      {
        place: entity,
        remedy:
          'Look for a number that is far too large: a place, a speed, a pin or a force. Else use more substeps or softer settings.',
      },
    );
  }
}

import { z } from 'zod';
import { keyable, keyableVector, vector } from '../keyable.ts';
import { labelled, marked } from '../marks.ts';
import { closedShape } from '../properties/closedShape.ts';
import { displayWith, entityCommon, keyedTransform, referenceTo } from '../properties/common.ts';
import type { KindDefinition } from '../Kinds.ts';
import type { Liquid } from './liquid.ts';
import { newEntity } from '../newEntity.ts';
import type { Named } from '../uniqueNames.ts';

const rate = (help: string, value: number) =>
  keyable({ unit: 'm3/s', label: 'flow rate', help, symbol: 'q', min: 0, max: 1e6, softMax: 0.1, default: value });

/** What a region does to its liquid. */
const role = z.discriminatedUnion('kind', [
  /** Liquid is there at the first frame. */
  z.strictObject({
    kind: z.literal('fill'),
    velocity: vector({ unit: 'm/s', label: 'velocity', help: 'Velocity of the liquid at the first frame.' }, [0, 0, 0]),
  }),
  /** Liquid comes out of it. */
  z.strictObject({
    kind: z.literal('emit'),
    rate: rate(
      'Volume emitted per second; 0 turns the emitter off. Liquid that does not fit into the region is not emitted.',
      0.01,
    ),
    velocity: keyableVector(
      { unit: 'm/s', label: 'velocity', help: 'Velocity of the emitted liquid, in world axes.' },
      [0, -1, 0],
    ),
  }),
  /** Liquid in it is taken away. */
  z.strictObject({
    kind: z.literal('drain'),
    rate: rate('Largest volume removed per second; 0 turns the drain off.', 1),
  }),
]);
export type RegionRole = z.output<typeof role>;

/** A place where liquid starts, is emitted or removed. */
export const region = z.strictObject({
  kind: z.literal('region'),
  ...entityCommon,
  display: displayWith('#7fd0e8'),
  liquid: labelled(referenceTo('liquid'), { label: 'liquid', help: 'Liquid that the region fills, emits or drains.' }),
  role,
  shape: marked(closedShape, { geometry: 'shape' }),
  transform: keyedTransform,
});
export type Region = z.output<typeof region>;

declare module '../Kinds.ts' {
  interface KindMap {
    region: typeof region;
  }
  interface ShapedKinds {
    region: true;
  }
}

/** What a region may do, as menus list it. */
export const regionRoles: readonly { readonly role: RegionRole['kind']; readonly label: string }[] = [
  { role: 'fill', label: 'Filled region' },
  { role: 'emit', label: 'Emitter' },
  { role: 'drain', label: 'Drain' },
];

/** A region of a liquid: one that fills covers the lower half of its box, others are balls near its top and its floor. */
export function newRegion(
  entities: Named,
  role: RegionRole['kind'],
  { id, domain }: Pick<Liquid, 'id' | 'domain'>,
): Region {
  const label = regionRoles.find((entry) => entry.role === role)?.label ?? role;
  const [x, y, z] = domain.centre;
  const [sizeX, sizeY, sizeZ] = domain.size;
  const radius = 0.1 * Math.min(sizeX, sizeY, sizeZ);
  const shape =
    role === 'fill'
      ? { type: 'box', params: { sizeX, sizeY: sizeY / 2, sizeZ } }
      : { type: 'sphere', params: { radius } };
  const height = { fill: -sizeY / 4, emit: sizeY / 2 - 2 * radius, drain: -sizeY / 2 + radius }[role];
  return newEntity(region, entities, label, {
    liquid: id,
    role: { kind: role },
    shape: { kind: 'registered', ...shape },
    transform: { position: [x, y + height, z] },
  });
}

const definition: KindDefinition<'region'> = {
  type: 'region',
  label: 'liquid region',
  plural: 'liquid regions',
  schema: region,
  create(entities) {
    const found = entities.find((entity) => entity.kind === 'liquid');
    return found && newRegion(entities, 'fill', found);
  },
  closedShape: ({ shape, transform }) => ({ shape, transform }),
  assets: ({ shape }) => (shape.kind === 'file' ? [{ type: 'level set', shape }] : []),
};

export default definition;

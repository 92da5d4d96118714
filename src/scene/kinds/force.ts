import { z } from 'zod';
import { keyable, keyableVector } from '../keyable.ts';
import { entityCommon, referenceToBody } from '../properties/common.ts';
import type { KindDefinition } from '../Kinds.ts';
import { newEntity } from '../newEntity.ts';
import type { Named } from '../uniqueNames.ts';

const dragRate = (label: string, help: string) => keyable({ unit: '1/s', label, help, min: 0, max: 1e4, default: 0.5 });

const field = z.discriminatedUnion('kind', [
  /** Replaces the shot's gravity for its targets. */
  z.strictObject({
    kind: z.literal('gravity'),
    acceleration: keyableVector(
      {
        unit: 'm/s2',
        label: 'acceleration',
        help: "Acceleration that replaces the shot's gravity for the bodies it acts on.",
        symbol: 'g',
      },
      [0, -9.81, 0],
    ),
  }),
  /** a = -rate v. */
  z.strictObject({
    kind: z.literal('drag'),
    rate: dragRate(
      'drag rate',
      'Rate at which bodies slow down: their deceleration is this rate times their velocity.',
    ),
  }),
  /** a = rate (velocity - v). */
  z.strictObject({
    kind: z.literal('wind'),
    velocity: keyableVector(
      { unit: 'm/s', label: 'wind velocity', help: 'Velocity of the air, in world axes.' },
      [0, 0, 0],
    ),
    rate: dragRate(
      'coupling rate',
      'Rate at which bodies adopt the velocity of the air. Larger values follow the wind sooner.',
    ),
  }),
]);

/** An acceleration that acts on solids: on those named, or on all where none are named. */
export const force = z.strictObject({
  kind: z.literal('force'),
  ...entityCommon,
  field,
  targets: z.array(referenceToBody).max(10_000).default([]),
});
export type Force = z.output<typeof force>;

declare module '../Kinds.ts' {
  interface KindMap {
    force: typeof force;
  }
}

export type FieldKind = Force['field']['kind'];
/** The force fields that a shot may have, as menus list them. */
export const fieldKinds: readonly { readonly kind: FieldKind; readonly label: string }[] = [
  { kind: 'gravity', label: 'Gravity' },
  { kind: 'wind', label: 'Wind' },
  { kind: 'drag', label: 'Drag' },
];

/** Velocity of a new wind, m/s: along x, enough to move soft bodies. */
const WIND = [3, 0, 0];

/** A force field that acts on the given solids, or on all. */
export function newForce(entities: Named, kind: FieldKind, targets: readonly string[] = []): Force {
  const label = fieldKinds.find((field) => field.kind === kind)?.label ?? kind;
  const field = kind === 'wind' ? { kind, velocity: WIND } : { kind };
  return newEntity(force, entities, label, { field, targets: [...targets] });
}

const definition: KindDefinition<'force'> = {
  type: 'force',
  label: 'force field',
  plural: 'force fields',
  schema: force,
  create: (entities) => newForce(entities, 'gravity'),
  forceField: (entity) => entity,
};

export default definition;

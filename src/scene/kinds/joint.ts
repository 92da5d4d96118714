import { z } from 'zod';
import { vector } from '../keyable.ts';
import { labelled, marked, type Fault } from '../marks.ts';
import type { Entity, KindDefinition } from '../Kinds.ts';
import { newEntity } from '../newEntity.ts';
import { displayWith, entityCommon, referenceTo } from '../properties/common.ts';
import { breaking, jointType, type JointType } from '../properties/jointParts.ts';
import { jointSections } from '../statistics/jointSections.ts';
import type { Named } from '../uniqueNames.ts';

/** What of a joint does not go together. */
function jointFault(value: unknown): Fault | undefined {
  const { body, to, type, axis } = value as Joint;
  if (body === to) {
    return {
      path: ['to'],
      message: 'the joint joins a body to itself',
      remedy: 'Choose another body, or none for the world.',
    };
  }
  if (axis.every((part) => part === 0)) {
    return {
      path: ['axis'],
      message: 'the axis of the joint has no length',
      remedy: 'Set it to 0, 1, 0, for example.',
    };
  }
  if (type.kind !== 'hinge' && type.kind !== 'slider') return undefined;
  const { limits } = type;
  if (!limits.enabled || limits.from <= limits.to) return undefined;
  return { path: ['type', 'limits', 'from'], message: 'the limits are the wrong way round', remedy: 'Swap them.' };
}

/** Joins two rigid bodies, or one to a collider or the world. */
export const joint = marked(
  z.strictObject({
    kind: z.literal('joint'),
    ...entityCommon,
    display: displayWith('#6fa8ff'),
    body: labelled(referenceTo('rigidBody'), { label: 'body', help: 'Rigid body that hangs on the joint.' }),
    /** Left out, the world. */
    to: labelled(referenceTo('rigidBody', 'collider'), {
      label: 'to',
      help: 'Rigid body or collider to which it is joined; without one, the world. Angles and displacements are those of the body against this.',
    }).optional(),
    type: jointType.prefault({ kind: 'ball' }),
    position: vector(
      { unit: 'm', label: 'position', help: 'Point of the joint at the first frame, in world axes.' },
      [0, 0, 0],
    ),
    axis: vector(
      {
        unit: '',
        label: 'axis',
        help: 'Direction of the axis at the first frame, in world axes: of the rotation of a hinge, of the displacement of a slider, of the cone of a ball joint.',
      },
      [0, 1, 0],
    ),
    collide: z.boolean().default(false).meta({
      label: 'bodies collide',
      help: 'Lets the two bodies touch each other. Left off, they pass through each other until the joint breaks.',
    }),
    breaking,
  }),
  { rule: jointFault },
);
export type Joint = z.output<typeof joint>;

declare module '../Kinds.ts' {
  interface KindMap {
    joint: typeof joint;
  }
}

export type JointKind = JointType['kind'];
/** The types of joints, as menus list them. */
export const jointKinds: readonly { readonly kind: JointKind; readonly label: string }[] = [
  { kind: 'ball', label: 'Ball joint' },
  { kind: 'hinge', label: 'Hinge' },
  { kind: 'slider', label: 'Slider' },
  { kind: 'weld', label: 'Weld' },
];

/** A joint of a body and another one, or the world, at a point, m. */
export function newJoint(
  entities: Named,
  kind: JointKind,
  { body, to, position }: Pick<Joint, 'body' | 'position'> & { readonly to?: string },
): Joint {
  const label = jointKinds.find((one) => one.kind === kind)?.label ?? kind;
  return newEntity(joint, entities, label, { body, ...(to === undefined ? {} : { to }), type: { kind }, position });
}

/** The position of a body at the first key, m. */
function positionOf(entity: Extract<Entity, { kind: 'rigidBody' }>): [number, number, number] {
  const [x, y, z] = entity.transform.position.map((part) => (typeof part === 'number' ? part : part.keys[0].value));
  return [x, y, z];
}

const definition: KindDefinition<'joint'> = {
  type: 'joint',
  label: 'joint',
  plural: 'joints',
  schema: joint,
  create(entities) {
    const [body, to] = entities.filter((entity) => entity.kind === 'rigidBody');
    return body && newJoint(entities, 'ball', { body: body.id, to: to?.id, position: positionOf(body) });
  },
  statistics: jointSections,
};

export default definition;

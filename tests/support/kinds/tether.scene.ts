import { z } from 'zod';
import { quantity } from '../../../src/base/quantities.ts';
import { keyable } from '../../../src/scene/keyable.ts';
import { kinds } from '../../../src/scene/kindRegistry.ts';
import type { KindDefinition } from '../../../src/scene/Kinds.ts';
import { labelled, marked } from '../../../src/scene/marks.ts';
import { newEntity } from '../../../src/scene/newEntity.ts';
import { entityCommon, entityId } from '../../../src/scene/properties/common.ts';

/** A ball, or whatever deforms. */
const moves = ({ type, deforms }: { readonly type: string; readonly deforms?: true }) =>
  deforms === true || type === 'marble';
const referenceToMoving = (label: string, help: string) =>
  labelled(marked(entityId, { reference: moves }), { label, help });

/** A spring between two things: the kind of interaction that shows what it takes to add one. */
export const tether = z.strictObject({
  kind: z.literal('tether'),
  ...entityCommon,
  from: referenceToMoving('from', 'One end of the spring.'),
  to: referenceToMoving('to', 'The other end of the spring.'),
  stiffness: keyable({
    unit: 'N/m',
    label: 'stiffness',
    help: 'Force of the spring per length; its rest length is zero.',
    symbol: 'k',
    min: 0,
    max: 1e6,
    default: 20,
  }),
  strength: quantity({
    unit: 'm',
    label: 'strength',
    help: 'Length at which the spring breaks, for good.',
    min: 0,
    max: 1e6,
    default: 1000,
  }),
});
export type Tether = z.output<typeof tether>;

declare module '../../../src/scene/Kinds.ts' {
  interface KindMap {
    tether: typeof tether;
  }
}

const definition: KindDefinition<'tether'> = {
  type: 'tether',
  label: 'tether',
  plural: 'tethers',
  schema: tether,
  create(entities) {
    const [from, to] = entities.filter(({ kind }) => moves(kinds.get(kind)));
    return to && newEntity(tether, entities, 'Tether', { from: from.id, to: to.id });
  },
};

export default definition;

import { z } from 'zod';
import { quantity } from '../../../src/base/quantities.ts';
import { keyable, vector } from '../../../src/scene/keyable.ts';
import type { KindDefinition } from '../../../src/scene/Kinds.ts';
import { marked } from '../../../src/scene/marks.ts';
import { newEntity } from '../../../src/scene/newEntity.ts';
import { displayOfSurface, entityCommon } from '../../../src/scene/properties/common.ts';
import { statistic } from '../../../src/scene/statistics/statistic.ts';

/** A ball on a spring: the kind of entity that shows what it takes to add one. */
export const marble = z.strictObject({
  kind: z.literal('marble'),
  ...entityCommon,
  display: displayOfSurface('#4f8f6b', 'metal'),
  radius: marked(
    quantity({ unit: 'm', label: 'radius', help: 'Radius of the ball.', min: 1e-4, max: 100, default: 0.1 }),
    { geometry: 'shape' },
  ),
  mass: quantity({
    unit: 'kg',
    label: 'mass',
    help: 'Mass of the ball.',
    symbol: 'm',
    min: 1e-6,
    max: 1e6,
    default: 1,
  }),
  stiffness: keyable({
    unit: 'N/m',
    label: 'stiffness',
    help: 'Force of the spring per length that it is pulled out to.',
    symbol: 'k',
    min: 0,
    max: 1e6,
    default: 40,
  }),
  anchor: marked(
    vector({ unit: 'm', label: 'anchor', help: 'Where the spring is fixed; its rest length is zero.' }, [0, 1, 0]),
    { geometry: 'place' },
  ),
  start: marked(vector({ unit: 'm', label: 'start', help: 'Where the ball starts, from the anchor.' }, [0.2, 0, 0]), {
    geometry: 'place',
  }),
});
export type Marble = z.output<typeof marble>;

const spring = z.strictObject({
  extension: statistic({ label: 'Spring extension', unit: 'm', noted: true }),
});

declare module '../../../src/scene/Kinds.ts' {
  interface KindMap {
    marble: typeof marble;
  }
}

declare module '../../../src/scene/statistics/statistic.ts' {
  interface StatisticsSections {
    spring: z.output<typeof spring>;
  }
}

/** Bytes of a frame of one ball: its surface has the same triangles whatever its radius is. */
const FRAME_BYTES = 5100;

const definition: KindDefinition<'marble'> = {
  type: 'marble',
  label: 'marble',
  plural: 'marbles',
  schema: marble,
  statistics: { spring },
  estimate: () => ({ count: 1, counted: 'ball', frameBytes: FRAME_BYTES }),
  create: (entities) => newEntity(marble, entities, 'Marble'),
};

export default definition;

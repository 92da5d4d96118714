import { poseStream, staticTransform } from '../../frames/makeStreams.ts';
import { KeyedCollider } from '../../simulation/keyed/KeyedCollider.ts';
import type { System } from '../../simulation/System.ts';
import { shapeOf } from '../assets.ts';
import type { SystemContext, SystemKind } from '../SystemKind.ts';

/** Returns the colliders among systems, which follow their keys. */
export function collidersOf({ systems }: Pick<SystemContext, 'systems'>): KeyedCollider[] {
  return [...systems.values()].flatMap(({ collider }) => collider ?? []);
}

const kind: SystemKind<'collider'> = {
  type: 'collider',
  after: [],
  create(entity, { assets, inputs }): System {
    const collider = new KeyedCollider(entity, shapeOf(entity, assets), inputs);
    const { id } = entity;
    return {
      id,
      collider,
      followInputs: () => collider.beginInterval(),
      streams: (time) => [poseStream(id, collider.poseAt(time))],
      statics: () => {
        const { shape } = collider;
        const unbounded = shape.bounds[3] === Infinity && { unbounded: true };
        return [{ ...staticTransform(id, shape.display(), 'surroundings'), ...unbounded }];
      },
    };
  },
};

export default kind;

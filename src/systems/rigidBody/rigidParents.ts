import type { RigidParent } from '../../simulation/attachment/RigidParent.ts';
import type { SystemContext } from '../SystemKind.ts';

/** Returns the rigid bodies among systems as pins follow them. */
export function rigidParentsOf({ systems }: Pick<SystemContext, 'systems'>): RigidParent[] {
  return [...systems.values()].flatMap(({ parent }) => parent ?? []);
}

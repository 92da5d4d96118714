import type { ContactCollider } from '../../collision/contactCollider.ts';
import { PairExceptions } from '../../simulation/contact/PairExceptions.ts';
import type { PrescribedSurface } from '../../simulation/attachment/PrescribedSurface.ts';
import type { SystemContext, SystemKind } from '../SystemKind.ts';
import { sourceOf } from './animationSource.ts';
import { ChangingAnimation } from './ChangingAnimation.ts';
import { ImportedSurface } from './ImportedSurface.ts';

/** Returns the surfaces that deform as prescribed, as a body of a thickness, m, meets them, or their insides where it has none; without those that the shot keeps it apart from. */
export function deformingCollidersOf(
  body: string,
  thickness: number | undefined,
  { systems, scene }: Pick<SystemContext, 'systems' | 'scene'>,
): ContactCollider[] {
  const exceptions = new PairExceptions(scene);
  return [...systems.values()].flatMap((system) => {
    if (!exceptions.touch(body, system.id)) return [];
    return system.deformingCollider?.(thickness, exceptions.frictionOf(body, system.id)) ?? [];
  });
}

/** Returns the surfaces whose triangles change, as a solid meets them: all others it meets by contact of surfaces. */
export function changingCollidersOf(
  body: string,
  { systems, scene }: Pick<SystemContext, 'systems' | 'scene'>,
): ContactCollider[] {
  const changing = [...systems].filter(([, system]) => system.touching === undefined);
  return deformingCollidersOf(body, undefined, { systems: new Map(changing), scene });
}

/** Returns the surfaces that pins may follow. */
export function prescribedSurfacesOf({ systems }: Pick<SystemContext, 'systems'>): PrescribedSurface[] {
  return [...systems.values()].flatMap(({ prescribedSurface }) => prescribedSurface ?? []);
}

const kind: SystemKind<'importedAnimation'> = {
  type: 'importedAnimation',
  after: [],
  create(entity, context) {
    const geometry = sourceOf(entity, context);
    const make = geometry.topology === 'changing' ? ChangingAnimation : ImportedSurface;
    return new make(entity, context, geometry);
  },
};

export default kind;

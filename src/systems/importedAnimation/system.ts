import type { ContactCollider } from '../../collision/contactCollider.ts';
import type { PrescribedSurface } from '../../simulation/attachment/PrescribedSurface.ts';
import type { SystemContext, SystemKind } from '../SystemKind.ts';
import { ImportedSurface } from './ImportedSurface.ts';

/** Returns the surfaces that deform as prescribed, as a body of a thickness, m, meets them, or their insides where it has none; without those that the shot keeps it apart from. */
export function deformingCollidersOf(
  body: string,
  thickness: number | undefined,
  { systems, scene }: Pick<SystemContext, 'systems' | 'scene'>,
): ContactCollider[] {
  const apart = new Set(
    scene.physics.contactPairs
      ?.filter(({ enabled, bodies }) => !enabled && bodies.includes(body))
      .flatMap(({ bodies }) => bodies),
  );
  return [...systems.values()].flatMap((system) =>
    apart.has(system.id) ? [] : (system.deformingCollider?.(thickness) ?? []),
  );
}

/** Returns the surfaces that pins may follow. */
export function prescribedSurfacesOf({ systems }: Pick<SystemContext, 'systems'>): PrescribedSurface[] {
  return [...systems.values()].flatMap(({ prescribedSurface }) => prescribedSurface ?? []);
}

const kind: SystemKind<'importedAnimation'> = {
  type: 'importedAnimation',
  after: [],
  create: (entity, context) => new ImportedSurface(entity, context),
};

export default kind;

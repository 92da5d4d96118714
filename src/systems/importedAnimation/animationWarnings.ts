import { createSurfaceQuery } from '../../geometry/surfaceQuery/SurfaceQuery.ts';
import type { TriMesh } from '../../geometry/TriMesh.ts';
import { kindOf } from '../../scene/capabilities.ts';
import type { ImportedAnimation } from '../../scene/kinds/importedAnimation.ts';
import { isQuasistatic } from '../../scene/kinds/solid.ts';
import { isKind, type Scene } from '../../scene/Scene.ts';
import type { System } from '../../simulation/System.ts';

/** What does not meet a deforming collider, and what begins inside it: for the first frame. */
export function animationWarnings(
  { id, collision }: ImportedAnimation,
  { scene, systems }: { readonly scene: Scene; readonly systems: ReadonlyMap<string, System> },
  rest: TriMesh,
): string[] {
  if (!collision.enabled) return [];
  return [
    ...unmet(id, scene, collision.surface === 'open'),
    ...(collision.surface === 'closed' ? begunInside(id, rest, systems) : []),
  ];
}

function unmet(id: string, { entities }: Scene, isOpen: boolean): string[] {
  const enabled = entities.filter(({ enabled }) => enabled);
  const passing = enabled
    .filter((entity) => entity.kind === 'rigidBody' || (isOpen && kindOf(entity).liquid !== undefined))
    .map((entity) => kindOf(entity).plural);
  const warnings = [...new Set(passing)].map(
    (plural) =>
      `${plural} pass through animation '${id}': it meets solids, cloth and, where it is closed, liquids; a collider meets ${plural}`,
  );
  for (const solid of enabled.filter(isKind('solid')).filter(isQuasistatic)) {
    warnings.push(
      `solid '${solid.id}' is quasistatic, so that it passes through animation '${id}'; choose another integration scheme`,
    );
  }
  return warnings;
}

/** Which bodies have vertices inside the surface where the shot begins: they would stay there. */
function begunInside(id: string, rest: TriMesh, systems: ReadonlyMap<string, System>): string[] {
  const query = createSurfaceQuery(rest);
  return [...systems.values()].flatMap(({ deformable }) => {
    if (deformable === undefined) return [];
    const { positions } = deformable.volume.mesh;
    let inside = 0;
    for (let k = 0; k < positions.length; k += 3) {
      if (query.signedDistance(positions[k], positions[k + 1], positions[k + 2]) < 0) inside++;
    }
    if (inside === 0) return [];
    return [
      `${deformable.kind} '${deformable.id}' starts with ${inside} of ${positions.length / 3} vertices inside animation '${id}', where they stay; ` +
        'move it out, or let the animation start where it is outside',
    ];
  });
}

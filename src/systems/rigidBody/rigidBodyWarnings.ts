import { kindOf } from '../../scene/capabilities.ts';
import { isCurve } from '../../scene/keyable.ts';
import type { RigidBodyEntity } from '../../scene/kinds/rigidBody.ts';
import type { Scene } from '../../scene/Scene.ts';

/** What a rigid body is told to do that it does not, and what of the shot it does not meet: for the first frame. */
export function rigidBodyWarnings(
  { id, transform, releaseFrame }: RigidBodyEntity,
  { entities, range }: Scene,
): string[] {
  const warnings: string[] = [];
  const passed = entities
    .filter((entity) => entity.enabled && (kindOf(entity).deforms === true || kindOf(entity).liquid !== undefined))
    .map((entity) => kindOf(entity).plural);
  const kinds = [...new Set(passed)];
  if (kinds.length > 0) {
    warnings.push(
      `rigid body '${id}' passes through ${kinds.join(' and ')}: rigid bodies collide with each other and with colliders only; a collider pushes ${kinds.join(' and ')}`,
    );
  }
  const keyed = [...transform.position, ...transform.rotation].some(isCurve);
  if (keyed && (releaseFrame === undefined || releaseFrame <= range.first)) {
    warnings.push(
      `rigid body '${id}' is simulated from the first frame on, so that the later keys of its position and rotation have no effect; set a release frame, or make it a collider`,
    );
  }
  return warnings;
}

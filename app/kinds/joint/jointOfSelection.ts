import { evaluate } from '../../../src/scene/curves.ts';
import { newJoint, type Joint, type JointKind } from '../../../src/scene/kinds/joint.ts';
import { isKind, type Entity } from '../../../src/scene/Scene.ts';
import type { AddContext } from '../../entities/AddMenu.ts';

type Joinable = Extract<Entity, { kind: 'rigidBody' | 'collider' }>;

/** Why the selection cannot be joined. */
export function whyNoJoint({ entities, selected }: AddContext): string | undefined {
  return bodyOf(chosen(entities, selected)) === undefined
    ? 'Select a rigid body to join to the world, or two to join to each other.'
    : undefined;
}

/** A joint of the rigid body that was chosen last to the other one, or to the world: half way between them, or where the body is. */
export function jointOfSelection({ entities, selected }: AddContext, kind: JointKind): Joint {
  const ends = chosen(entities, selected);
  const body = bodyOf(ends)!;
  const to = ends.findLast((one) => one !== body);
  const [from, other] = [placeOf(body), placeOf(to ?? body)];
  const position = from.map((x, axis) => (x + other[axis]) / 2) as [number, number, number];
  return newJoint(entities, kind, { body: body.id, to: to?.id, position });
}

/** What of the selection can be joined, the last one chosen last. */
function chosen(entities: readonly Entity[], selected: readonly string[]): Joinable[] {
  return selected.flatMap((id) => {
    const found = entities.find((entity) => entity.id === id);
    return found !== undefined && (isKind('rigidBody')(found) || isKind('collider')(found)) ? found : [];
  });
}

function bodyOf(ends: readonly Joinable[]) {
  return ends.findLast(isKind('rigidBody'));
}

function placeOf({ transform }: Joinable): number[] {
  return transform.position.map((curve) => evaluate(curve, 1));
}

import type { Entity } from '../../src/scene/Scene.ts';
import { setValueAt, valueAt, type ValuePath } from '../document/valueAt.ts';
import type { FormTarget } from '../forms/FormTarget.ts';
import type { Session } from '../session/Session.ts';

/** The entities with these ids. */
export function entityTarget(session: Session, entities: readonly Entity[]): FormTarget {
  const ids = entities.map(({ id }) => id);
  const name = entities.length === 1 ? entities[0].name || entities[0].id : `${entities.length} objects`;
  const present = () => (session.document.scene?.entities ?? []).filter(({ id }) => ids.includes(id));
  return {
    name,
    read: (path) => present().map((entity) => valueAt(entity, path)),
    write: (path, label, next, gesture) =>
      session.document.edit(
        label,
        (scene) => {
          for (const entity of scene.entities) {
            if (ids.includes(entity.id)) setValueAt(entity, path, next(valueAt(entity, path)));
          }
        },
        { gesture },
      ),
    endGesture: () => session.document.endGesture(),
    places: (path) =>
      (session.document.scene?.entities ?? []).flatMap(({ id }, index) =>
        ids.includes(id) ? placeOf(['entities', index, ...path]) : [],
      ),
  };
}

/** The shot itself: frame range, physics, quality settings. */
export function shotTarget(session: Session): FormTarget {
  return {
    name: 'shot',
    read: (path) => (session.document.scene === undefined ? [] : [valueAt(session.document.scene, path)]),
    write: (path, label, next, gesture) =>
      session.document.edit(label, (scene) => setValueAt(scene, path, next(valueAt(scene, path))), { gesture }),
    endGesture: () => session.document.endGesture(),
    places: (path) => [placeOf(path)],
  };
}

/** `entities[2].material.density`. */
function placeOf(path: ValuePath): string {
  return path
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`))
    .join('')
    .slice(1);
}

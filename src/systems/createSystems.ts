import { assert } from '../base/errors.ts';
import type { System } from '../simulation/System.ts';
import type { SystemContext, SystemKind } from './SystemKind.ts';
import { systemKinds } from './systemKinds.ts';

/** Makes the systems of all enabled entities whose kind has one; they stand in the order of the scene. */
export function createSystems(given: Omit<SystemContext, 'systems'>): System[] {
  const systems = new Map<string, System>();
  const context = { ...given, systems };
  for (const kind of inOrder(systemKinds.all())) {
    for (const entity of given.scene.entities) {
      if (entity.enabled && entity.kind === kind.type) systems.set(entity.id, kind.create(entity, context));
    }
  }
  return given.scene.entities.flatMap(({ id }) => systems.get(id) ?? []);
}

/** Orders kinds so that each comes after those that it needs, and else by name. */
export function inOrder(kinds: readonly SystemKind[]): SystemKind[] {
  const ordered: SystemKind[] = [];
  const missing = new Set<string>(kinds.map(({ type }) => type));
  while (ordered.length < kinds.length) {
    const next = kinds.find(({ type, after }) => missing.has(type) && !after.some((kind) => missing.has(kind)));
    assert(next !== undefined, 'kinds of systems need each other in a circle', { kinds: [...missing].join() });
    missing.delete(next.type);
    ordered.push(next);
  }
  return ordered;
}

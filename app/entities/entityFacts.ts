import { Shapes, type LucideIcon } from 'lucide-react';
import type { DefinitionInfo } from '../../src/protocol/requests/program.ts';
import { kinds } from '../../src/scene/kindRegistry.ts';
import { usualSurface } from '../../src/scene/properties/common.ts';
import type { Entity } from '../../src/scene/Scene.ts';
import { appKind } from './appKinds.ts';
import type { StreamLook, ViewportKind } from './ViewportKind.ts';

/** The picture of an entity by what it is. */
export function entityIcon(entity: Entity): LucideIcon {
  return appKind(entity.kind).icon?.(entity) ?? Shapes;
}

/** What stands in small type behind a name: the shape, what a pin does, where a file comes from. */
export function entityDetail(entity: Entity, definitions: readonly DefinitionInfo[]): string {
  return appKind(entity.kind).detail?.(entity, definitions) ?? '';
}

/** The id of the entity that it belongs to, such as the body that a pin constrains. */
export function parentOf(entity: Entity): string | undefined {
  return appKind(entity.kind).parent?.(entity);
}

/** What the viewport knows of an entity beside its streams. */
export function viewportKind({ kind }: Entity): ViewportKind {
  return appKind(kind).viewport ?? nothing;
}

const nothing: ViewportKind = {};

/** How the streams of an entity look: with the surface that the scene gives its kind where none is chosen. */
export function lookOf(entity: Entity): StreamLook {
  const look: StreamLook = viewportKind(entity).look?.(entity) ?? entity.display;
  return look.surface === undefined ? { ...look, surface: usualSurface(kinds.get(entity.kind)) } : look;
}

/** True where any number of the entity carries keys. */
export function isAnimated(entity: Entity): boolean {
  return hasKeys(entity);
}

function hasKeys(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.length <= 16 && value.some(hasKeys);
  if ('keys' in value && Array.isArray(value.keys)) return true;
  return Object.values(value).some(hasKeys);
}

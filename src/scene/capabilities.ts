import { kinds } from './kindRegistry.ts';
import type { Entity, KeyedView, KindDefinition, Obstacle } from './Kinds.ts';
import type { Cloth } from './kinds/cloth.ts';
import type { Force } from './kinds/force.ts';
import type { Liquid } from './kinds/liquid.ts';
import type { Pin } from './kinds/pin.ts';
import type { Solid } from './kinds/solid.ts';
import type { PaintedPart } from './painting/paintedParts.ts';

export function kindOf(entity: Entity): KindDefinition {
  return kinds.get(entity.kind);
}

/** The obstacles among entities, those that are switched off included. */
export function obstaclesOf(entities: readonly Entity[]): Obstacle[] {
  return entities.flatMap((entity) => {
    const { isObstacle, closedShape } = kindOf(entity);
    if (isObstacle !== true || closedShape === undefined) return [];
    return [{ id: entity.id, enabled: entity.enabled, ...closedShape(entity) }];
  });
}

/** The enabled pins among entities. */
export function pinsOf(entities: readonly Entity[]): Pin[] {
  return enabledOf(entities).flatMap((entity) => kindOf(entity).pin?.(entity) ?? []);
}

/** The enabled pins among entities that constrain vertices of `target`. */
export function pinsOn(target: string, entities: readonly Entity[]): Pin[] {
  return pinsOf(entities).filter((pin) => pin.target === target);
}

/** The enabled force fields among entities that act on `target`: those that name it, and those that name nothing. */
export function forceFieldsOn(target: string, entities: readonly Entity[]): Force[] {
  return enabledOf(entities)
    .flatMap((entity) => kindOf(entity).forceField?.(entity) ?? [])
    .filter(({ targets }) => targets.length === 0 || targets.includes(target));
}

/** The enabled liquids among entities, in the order of the entities. */
export function liquidsOf(entities: readonly Entity[]): Liquid[] {
  return enabledOf(entities).flatMap((entity) => kindOf(entity).liquid?.(entity) ?? []);
}

/** The first viewpoint among entities, switched off or not; undefined where there is none. */
export function firstView(entities: readonly Entity[]): KeyedView | undefined {
  for (const entity of entities) {
    const view = kindOf(entity).view?.(entity);
    if (view !== undefined) return view;
  }
  return undefined;
}

/** What of an entity has to be filled with elements; undefined where nothing has. */
export function volumeOf(entity: Entity): Solid | undefined {
  const need = kindOf(entity)
    .assets?.(entity)
    .find(({ type }) => type === 'volume');
  return need?.type === 'volume' ? need.solid : undefined;
}

/** What of an entity is a shell; undefined where nothing is. */
export function shellOf(entity: Entity): Cloth | undefined {
  const need = kindOf(entity)
    .assets?.(entity)
    .find(({ type }) => type === 'shell');
  return need?.type === 'shell' ? need.cloth : undefined;
}

/** What of an entity is painted; empty where nothing is. */
export function paintedParts(entity: Entity): readonly PaintedPart[] {
  return kindOf(entity).paintedParts?.(entity) ?? [];
}

function enabledOf(entities: readonly Entity[]): Entity[] {
  return entities.filter(({ enabled }) => enabled);
}

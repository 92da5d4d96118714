import { kinds } from './kindRegistry.ts';
import type { Entity, KindDefinition, PlacedShape } from './Kinds.ts';
import type { Solid } from './kinds/solid.ts';
import type { PaintedPart } from './painting/paintedParts.ts';

/** What stands in the way of what moves. */
export interface Obstacle extends PlacedShape {
  readonly id: string;
  readonly enabled: boolean;
}

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

/** What of an entity has to be filled with elements; undefined where nothing has. */
export function volumeOf(entity: Entity): Solid | undefined {
  const need = kindOf(entity)
    .assets?.(entity)
    .find(({ type }) => type === 'volume');
  return need?.type === 'volume' ? need.solid : undefined;
}

/** What of an entity is painted; empty where nothing is. */
export function paintedParts(entity: Entity): readonly PaintedPart[] {
  return kindOf(entity).paintedParts?.(entity) ?? [];
}

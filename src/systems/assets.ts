import { colliderShapes, type ColliderShape } from '../collision/CollisionBody.ts';
import type { ShapedEntity } from '../scene/Scene.ts';
import type { ShotAssets } from './SystemKind.ts';

/** Returns the shape of an entity that has one: a mesh that was prepared, or a registered shape. */
export function shapeOf({ id, shape }: ShapedEntity, { meshShapes }: Pick<ShotAssets, 'meshShapes'>): ColliderShape {
  if (shape.kind === 'file') return requiredAsset(meshShapes, id);
  return colliderShapes.get(shape.type).create(shape.params);
}

/** Returns what was prepared for an entity. */
export function requiredAsset<T>(assets: ReadonlyMap<string, T> | undefined, id: string): T {
  const found = assets?.get(id);
  if (found === undefined) throw new Error(`the assets of '${id}' were not prepared`);
  return found;
}

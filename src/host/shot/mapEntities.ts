import type { Entity, Scene } from '../../scene/Scene.ts';

/** The scene with every entity of every take replaced. */
export function mapEntities(scene: Scene, map: (entity: Entity) => Entity): Scene {
  const takes = scene.takes.map((take) => ({
    ...take,
    contents: { ...take.contents, entities: take.contents.entities.map(map) },
  }));
  return { ...scene, entities: scene.entities.map(map), takes };
}

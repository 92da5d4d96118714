import { isKind, isShaped, type QualityName, type Scene } from '../../../src/scene/Scene.ts';

/** Names what the statics of a shot are made from: they are asked for again when it changes. */
export function geometryKey(scene: Scene, quality: QualityName): string {
  const enabled = scene.entities.filter((entity) => entity.enabled);
  return JSON.stringify([
    scene.project,
    scene.take.id,
    quality,
    scene.quality[quality].edgeScale,
    enabled
      .filter(isKind('solid'))
      .map(({ id, source, meshing, transform, painted }) => [id, source, meshing, transform, painted?.detail]),
    enabled.filter(isKind('cloth')).map(({ id, source, transform }) => [id, source, transform]),
    enabled.filter(isShaped).map(({ id, shape }) => [id, shape]),
    enabled.filter(isKind('liquid')).map(({ id, domain, cellSize }) => [id, domain, cellSize]),
  ]);
}

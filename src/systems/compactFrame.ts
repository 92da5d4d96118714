import type { Frame } from '../frames/Frame.ts';
import type { QualityName, Scene } from '../scene/Scene.ts';
import { systemKindOf } from './systemKinds.ts';

/** Returns a frame as it is stored: streams of kinds that store less than they go on from are rounded. Rounding again changes nothing. */
export function compactFrame(frame: Frame, scene: Scene, quality: QualityName): Frame {
  const entities = new Map(scene.entities.map((entity) => [entity.id, entity]));
  const streams = frame.streams.map((stream) => {
    const entity = entities.get(stream.entity);
    return (entity && systemKindOf(entity)?.compact?.(entity, stream, scene, quality)) ?? stream;
  });
  return { ...frame, streams };
}

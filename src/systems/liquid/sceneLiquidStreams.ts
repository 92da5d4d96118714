import type { StaticStream } from '../../frames/StaticStream.ts';
import { isKind, type QualityName, type Scene } from '../../scene/Scene.ts';
import { liquidStreams } from './liquidStreams.ts';

/** The streams of all liquids of a scene that are simulated. Throws `document-invalid` as `liquidGrid` does. */
export function sceneLiquidStreams(scene: Scene, quality: QualityName): StaticStream[] {
  const liquids = scene.entities.filter(isKind('liquid')).filter(({ enabled }) => enabled);
  return liquids.flatMap((liquid) => liquidStreams(liquid, scene.quality[quality].edgeScale));
}

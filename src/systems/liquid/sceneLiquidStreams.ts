import type { StaticStream } from '../../frames/StaticStream.ts';
import { solverOf } from '../../liquids/LiquidSolver.ts';
import { isKind, type QualityName, type Scene } from '../../scene/Scene.ts';

/** The streams of all liquids of a scene that are simulated. Throws `document-invalid` as `LiquidSolverDefinition.streams` does. */
export function sceneLiquidStreams(scene: Scene, quality: QualityName): StaticStream[] {
  const liquids = scene.entities.filter(isKind('liquid')).filter(({ enabled }) => enabled);
  return liquids.flatMap((liquid) => solverOf(liquid).streams(liquid, scene.quality[quality].edgeScale));
}

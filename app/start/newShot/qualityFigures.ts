import { sceneSchema, type QualityName } from '../../../src/scene/Scene.ts';
import { guessSeconds } from '../../state/costStore.ts';
import type { PricedMesher } from './usePricedMeshers.ts';

/** Quality settings of a shot that sets none. */
const settings = sceneSchema.shape.quality.parse(undefined);

/** A quality of a new shot: what its elements come to, and its time as a multiple of that of Draft. */
export interface QualityFigures {
  /** m. */
  readonly edge: number | undefined;
  readonly elements: number | undefined;
  readonly times: number;
}

/** What a quality makes of a mesh that was filled at Draft: elements grow with the inverse cube of the edge. */
export function qualityFigures(quality: QualityName, priced: PricedMesher | undefined): QualityFigures {
  const scale = settings[quality].edgeScale / settings.draft.edgeScale;
  const { edgeLength, tets } = priced?.kind === 'priced' ? priced.preview : {};
  return {
    edge: edgeLength === undefined ? undefined : edgeLength * scale,
    elements: tets === undefined ? undefined : tets / scale ** 3,
    times: guessSeconds({ draft: [1] }, settings, quality, 1)!,
  };
}

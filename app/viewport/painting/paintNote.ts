import type { Scene } from '../../../src/scene/Scene.ts';
import { paintedSolid } from '../../document/paintEdits.ts';
import type { PaintTarget } from '../../state/paintStore.ts';

/** What an artist should know of what is painted: detail that has no effect on the elements. */
export function paintNote(
  scene: Pick<Scene, 'entities'> | undefined,
  target: PaintTarget | undefined,
): string | undefined {
  const solid = paintedSolid(scene, target);
  if (target?.kind !== 'detail' || solid === undefined) return undefined;
  return solid.meshing === undefined
    ? 'This shape brings its own elements: painted detail changes nothing.'
    : undefined;
}

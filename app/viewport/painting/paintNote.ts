import type { DefinitionInfo } from '../../../src/protocol/requests/program.ts';
import type { Scene } from '../../../src/scene/Scene.ts';
import { detailNote } from '../../document/detailNote.ts';
import { paintedBody } from '../../document/paintEdits.ts';
import { has } from '../../entities/properties.ts';
import type { PaintTarget } from '../../state/paintStore.ts';

/** What an artist should know of what is painted: detail that changes no elements. */
export function paintNote(
  scene: Pick<Scene, 'entities'> | undefined,
  target: PaintTarget | undefined,
  definitions: readonly DefinitionInfo[],
): string | undefined {
  const solid = paintedBody(scene, target);
  return target?.kind === 'detail' && solid !== undefined && has(solid, 'meshing')
    ? detailNote(solid.meshing, definitions)
    : undefined;
}

import type { VolumeMesh } from '../../geometry/TetMesh.ts';
import { countPieces } from '../wholeness.ts';

/**
 * Returns the mesh of whole cells without copies where that keeps all parts of the body separate; else the one with duplicated cells.
 */
export function keptApart(
  plain: VolumeMesh,
  apart: { readonly volume: VolumeMesh; readonly doubled: number },
): VolumeMesh {
  return apart.doubled === 0 && countPieces(plain) === countPieces(apart.volume) ? plain : apart.volume;
}

import type { VolumeMesh } from '../../geometry/TetMesh.ts';
import { countPieces } from '../wholeness.ts';

/**
 * The plain mesh of whole cells, each of them once, where that keeps all parts of the body apart; else the one in which cells are doubled.
 */
export function keptApart(
  plain: VolumeMesh,
  apart: { readonly volume: VolumeMesh; readonly doubled: number },
): VolumeMesh {
  return apart.doubled === 0 && countPieces(plain) === countPieces(apart.volume) ? plain : apart.volume;
}

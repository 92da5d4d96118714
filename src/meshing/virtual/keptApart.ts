import type { MeshMaterial, VolumeMesh } from '../../geometry/TetMesh.ts';
import { countPieces } from '../wholeness.ts';

/** A mesh with duplicated cells. */
interface ApartMesh {
  readonly volume: VolumeMesh;
  /** Number of lattice cells that were duplicated. */
  readonly doubled: number;
  /** Measures what the copies are filled with. */
  material(): MeshMaterial | undefined;
}

/**
 * Returns the mesh of whole cells without copies where that keeps all parts of the body separate; else the one with duplicated cells.
 */
export function keptApart(plain: VolumeMesh, apart: ApartMesh): VolumeMesh {
  if (apart.doubled === 0 && countPieces(plain) === countPieces(apart.volume)) return plain;
  const material = apart.material();
  return material === undefined ? apart.volume : { ...apart.volume, material };
}

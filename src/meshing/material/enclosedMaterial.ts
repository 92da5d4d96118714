import type { JobContext } from '../../base/job.ts';
import { enclosedMoments } from '../../geometry/solidMoments.ts';
import type { MeshMaterial, VolumeMesh } from '../../geometry/TetMesh.ts';
import type { MeshingSurface } from '../meshingSurface.ts';
import { filledShares } from './filledShares.ts';
import { MaterialSide } from './MaterialSide.ts';

/** Barycentric or trilinear weight below which a vertex of the surface is outside its element, where whole cells cover the surface. */
const OUTSIDE = -1e-3;

/** Returns what the elements of a mesh are filled with: what the surface encloses. `ofCells`: they are whole cells that reach beyond it. Undefined for a surface without a definite inside, or with none. */
export function enclosedMaterial(
  volume: VolumeMesh,
  { query, balanced }: Pick<MeshingSurface, 'query' | 'balanced'>,
  ofCells: boolean,
  job: JobContext,
): MeshMaterial | undefined {
  if (!balanced) return undefined;
  job.progress('weigh', 0);
  const side = new MaterialSide(query, job);
  const moments = enclosedMoments(query.mesh.positions, query.mesh.triangles, (triangle) => side.shareOf(triangle));
  if (!(moments[0] > 0)) return undefined;
  return ofCells ? { moments, filled: filledShares(volume, query) } : { moments };
}

/** Returns whether whole cells cover all of the surface: methods may leave out small pieces of it, which then weigh nothing. */
export function coversAll({ embedding }: VolumeMesh): boolean {
  return embedding.weights.every((weight) => weight >= OUTSIDE);
}

import type { JobContext } from '../../base/job.ts';
import type { VolumeMesh } from '../../geometry/TetMesh.ts';
import type { SurfaceMesh } from '../../geometry/TriMesh.ts';
import type { SurfaceQuery } from '../../geometry/surfaceQuery/SurfaceQuery.ts';
import type { LatticeMesh } from '../lattice/Lattice.ts';
import { barycentricWeights } from '../tetLocator.ts';
import { carriedSurface, virtualCells } from './virtualCells.ts';

/** Tets of a lattice with a surface embedded by connectivity, and the number of lattice tets that were duplicated. */
export interface EmbeddedTets {
  readonly volume: VolumeMesh;
  readonly doubled: number;
}

/** Returns the copies of lattice tets that the surface and its inside need (see `virtualCells`), with the surface embedded by weights from 0 to 1. */
export function embeddedTets(
  lattice: LatticeMesh,
  query: SurfaceQuery,
  surface: SurfaceMesh,
  job: JobContext,
): EmbeddedTets {
  const inside = Uint8Array.from(lattice.signedDistances, (distance) => (distance < 0 ? 1 : 0));
  const cells = {
    size: 4 as const,
    positions: lattice.positions,
    cells: lattice.tets,
    inside,
  };
  const weights = new Float64Array(4);
  const weigh = (cell: number, point: number) => {
    const { positions } = surface;
    const at = 3 * point;
    return barycentricWeights(lattice, cell, positions[at], positions[at + 1], positions[at + 2], weights);
  };
  const depthIn = (cell: number, point: number) => (weigh(cell, point) ? Math.min(...weights) : -Infinity);
  const found = virtualCells(cells, query, surface, depthIn, job);
  const embedding = carriedSurface(4, found, (cell, point, out, at) => {
    weigh(cell, point);
    out.set(weights, at);
  });
  const mesh = { positions: found.positions, tets: found.cells };
  return {
    volume: { kind: 'tet', mesh, surface, embedding },
    doubled: found.doubled,
  };
}

import { z } from 'zod';
import { wholeNumber } from '../../base/quantities.ts';
import type { VolumeMesh } from '../../geometry/TetMesh.ts';
import { embeddedLattice } from '../candidate/embeddedLattice.ts';
import { smallestPiece } from '../candidate/smallestPiece.ts';
import { embedSurface } from '../embedding.ts';
import { bandedLattice } from '../lattice/bandedLattice.ts';
import { surfaceDistance } from '../lattice/surfaceDistance.ts';
import type { MesherDefinition } from '../Mesher.ts';
import { meshingSurface } from '../meshingSurface.ts';
import { keptApart } from '../virtual/keptApart.ts';
import type { JobContext } from '../../base/job.ts';
import type { SurfaceMesh } from '../../geometry/TriMesh.ts';
import type { SurfaceQuery } from '../../geometry/surfaceQuery/SurfaceQuery.ts';
import type { LatticeMesh } from '../lattice/Lattice.ts';
import { barycentricWeights } from '../tetLocator.ts';
import { carriedSurface, virtualCells } from '../virtual/virtualCells.ts';

const params = z.strictObject({
  levels: wholeNumber({
    unit: '',
    label: 'Refinement levels',
    help: 'Number of times the edge doubles from the surface to the core; 0 is a uniform lattice.',
    min: 0,
    max: 6,
    softMax: 3,
    default: 0,
  }),
  minPieceTets: smallestPiece(1),
});

const embeddedBcc: MesherDefinition<z.output<typeof params>> = {
  type: 'embedded-bcc',
  followsDetail: true,
  coversSurface: true,
  label: 'Embedded BCC lattice',
  reference: 'Wojtan & Turk 2008 (embedded surface on a BCC lattice); lattice of Molino et al. 2003, section 4',
  params,
  async mesh(surface, edgeLength, settings, job, detail) {
    const { query, box, area, balanced } = meshingSurface(surface, edgeLength);
    const { distance, unsignedDistance } = surfaceDistance(query, balanced);
    const lattice = bandedLattice(
      box,
      area,
      distance,
      {
        edgeLength,
        levels: settings.levels,
        bandWidth: 0.5,
        bandGrowth: 1,
        detailLevels: 0,
        detail,
        spareLevels: 1,
        unsignedDistance,
      },
      job,
    );
    const cells = lattice.extract(settings.levels);
    const mesh = embeddedLattice(cells, query, surface.positions, settings.minPieceTets, job);
    const plain: VolumeMesh = { kind: 'tet', mesh, surface, embedding: embedSurface(mesh, surface) };
    return settings.minPieceTets > 1 ? plain : keptApart(plain, embeddedTets(cells, query, surface, job));
  },
};

export default embeddedBcc;

/** Tets of a lattice with a surface embedded by connectivity, and the number of lattice tets that were duplicated. */
interface EmbeddedTets {
  readonly volume: VolumeMesh;
  readonly doubled: number;
}

/** Returns the copies of lattice tets that the surface and its inside need (see `virtualCells`), with the surface embedded by weights from 0 to 1. */
function embeddedTets(lattice: LatticeMesh, query: SurfaceQuery, surface: SurfaceMesh, job: JobContext): EmbeddedTets {
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

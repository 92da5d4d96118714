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
import { embeddedTets } from '../virtual/embeddedTets.ts';
import { keptApart } from '../virtual/keptApart.ts';

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

import { z } from 'zod';
import { wholeNumber } from '../../base/quantities.ts';
import { embeddedLattice } from '../candidate/embeddedLattice.ts';
import { smallestPiece } from '../candidate/smallestPiece.ts';
import { embedSurface } from '../embedding.ts';
import { bandedLattice } from '../lattice/bandedLattice.ts';
import { surfaceDistance } from '../lattice/surfaceDistance.ts';
import type { MesherDefinition } from '../Mesher.ts';
import { meshingSurface } from '../meshingSurface.ts';

const params = z.strictObject({
  levels: wholeNumber({
    unit: '',
    label: 'Refinement levels',
    help: 'Times the edge doubles from the surface to the core; 0 is a uniform lattice.',
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
    const mesh = embeddedLattice(
      lattice.extract(settings.levels),
      query,
      surface.positions,
      settings.minPieceTets,
      job,
    );
    return { kind: 'tet', mesh, surface, embedding: embedSurface(mesh, surface) };
  },
};

export default embeddedBcc;

import { z } from 'zod';
import { quantity, wholeNumber } from '../../base/quantities.ts';
import { selectCandidate } from '../candidate/selectCandidate.ts';
import { compressToSurface } from '../candidate/compress.ts';
import { smallestPiece } from '../candidate/smallestPiece.ts';
import { embedSurface } from '../embedding.ts';
import { bandedLattice } from '../lattice/bandedLattice.ts';
import { surfaceDetail } from '../lattice/surfaceDetail.ts';
import { surfaceDistance } from '../lattice/surfaceDistance.ts';
import type { MesherDefinition } from '../Mesher.ts';
import { meshingSurface } from '../meshingSurface.ts';
import { optimisationParams } from '../optimise/optimisationParams.ts';
import { optimiseTets, STANDARD_SCHEDULE } from '../optimise/optimiseTets.ts';
import { withCaps } from '../stuffing/capSurface.ts';

/** Candidate vertices start up to an edge outside the surface; only those beyond that count as spanning a hole. */
const CAP_SCALE = 1.6;

const params = z.strictObject({
  levels: wholeNumber({
    unit: '',
    label: 'Refinement levels',
    help: 'Number of times the edge doubles from the surface to the core; 0 is uniform, more than 2 saves little.',
    min: 0,
    max: 6,
    softMax: 3,
    default: 2,
  }),
  bandWidth: quantity({
    unit: '',
    label: 'Surface band',
    help: 'Half width of the finest band in edge lengths; wider makes more and better elements near the surface.',
    min: 0.25,
    max: 20,
    softMax: 4,
    default: 1,
  }),
  bandGrowth: quantity({
    unit: '',
    label: 'Band growth',
    help: 'Width of each coarser band in its own edge lengths; wider grades more gently.',
    min: 0,
    max: 20,
    softMax: 4,
    default: 1,
  }),
  detailLevels: wholeNumber({
    unit: '',
    label: 'Detail levels',
    help: 'Number of times the edge may halve beyond the surface band where the body is thin or strongly curved.',
    min: 0,
    max: 3,
    default: 0,
  }),
  curvatureFactor: quantity({
    unit: '',
    label: 'Edge over curvature radius',
    help: 'Detail levels refine where the edge is longer than this times the radius of curvature; 0 ignores curvature.',
    min: 0,
    max: 10,
    softMax: 2,
    default: 0.5,
  }),
  edgesAcross: quantity({
    unit: '',
    label: 'Edges across thin parts',
    help: 'Detail levels refine where fewer edges than this span the local thickness; 0 ignores thickness.',
    min: 0,
    max: 20,
    softMax: 8,
    default: 3,
  }),
  envelope: quantity({
    unit: '',
    label: 'Envelope threshold',
    help: 'Fraction of every edge at a vertex that must be inside for its elements to be kept; smaller keeps thin parts.',
    min: 0.01,
    max: 0.5,
    default: 0.1,
  }),
  minPieceTets: smallestPiece(50),
  ...optimisationParams(0.39, '26 to 133'),
});

const redGreen: MesherDefinition<z.output<typeof params>> = {
  type: 'red-green',
  followsDetail: true,
  label: 'Red-green BCC lattice, compressed',
  reference: 'Molino, Bridson, Teran & Fedkiw 2003, A crystalline, red green strategy for meshing, sections 4-6',
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
        bandWidth: settings.bandWidth,
        bandGrowth: settings.bandGrowth,
        detailLevels: settings.detailLevels,
        sizeAt: settings.detailLevels > 0 ? surfaceDetail(query, { ...settings, edgeLength }) : undefined,
        detail,
        spareLevels: 1,
        unsignedDistance,
      },
      job,
    );
    const mesh = selectCandidate(lattice.extract(settings.levels), settings);
    const goal = balanced ? query : withCaps(query, mesh, CAP_SCALE * edgeLength);
    compressToSurface(mesh, goal, job);
    optimiseTets(
      mesh,
      goal,
      {
        ...STANDARD_SCHEDULE,
        edgeLength,
        target: settings.targetQuality,
        sweeps: settings.sweeps,
        offSurface: settings.offSurface,
      },
      job,
    );
    const embedding = embedSurface(mesh, surface);
    return { kind: 'tet', mesh, surface, embedding };
  },
};

export default redGreen;

import { z } from 'zod';
import { quantity } from '../../base/quantities.ts';
import { embedSurface } from '../embedding.ts';
import { bandedLattice } from '../lattice/bandedLattice.ts';
import { surfaceDistance } from '../lattice/surfaceDistance.ts';
import type { MesherDefinition } from '../Mesher.ts';
import { meshingSurface } from '../meshingSurface.ts';
import { optimisationParams } from '../optimise/optimisationParams.ts';
import { optimiseTets, STANDARD_SCHEDULE } from '../optimise/optimiseTets.ts';
import { withCaps } from '../stuffing/capSurface.ts';
import { stuffLattice } from '../stuffing/stuffLattice.ts';
import type { LatticeMesh } from '../lattice/Lattice.ts';
import type { StuffingLattice } from '../stuffing/StuffingLattice.ts';

/** Level-set values are limited to this many edges: only their sign matters beyond the reach of one edge. */
const LIMIT = 1.05;

/**
 * Returns a red-green lattice as input of the stencils, with the level set positive inside. The surface must only cut tets of the
 * finest level (a band at least 1.12 finest edges wide on either side guarantees it).
 */
function gradedLattice(lattice: LatticeMesh): StuffingLattice {
  const { positions, tets, signedDistances, origin, finestEdge: spacing } = lattice;
  const limit = LIMIT * spacing;
  const phi = signedDistances.map((distance) => Math.min(limit, Math.max(-limit, -distance)));
  return { positions, tets, phi, origin, spacing };
}

const params = z.strictObject({
  levels: quantity({
    unit: '',
    label: 'Refinement levels',
    help: 'Number of times the edge doubles from the surface to the core; more than 2 saves little.',
    min: 0,
    max: 6,
    softMax: 3,
    default: 2,
  }).refine(Number.isInteger, 'a whole number'),
  bandWidth: quantity({
    unit: '',
    label: 'Surface band',
    help: 'Half width of the finest band in edge lengths; wider makes more and better elements near the surface.',
    min: 1.2,
    max: 20,
    softMax: 4,
    default: 1.25,
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
  ...optimisationParams(STANDARD_SCHEDULE.target, '28 to 130'),
});

const gradedStuffing: MesherDefinition<z.output<typeof params>> = {
  type: 'graded-stuffing',
  followsDetail: true,
  label: 'Stuffing, graded',
  reference: 'Labelle & Shewchuk 2007, sections 3-4, on the red-green lattice of Molino, Bridson, Teran & Fedkiw 2003',
  params,
  async mesh(surface, edgeLength, settings, job, detail) {
    const { query, box, area, balanced } = meshingSurface(surface, edgeLength);
    const { distance, unsignedDistance } = surfaceDistance(query, balanced);
    const { levels, bandWidth, bandGrowth, targetQuality: target, sweeps, offSurface } = settings;
    const lattice = bandedLattice(
      box,
      area,
      distance,
      { edgeLength, levels, bandWidth, bandGrowth, detailLevels: 0, detail, spareLevels: 0, unsignedDistance },
      job,
    );
    const mesh = stuffLattice(gradedLattice(lattice.extract(levels)));
    const goal = balanced ? query : withCaps(query, mesh, edgeLength);
    optimiseTets(mesh, goal, { ...STANDARD_SCHEDULE, edgeLength, target, sweeps, offSurface }, job);
    return { kind: 'tet', mesh, surface, embedding: embedSurface(mesh, surface) };
  },
};

export default gradedStuffing;

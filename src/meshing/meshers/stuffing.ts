import { z } from 'zod';
import { embedSurface } from '../embedding.ts';
import type { MesherDefinition } from '../Mesher.ts';
import { meshingSurface } from '../meshingSurface.ts';
import { optimisationParams } from '../optimise/optimisationParams.ts';
import { optimiseTets, STANDARD_SCHEDULE } from '../optimise/optimiseTets.ts';
import { withCaps } from '../stuffing/capSurface.ts';
import { stuffLattice } from '../stuffing/stuffLattice.ts';
import { gridAround, type CellGrid } from '../stuffing/cellGrid.ts';
import { uniformLattice } from '../stuffing/uniformLattice.ts';
import { CoreError } from '../../base/errors.ts';
import { enclosedVolume } from '../../geometry/enclosedVolume.ts';
import type { TriMesh } from '../../geometry/TriMesh.ts';

/** Largest number of tetrahedra that a mesh may be requested with. */
const MAX_TETS = 5e6;
/** Largest number of sampled grid cells: 16 bytes each. */
const MAX_CELLS = 3e7;

/**
 * Expected tets of a uniform lattice with long edge a: 12 per a^3 of the enclosed volume, plus a layer of about half an edge that
 * the stencils cut finer. `area` in square metres.
 */
function estimateUniformTets(mesh: TriMesh, area: number, edgeLength: number): number {
  return (12 * (Math.abs(enclosedVolume(mesh.positions, mesh.triangles)) + 0.5 * edgeLength * area)) / edgeLength ** 3;
}

/** Throws `limit-exceeded`, naming the estimate, before anything large is allocated. */
function requireBudget(mesh: TriMesh, area: number, grid: CellGrid): void {
  const tets = estimateUniformTets(mesh, area, grid.spacing);
  const cells = grid.cells[0] * grid.cells[1] * grid.cells[2];
  if (tets <= MAX_TETS && cells <= MAX_CELLS) return;
  const what =
    tets > MAX_TETS ? `about ${tets.toExponential(1)} tetrahedra` : `a grid of ${cells.toExponential(1)} cells`;
  throw new CoreError('limit-exceeded', `this edge length needs ${what}`, {
    remedy: `Use a longer edge: at most ${MAX_TETS.toExponential(0)} tetrahedra and ${MAX_CELLS.toExponential(0)} cells are supported.`,
  });
}

const params = z.strictObject({
  ...optimisationParams(STANDARD_SCHEDULE.target, '28 to 130'),
});

const stuffing: MesherDefinition<z.output<typeof params>> = {
  type: 'stuffing',
  label: 'Stuffing, uniform',
  reference:
    'Labelle & Shewchuk 2007, Isosurface stuffing, sections 3-4; optimised after Freitag & Ollivier-Gooch 1997',
  params,
  async mesh(surface, edgeLength, settings, job) {
    const { mesh: source, query, area, balanced } = meshingSurface(surface, edgeLength);
    const grid = gridAround(query.bounds(), edgeLength);
    requireBudget(source, area, grid);
    const mesh = stuffLattice(uniformLattice(query, grid, balanced, job));
    const goal = balanced ? query : withCaps(query, mesh, edgeLength);
    const { targetQuality: target, sweeps, offSurface } = settings;
    optimiseTets(mesh, goal, { ...STANDARD_SCHEDULE, edgeLength, target, sweeps, offSurface }, job);
    return { kind: 'tet', mesh, surface, embedding: embedSurface(mesh, surface) };
  },
};

export default stuffing;

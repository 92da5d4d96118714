import { z } from 'zod';
import { embedSurface } from '../embedding.ts';
import type { MesherDefinition } from '../Mesher.ts';
import { meshingSurface } from '../meshingSurface.ts';
import { optimisationParams } from '../optimise/optimisationParams.ts';
import { optimiseTets, STANDARD_SCHEDULE } from '../optimise/optimiseTets.ts';
import { withCaps } from '../stuffing/capSurface.ts';
import { requireBudget } from '../stuffing/budget.ts';
import { stuffLattice } from '../stuffing/stuffLattice.ts';
import { gridAround } from '../stuffing/cellGrid.ts';
import { uniformLattice } from '../stuffing/uniformLattice.ts';

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

import { z } from 'zod';
import { quantity } from '../../base/quantities.ts';
import { embedSurface } from '../embedding.ts';
import type { MesherDefinition } from '../Mesher.ts';
import { meshingSurface } from '../meshingSurface.ts';
import { optimiseTets, STANDARD_SCHEDULE } from '../optimise/optimiseTets.ts';
import { withCaps } from '../stuffing/capSurface.ts';
import { requireBudget } from '../stuffing/budget.ts';
import { stuffLattice } from '../stuffing/stuffLattice.ts';
import { gridAround } from '../stuffing/cellGrid.ts';
import { uniformLattice } from '../stuffing/uniformLattice.ts';

const params = z.strictObject({
  targetQuality: quantity({
    unit: '',
    label: 'Target quality',
    help: 'Shape every element should reach, .8 for the regular one; .42 means dihedral angles of 28 to 130 degrees.',
    min: 0,
    max: 0.5,
    default: STANDARD_SCHEDULE.target,
  }),
  sweeps: quantity({
    unit: '',
    label: 'Optimisation passes',
    help: 'Sweeps that raise the worst elements around every vertex; more is slower and evens the mesh out.',
    min: 0,
    max: 50,
    softMax: 10,
    default: STANDARD_SCHEDULE.sweeps,
  }).refine(Number.isInteger, 'a whole number'),
  offSurface: quantity({
    unit: '',
    label: 'Surface tolerance',
    help: 'Distance in edge lengths that a few boundary vertices may stay off the surface to reach the target quality.',
    min: 0,
    max: 0.5,
    default: STANDARD_SCHEDULE.offSurface,
  }),
});

const stuffing: MesherDefinition<z.output<typeof params>> = {
  type: 'stuffing',
  label: 'Isosurface stuffing, uniform',
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

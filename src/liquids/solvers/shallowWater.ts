import type { LiquidSolverDefinition } from '../LiquidSolver.ts';
import { waterMesh } from '../shallow/frame/waterMesh.ts';
import { ShallowSolver } from '../shallow/ShallowSolver.ts';
import { shallowWarnings } from '../shallow/shallowWarnings.ts';

const shallowWater: LiquidSolverDefinition = {
  type: 'shallow-water',
  label: 'Shallow water',
  reference: 'Müller et al. 2008, 11; Audusse et al. 2004',
  simulates: ({ method }) => method?.kind === 'shallow-water',
  warnings: shallowWarnings,
  couplesSolids: false,
  streams: (liquid, edgeScale) => [waterMesh(liquid, edgeScale)],
  create: (input) => new ShallowSolver(input),
};

export default shallowWater;

import type { LiquidSolverDefinition } from '../LiquidSolver.ts';
import { liquidStreams } from '../uniform/frame/liquidStreams.ts';
import { UniformGridSolver } from '../uniform/UniformGridSolver.ts';

const uniformGrid: LiquidSolverDefinition = {
  type: 'uniform-grid',
  label: 'Uniform grid',
  reference: 'Zarifi 2017, 4; Jiang et al. 2015; Irving 2007, 5',
  couplesSolids: true,
  streams: liquidStreams,
  create: (input) => new UniformGridSolver(input),
};

export default uniformGrid;

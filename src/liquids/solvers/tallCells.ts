import { fullBelow } from '../../frames/makeStreams.ts';
import { OPTICAL_SHARES } from '../../scene/liquidCells.ts';
import type { LiquidSolverDefinition } from '../LiquidSolver.ts';
import { TallSolver } from '../tall/TallSolver.ts';
import { tallWarnings } from '../tall/tallWarnings.ts';
import { liquidStreams } from '../uniform/frame/liquidStreams.ts';

const tallCells: LiquidSolverDefinition = {
  type: 'tall-cells',
  label: 'Tall cells',
  reference: 'Irving 2007, 5',
  simulates: ({ method, opticalDepth }) => method === undefined && opticalDepth !== 'full',
  warnings: tallWarnings,
  couplesSolids: false,
  streams: (liquid, edgeScale) =>
    liquidStreams(liquid, edgeScale).map((stream) =>
      stream.type === 'points' && stream.surface !== undefined
        ? { ...stream, attributes: [...stream.attributes, fullBelow] }
        : stream,
    ),
  create: (input) => new TallSolver(input, OPTICAL_SHARES[input.liquid.opticalDepth]),
};

export default tallCells;

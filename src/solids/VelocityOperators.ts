import type { SolidOperators } from './SolidOperators.ts';

/** What a velocity step asks of a body: solids and shells give it. */
export type VelocityOperators = Pick<
  SolidOperators,
  | 'vertexCount'
  | 'elementCount'
  | 'masses'
  | 'elasticForce'
  | 'singularValues'
  | 'updateDamping'
  | 'updateStiffness'
  | 'writeDiagonal'
  | 'applyDamping'
  | 'solveVelocity'
  | 'askVelocity'
  | 'takeVelocity'
  | 'queuedRhs'
>;

export interface SolveSettings {
  /** Relative to the initial residual of each velocity increment. 1e-2 is enough for soft bodies, 1e-7 for friction tests. */
  readonly tolerance: number;
  readonly maxIterations: number;
  /** Most re-solves while contacts let go, slip or stick. */
  readonly contactRounds?: number;
  /** Loosest tolerance of these re-solves, however small their residual is; left out, .3. */
  readonly loosest?: number;
}

import { projectVelocity } from '../../src/solids/projectVelocity.ts';
import type { SolidBodyInput, SolidOperators } from '../../src/solids/SolidOperators.ts';
import { createModel } from './solids.ts';

/** Free particles of equal mass (kg): solid operators without elements, for tests of motion and contact alone. */
export function particleOperators(count: number, mass = 1): SolidOperators {
  return {
    vertexCount: count,
    elementCount: 0,
    masses: new Float64Array(count).fill(mass),
    elasticForce: new Float64Array(3 * count),
    singularValues: new Float64Array(),
    updateElastic: () => undefined,
    freezePreconditioner: () => undefined,
    updateStiffness: () => undefined,
    updateDamping: () => undefined,
    copyMatrix: () => undefined,
    setGradients: () => undefined,
    setInertia: () => undefined,
    writeDiagonal: (out) => void out.fill(0),
    applyDamping: (_velocity, out) => void out.fill(0),
    solveVelocity: (_solve, rhs, constraints, dv) => {
      for (let k = 0; k < dv.length; k++) dv[k] = rhs[k] / mass;
      projectVelocity(constraints, dv);
      return { iterations: 1, relativeResidual: 0, converged: true };
    },
    elasticEnergy: () => 0,
    waveFrequency: 0,
    takeMaterial: () => undefined,
    materialStage: 0,
    dispose: () => undefined,
  };
}

export function particleBody(positions: readonly number[]): SolidBodyInput {
  return {
    restPositions: Float64Array.from(positions),
    elementKind: 'tet',
    elements: new Uint32Array(),
    models: [createModel('rotated-linear', 1e5, 0.3)],
    density: 1,
    dampingBeta: 0,
    dampingAlpha: 0,
    dampingForm: 'robust',
  };
}

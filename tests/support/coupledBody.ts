import { boundaryFaces } from '../../src/geometry/tetBoundary.ts';
import type { TetMesh } from '../../src/geometry/TetMesh.ts';
import { CoupledBody } from '../../src/simulation/immersion/CoupledBody.ts';
import { ReferenceSolidOperators } from '../../src/solids/ReferenceSolidOperators.ts';
import type { DeformableBody } from '../../src/solids/DeformableBody.ts';
import { createIntegrator, solidBody } from './solids.ts';

export interface CoupledBodySettings {
  /** Pa. */
  readonly youngsModulus: number;
  /** kg/m3. */
  readonly density: number;
  /** Downwards acceleration, m/s2, and the length of a step, s. */
  readonly gravity: number;
  readonly step: number;
  /** Initial positions of its vertices, m, xyz each. */
  readonly positions: Float64Array;
}

/** A solid of a shot as liquids see it, with the integrator that moves it: the code that shots run, in float64. */
export function coupledBody(
  mesh: TetMesh,
  { youngsModulus, density, gravity, step, positions }: CoupledBodySettings,
): { readonly body: CoupledBody; readonly integrator: DeformableBody } {
  const input = {
    ...solidBody(
      { restPositions: mesh.positions, elementKind: 'tet', elements: mesh.tets },
      { youngsModulus, poissonRatio: 0.3, density },
    ),
    implicit: { typicalStep: step },
  };
  const options = { positions, gravity: [0, -gravity, 0], scheme: 'liquid-coupled' };
  const integrator = createIntegrator(input, new ReferenceSolidOperators(input), options);
  const skin = boundaryFaces(mesh.tets, mesh.positions.length / 3);
  return { body: new CoupledBody('body', skin, integrator), integrator };
}

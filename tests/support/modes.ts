import { Constraint } from '../../src/collision/VelocityConstraints.ts';
import type { SolidBodyInput, SolidOperators } from '../../src/solids/SolidOperators.ts';

/** Length of a step against which the lowest mode is slow, s. */
const LONG = 10;

/**
 * The lowest mode of an undamped body at rest whose `held` vertices do not move, by inverse iteration: its angular frequency, 1/s, and its shape, xyz per vertex, largest component 1. That of the mesh,
 * whatever its elements have to do with the continuum. `body` is implicit.
 */
export function lowestMode(
  body: SolidBodyInput,
  operators: SolidOperators,
  held: Uint32Array,
): { readonly omega: number; readonly shape: Float64Array } {
  const { masses, vertexCount } = operators;
  const constraints = { kinds: new Uint8Array(vertexCount), normals: new Float64Array(3 * vertexCount) };
  for (const v of held) constraints.kinds[v] = Constraint.fixed;
  operators.updateElastic(body.restPositions, 1);
  operators.updateStiffness(LONG);
  const request = { h: LONG, tolerance: 1e-10, maxIterations: 20_000 };
  const shape = body.restPositions.map((_, k) => (k % 3 === 1 ? body.restPositions[k - 1] ** 2 : 0));
  const momentum = new Float64Array(shape.length);
  const image = new Float64Array(shape.length);
  for (let round = 0; round < 8; round++) {
    for (let k = 0; k < shape.length; k++) {
      momentum[k] = constraints.kinds[Math.floor(k / 3)] === Constraint.free ? masses[Math.floor(k / 3)] * shape[k] : 0;
    }
    operators.solveVelocity(request, momentum, constraints, shape);
    const largest = shape.reduce((most, x) => (Math.abs(x) > Math.abs(most) ? x : most), 0);
    for (let k = 0; k < shape.length; k++) shape[k] /= largest;
  }
  operators.applyDamping(shape, image);
  const stiffness = shape.reduce((sum, x, k) => sum + x * image[k], 0) / LONG;
  const inertia = shape.reduce((sum, x, k) => sum + x * x * masses[Math.floor(k / 3)], 0);
  return { omega: Math.sqrt(stiffness / inertia), shape };
}

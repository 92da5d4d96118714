import { quasistaticBody, QuasistaticIntegrator } from '../../src/solids/quasistatic/QuasistaticIntegrator.ts';
import type { SolidBodyInput, SolidOperators } from '../../src/solids/SolidOperators.ts';
import type { MotionOptions } from './solids.ts';

/** A body without inertia, with quiet defaults: no gravity, full strength, nothing that holds or touches it. */
export function createQuasistatic(
  body: SolidBodyInput,
  create: (body: SolidBodyInput) => SolidOperators,
  options: MotionOptions = {},
): QuasistaticIntegrator {
  const still = quasistaticBody(body);
  return new QuasistaticIntegrator({
    operators: create(still),
    body: still,
    positions: body.restPositions,
    gravityAt: (_time, out) => out.set(options.gravity ?? [0, 0, 0]),
    dragAt: () => 0,
    strengthAt: () => 1,
    targets: [],
    colliders: [],
    tolerance: 1e-8,
    maxIterations: 500,
    minSubsteps: 1,
    ...options,
  });
}

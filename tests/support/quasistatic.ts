import { quasistaticBody, QuasistaticIntegrator } from '../../src/solids/quasistatic/QuasistaticIntegrator.ts';
import type { SolidBodyInput, SolidOperators } from '../../src/solids/SolidOperators.ts';
import { quietMotion, type MotionOptions } from './solids.ts';

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
    ...quietMotion(body, options),
  });
}

import type { DeformableBody } from '../../src/solids/DeformableBody.ts';
import type { TestBody } from './bodies.ts';
import { createIntegrator, operatorImplementations, solidBody, type MotionOptions } from './solids.ts';

/** The schemes in which rigid bodies act on solids. */
export const softSchemes = ['implicit', 'semi-implicit', 'implicit-second-order'] as const;
export type SoftScheme = (typeof softSchemes)[number];
export const [[, createReference], [, createKernel]] = operatorImplementations;

/** Pa, and the damping time of stiffness, s. */
interface Softness {
  readonly youngsModulus: number;
  readonly dampingTime?: number | undefined;
}

/** A deformable body of a mesh. */
export function softBody(
  scheme: SoftScheme,
  mesh: TestBody,
  { youngsModulus, dampingTime = 0.002 }: Softness,
  options: MotionOptions,
  create = createKernel,
): DeformableBody {
  const implicit = scheme === 'semi-implicit' ? undefined : { typicalStep: 1 / 192 };
  const body = { ...solidBody(mesh, { youngsModulus, dampingTime }), implicit };
  return createIntegrator(body, create(body), { scheme, ...options });
}

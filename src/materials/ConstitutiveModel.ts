import extraModels from '#extra-kinds/materials';
import type { z } from 'zod';
import { defaultExports, Registry, type Definition } from '../base/registry.ts';
import type { FibreModel } from './FibreModel.ts';

/**
 * An isotropic constitutive model, or the isotropic part of one with fibres, in the diagonal setting (Irving 2007, 2.5): with F = U diag(s) V^T, det U = det V = 1,
 * s0 >= s1 >= |s2|, the first Piola-Kirchhoff stress is P = U diag(principalStress(s)) V^T. Everything is per unit
 * reference volume, SI. Functions are symmetric under permutation of s and finite for every finite s.
 */
export interface PrincipalModel {
  /** out[0] = strain energy density W, J/m3, zero at s = (1, 1, 1). */
  energyDensity(s: Float64Array, out: Float64Array): void;
  /** out = dW/ds, Pa. */
  principalStress(s: Float64Array, out: Float64Array): void;
  /** out = d2W/ds2, 3x3 row-major, Pa. The exact derivative of `principalStress`. */
  principalStiffness(s: Float64Array, out: Float64Array): void;
}

/**
 * The vector kernel of a model, with its packed parameters (`modelKernel`). A model that has one runs in the kernel; a model
 * without one runs through `PrincipalModel` in TypeScript, between the two halves of the element kernel.
 */
export interface ModelKernel {
  /** Number that the element kernel finds it by. */
  readonly number: number;
  /** Packed model parameters, shared by all elements of the material, in the order of the kernel's fields. At most 16. */
  readonly params: Float64Array;
}

/**
 * What a model takes its principal values and directions from. `stretches`: the signed diagonalisation F = U diag(s) V^T, so that rotations have no stress. `small-strain`: the symmetric part
 * (F + F^T) / 2 = Q diag(s) Q^T, so that s_i - 1 are the principal small strains and P = Q diag(principalStress(s)) Q^T; a rotation of the body counts as strain.
 */
export type StrainMeasure = 'stretches' | 'small-strain';

export interface CreatedModel extends PrincipalModel {
  /** Small-strain Lame parameters (Pa), which set the time step and the damping. */
  readonly mu: number;
  readonly lambda: number;
  /** Left out, `stretches`. */
  readonly measure?: StrainMeasure;
  /** True where `principalStiffness` is the same at all stretches: the body is nowhere stiffer than at rest. */
  readonly hasConstantStiffness?: boolean;
  readonly kernel?: ModelKernel;
  /** Active and passive tension along the fibres of the body; left out for materials without fibres. */
  readonly fibre?: FibreModel;
}

export interface ElasticConstants {
  /** Young's modulus, Pa. */
  readonly youngsModulus: number;
  /** Poisson's ratio, (-1, 0.5). */
  readonly poissonRatio: number;
}

/** Registered by adding a file to `models/` that default-exports one; its kernel is a file of `src/kernels/assembly/materials`. */
export interface ConstitutiveModelDefinition<Params = unknown> extends Definition {
  readonly params: z.ZodType<Params>;
  /** Whether the models that are created have a `fibre` part. */
  readonly hasFibres?: boolean;
  /** What the models that are created measure; left out, `stretches`. */
  readonly measure?: StrainMeasure;
  create(elastic: ElasticConstants, params: Params): CreatedModel;
}

export const constitutiveModels = new Registry<ConstitutiveModelDefinition>(
  'constitutive model',
  defaultExports<ConstitutiveModelDefinition>({
    ...import.meta.glob('./models/*.ts', { eager: true }),
    ...extraModels,
  }),
);

/** Returns the bound 2 mu + 3 max(lambda, 0) of the small-strain stiffness, Pa, which sets the explicit time step. */
export function stiffnessBound({ mu, lambda }: Pick<CreatedModel, 'mu' | 'lambda'>): number {
  return 2 * mu + 3 * Math.max(lambda, 0);
}

/** Returns the Lame parameters mu = E / (2 (1 + nu)) and lambda = E nu / ((1 + nu)(1 - 2 nu)), Pa. */
export function lameParameters({ youngsModulus, poissonRatio }: ElasticConstants): { mu: number; lambda: number } {
  return {
    mu: youngsModulus / (2 * (1 + poissonRatio)),
    lambda: (youngsModulus * poissonRatio) / ((1 + poissonRatio) * (1 - 2 * poissonRatio)),
  };
}

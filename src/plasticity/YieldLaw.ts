import type { z } from 'zod';
import { defaultExports, Registry, type Definition } from '../base/registry.ts';

/** Indices of the values of one point in the state array of `YieldLaw.project`. */
export const FlowState = {
  /** Accumulated plastic strain alpha, in and out. */
  hardening: 0,
  /** Factor on the yield strain, in: 1, or the second yield factor of a goal. */
  yieldFactor: 1,
} as const;

/**
 * The yield condition of a point and its flow: a return mapping of the logarithms l_i = ln s_i of the principal
 * stretches of F_e (Irving 2007, 2.6.3). Laws allocate nothing in `beginStep` and `project`.
 */
export interface YieldLaw {
  /** The point is elastic while the norm of its strain is at most this (times the yield factor) plus `hardening` times alpha. */
  readonly yieldStrain: number;
  readonly hardening: number;
  /**
   * True: the norm is that of the deviator l - tr(l)/3, flow preserves the volume and det F_p stays 1. False: the norm is that of l, and flow
   * compacts.
   */
  readonly deviatoric: boolean;
  /**
   * Fraction of the excess strain that flows in the substep of the last `beginStep`, for laws that flow along the strain itself; the kernels need nothing
   * else. Undefined where only `project` can tell.
   */
  readonly share?: number;
  /** Sets the length of the substep, s, for the calls of `project` that follow. */
  beginStep(dt: number): void;
  /** Replaces the three logarithms by those that stay elastic after the substep; `state` is indexed by `FlowState`. */
  project(strain: Float64Array, state: Float64Array): void;
}

/** Registered by adding a file to `laws/` that default-exports one. */
export interface YieldLawDefinition<Params = unknown> extends Definition {
  readonly params: z.ZodType<Params>;
  create(params: Params): YieldLaw;
}

export const yieldLaws = new Registry<YieldLawDefinition>(
  'yield law',
  defaultExports<YieldLawDefinition>(import.meta.glob('./laws/*.ts', { eager: true })),
);

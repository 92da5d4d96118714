import type { z } from 'zod';
import { defaultExports, Registry, type Definition } from '../base/registry.ts';

/** Where `YieldLaw.project` finds and leaves the numbers of one point. */
export const FlowState = {
  /** Accumulated plastic strain alpha, in and out. */
  hardening: 0,
  /** Factor on the yield strain, in: 1, or what a goal's strength makes of it. */
  yieldFactor: 1,
} as const;

/**
 * When a point flows for good, and how much of its elastic strain it gives up: a return mapping on the logarithms l_i = ln s_i of the principal
 * stretches of F_e (Irving 2007, 2.6.3). Laws allocate nothing in `beginStep` and `project`.
 */
export interface YieldLaw {
  /** No flow while the norm of the strain is at most this (times the yield factor) plus `hardening` times alpha. */
  readonly yieldStrain: number;
  readonly hardening: number;
  /**
   * True: the norm is that of the deviator l - tr(l)/3, flow keeps the volume and det F_p stays 1. False: the norm is that of l, and flow
   * compacts.
   */
  readonly deviatoric: boolean;
  /**
   * Of a law that returns strain along itself: the share of its excess that flows in the substep begun last, which the kernels then do alone.
   * Undefined where only `project` knows.
   */
  readonly share?: number;
  /** Sets the length of the substep, s, for the calls of `project` that follow. */
  beginStep(dt: number): void;
  /** Replaces the three logarithms by those that stay elastic after the substep; `state` by `FlowState`. */
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

import { z } from 'zod';
import type { SimulationFailure } from '../base/failure.ts';

/** A change to the document that may help: the value at a path such as `entities.<id>.material.dampingTime`. */
const change = z.strictObject({ path: z.string().min(1).max(1000), value: z.json() });

/** A `SimulationFailure` as it travels and lies in the cache. */
export const simulationFailure: z.ZodType<SimulationFailure> = z.strictObject({
  frame: z.int(),
  /** s, from the first frame. */
  time: z.number(),
  /** Id of the solid; left out where no single one is to blame. */
  entity: z.string().optional(),
  /** Number of the element in the solid's volume mesh. */
  element: z.int().min(0).optional(),
  cause: z.enum(['too-many-substeps', 'not-finite', 'inverted', 'not-converged', 'begins-inside']),
  /** What was found against what is allowed, in `unit`. */
  measured: z.number().optional(),
  limit: z.number().optional(),
  unit: z.string().max(32).default(''),
  /** Suggestions, three at most, the most promising first. */
  suggestions: z
    .array(z.strictObject({ title: z.string(), detail: z.string(), changes: z.array(change).min(1).max(16) }))
    .max(3),
});

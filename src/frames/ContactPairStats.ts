import { z } from 'zod';

/** Most pairs that a frame lists: those with the largest forces. */
export const MOST_LISTED_PAIRS = 200;

/** What two rigid bodies, or a rigid body and what it touches, pass on at the end of a frame. */
export const contactPairStats = z.strictObject({
  /** Ids of the entities; the same one twice where a body touches itself. */
  bodies: z.tuple([z.string(), z.string()]),
  /** Points that press. */
  points: z.int().min(1),
  /** Length of the sum of their forces, normal and friction, over the last substep, N. */
  force: z.number().min(0),
  /** Coulomb friction coefficient of the pair. */
  friction: z.number().min(0),
  /** Whether friction is at its limit in all points: the bodies slip on each other. */
  slips: z.boolean(),
});
export type ContactPairStats = z.output<typeof contactPairStats>;

/** Returns the pairs with the largest forces, largest first and equal ones in their order; as many as a frame lists. */
export function strongestPairs(pairs: readonly ContactPairStats[]): ContactPairStats[] {
  return pairs.toSorted((a, b) => b.force - a.force).slice(0, MOST_LISTED_PAIRS);
}

import { z } from 'zod';
import type { StatisticsSections } from '../scene/statistics/statistic.ts';

/** J. */
export const energies = z.strictObject({
  kinetic: z.number(),
  elastic: z.number(),
  /** -m g.x summed, zero at the origin. */
  gravity: z.number(),
});

export type Energies = z.output<typeof energies>;

/** Sections by name. A number that its kind does not declare is shown nowhere. */
type Sections = Partial<StatisticsSections>;

/** What the statistics of a frame say of one entity, whatever kind it is of, and the sections that its kind adds. */
export const entityStats = z.strictObject({
  /**
   * m3; of elements, the sum over them (inverted ones count negative); of a liquid, what it should have: what was filled, poured in and drained until
   * now. 0 of what has none.
   */
  volume: z.number(),
  energies,
  /** Elements with a negative signed singular value; left out of what has no elements. */
  invertedElements: z.int().min(0).optional(),
  /** Substeps of the frame's interval, iterations of all its solves, and vertices in contact at its end; left out where there was no interval. */
  substeps: z.int().min(0).optional(),
  iterations: z.int().min(0).optional(),
  contacts: z.int().min(0).optional(),
  sections: z.custom<Sections>(areSections, 'sections are not numbers by name').optional(),
});
export type EntityStats = z.output<typeof entityStats>;

/** Whether `value` is a record of records of numbers. Checked by hand: a schema takes longer, and every frame that is shown goes through here. */
function areSections(value: unknown): value is Sections {
  return isRecord(value) && Object.values(value).every((section) => isRecord(section) && isOfNumbers(section));
}

function isOfNumbers(section: Readonly<Record<string, unknown>>): boolean {
  return Object.values(section).every((value) => typeof value === 'number' && Number.isFinite(value));
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

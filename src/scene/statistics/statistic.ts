import { z } from 'zod';

/**
 * The sections that kinds of entities add to the statistics of their entities, under their names. Files that declare some add them by declaration merging:
 * `declare module './statistic.ts' { interface StatisticsSections { fracture: z.output<typeof fractureSection> } }`.
 */
// oxlint-disable-next-line typescript/no-empty-object-type
export interface StatisticsSections {}

/** How a number of the statistics is shown; values are SI. */
export interface StatisticInfo {
  /** Names the number where it stands alone: `Largest plastic strain`. */
  readonly label: string;
  /** SI unit, or what is counted; empty for a pure number. */
  readonly unit: string;
  /** The number is a ratio that is written in percent. */
  readonly percent?: true;
  /** The number is one of the few that one-line notes of a frame hold. */
  readonly noted?: true;
}

/** A number of a section, readable back with `statisticInfo`. */
export function statistic(info: StatisticInfo) {
  return z.number().meta({ statistic: info });
}

/** A `statistic` that is counted. */
export function count(info: StatisticInfo) {
  return z.int().min(0).meta({ statistic: info });
}

/** Reads back what `statistic` and `count` stored on a schema, also where the number may be left out; undefined for other schemas. */
export function statisticInfo(schema: z.ZodType): StatisticInfo | undefined {
  const inner = schema instanceof z.ZodOptional ? (schema.unwrap() as z.ZodType) : schema;
  const meta = inner.meta() as { statistic?: StatisticInfo } | undefined;
  return meta?.statistic;
}

import { quantityText } from '../base/quantityText.ts';
import { kindOf } from '../scene/capabilities.ts';
import type { Entity, KindDefinition } from '../scene/Kinds.ts';
import { type StatisticInfo, statisticInfo } from '../scene/statistics/statistic.ts';
import type { EntityStats } from './EntityStats.ts';
import type { FrameStats } from './FrameStats.ts';

/** A number of an entity's statistics, and how it is shown. */
export interface ShownStatistic extends StatisticInfo {
  readonly value: number;
}

/** A number that every entity may have. */
interface GeneralStatistic extends StatisticInfo {
  value(stats: EntityStats): number | undefined;
}

/** The numbers that do not depend on the kind of the entity. Energies and volumes of what has none are not shown. */
const GENERAL: readonly GeneralStatistic[] = [
  { label: 'Volume', unit: 'm3', value: ({ volume }) => nonZero(volume) },
  { label: 'Kinetic energy', unit: 'J', value: ({ energies, volume }) => nonZero(energies.kinetic, volume) },
  { label: 'Elastic energy', unit: 'J', value: ({ energies }) => nonZero(energies.elastic) },
  { label: 'Potential energy in gravity', unit: 'J', value: ({ energies }) => nonZero(energies.gravity) },
  { label: 'Inverted elements', unit: '', value: ({ invertedElements }) => invertedElements },
  { label: 'Substeps', unit: '', value: ({ substeps }) => substeps },
  { label: 'Iterations', unit: '', value: ({ iterations }) => iterations },
  { label: 'Vertices in contact', unit: '', value: ({ contacts }) => contacts },
];

/** What readouts show of an entity of a kind: the numbers of all kinds, then those of the sections that its kind declares. */
export function shownStatistics({ statistics = {} }: KindDefinition, stats: EntityStats): ShownStatistic[] {
  const general = GENERAL.flatMap(({ value, ...info }) => shown(info, value(stats)));
  const sections: Readonly<Record<string, Readonly<Record<string, number | undefined>> | undefined>> =
    stats.sections ?? {};
  const own = Object.entries(statistics).flatMap(([name, { shape }]) =>
    Object.entries(shape).flatMap(([number, schema]) => shown(statisticInfo(schema), sections[name]?.[number])),
  );
  return [...general, ...own];
}

/** A line about an entity of a frame. */
export interface EntityNote {
  readonly entity: Entity;
  readonly text: string;
}

/** The noted numbers of each entity of a frame, in the order of the entities; of those that have some. */
export function entityNotes(entities: readonly Entity[], { entities: all }: FrameStats): EntityNote[] {
  return entities.flatMap((entity) => {
    if (!(entity.id in all)) return [];
    const noted = shownStatistics(kindOf(entity), all[entity.id]).filter((statistic) => statistic.noted === true);
    return noted.length === 0 ? [] : [{ entity, text: statisticsLine(noted) }];
  });
}

/** The numbers in one line, as notes give them: `divergence 0.02 1/s, volume drift +0.1 %`. */
export function statisticsLine(statistics: readonly ShownStatistic[]): string {
  return statistics
    .map(({ label, ...one }) => `${label.charAt(0).toLowerCase()}${label.slice(1)} ${statisticText(one)}`)
    .join(', ');
}

/** The value with its unit. */
export function statisticText({ value, unit, percent }: Omit<ShownStatistic, 'label'>): string {
  return percent === true ? `${quantityText(100 * value, '')} %` : quantityText(value, unit);
}

function shown(info: StatisticInfo | undefined, value: number | undefined): ShownStatistic[] {
  return info === undefined || value === undefined ? [] : [{ ...info, value }];
}

/** The number, unless it and `other` are both 0. */
function nonZero(value: number, other = 0): number | undefined {
  return value === 0 && other === 0 ? undefined : value;
}

import type { Energies, EntityStats } from '../frames/EntityStats.ts';
import type { FrameContact, FrameStats } from '../frames/FrameStats.ts';
import { kindOf } from '../scene/capabilities.ts';
import type { Entity } from '../scene/Kinds.ts';
import type { FrameReport } from '../solids/SubstepLog.ts';
import type { Island } from '../simulation/Island.ts';

type Totals = Pick<FrameStats, 'substeps' | 'cgIterations' | 'invertedElements' | 'volume' | 'energies' | 'contacts'>;

/** The numbers of a frame that are sums over its entities, and the most substeps of one; `between`: energies that interactions store. */
export function frameTotals(entities: readonly EntityStats[], between: readonly Energies[]): Totals {
  const total = (read: (stats: EntityStats) => number | undefined) =>
    entities.reduce((sum, stats) => sum + (read(stats) ?? 0), 0);
  const energy = (name: keyof Energies) =>
    between.reduce(
      (sum, own) => sum + own[name],
      total(({ energies }) => energies[name]),
    );
  return {
    substeps: entities.reduce((most, { substeps = 0 }) => Math.max(most, substeps), 0),
    cgIterations: total(({ iterations }) => iterations),
    invertedElements: total(({ invertedElements }) => invertedElements),
    volume: total(({ volume }) => volume),
    energies: { kinetic: energy('kinetic'), elastic: energy('elastic'), gravity: energy('gravity') },
    contacts: total(({ contacts }) => contacts),
  };
}

/** What the substeps of a frame took of a system that notes them. */
export function workOf(report: FrameReport | undefined): Pick<EntityStats, 'substeps' | 'iterations' | 'contacts'> {
  if (report === undefined) return {};
  const { substeps, iterations } = report;
  return { substeps: substeps.length, iterations, contacts: substeps.at(-1)?.contacts ?? 0 };
}

/** Contact between bodies of all islands together. */
export function islandContact(islands: readonly Island[]): FrameContact {
  const parts = islands.flatMap((island) => island.frameContact() ?? []);
  const sum = (read: (part: FrameContact) => number) => parts.reduce((total, part) => total + read(part), 0);
  return {
    contacts: sum(({ contacts }) => contacts),
    zones: sum(({ zones }) => zones),
    largestZone: parts.reduce((most, { largestZone }) => Math.max(most, largestZone), 0),
    stopped: sum(({ stopped }) => stopped),
    intersectingPairs: sum(({ intersectingPairs }) => intersectingPairs),
  };
}

/** Shortest and longest substep of all solids over a frame, s; 0 where there were none. */
export function stepRange(reports: readonly FrameReport[]): [number, number] {
  let shortest = Infinity;
  let longest = 0;
  for (let r = 0; r < reports.length; r++) {
    const { substeps } = reports[r];
    for (let k = 0; k < substeps.length; k++) {
      shortest = Math.min(shortest, substeps[k].dt);
      longest = Math.max(longest, substeps[k].dt);
    }
  }
  return [shortest === Infinity ? 0 : shortest, longest];
}

/** What the user should know of the solves of a system over a frame. */
export function solveWarnings(entity: Entity, report: FrameReport | undefined): string[] {
  const { substeps } = report ?? { substeps: [] };
  const stopped = substeps.filter(({ converged }) => !converged).length;
  if (stopped === 0) return [];
  return [
    `${kindOf(entity).label} '${entity.id}': ${stopped} of ${substeps.length} substeps stopped at the iteration limit, above the solver tolerance; ` +
      'flat elements are the usual cause: mesh it again, or increase the maximum iterations',
  ];
}

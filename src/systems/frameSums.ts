import type { Energies, EntityStats } from '../frames/EntityStats.ts';
import type { FrameContact, FrameStats } from '../frames/FrameStats.ts';
import { kindOf } from '../scene/capabilities.ts';
import type { Entity } from '../scene/Kinds.ts';
import type { FrameReport } from '../solids/SubstepLog.ts';
import type { SystemInteraction } from '../simulation/Interaction.ts';
import type { Island } from '../simulation/Island.ts';

type Totals = Pick<FrameStats, 'substeps' | 'cgIterations' | 'invertedElements' | 'volume' | 'energies' | 'contacts'>;

/** Returns the numbers of a frame that are sums over its entities, with the energies that interactions store at `time` (s), and the most substeps of one entity. */
export function frameTotals(
  entities: Readonly<Record<string, EntityStats>>,
  between: readonly Pick<SystemInteraction, 'energies'>[],
  time: number,
): Totals {
  const energies = { kinetic: 0, elastic: 0, gravity: 0 };
  const totals = { substeps: 0, cgIterations: 0, invertedElements: 0, volume: 0, energies, contacts: 0 };
  for (const id in entities) {
    const stats = entities[id];
    totals.substeps = Math.max(totals.substeps, stats.substeps ?? 0);
    totals.cgIterations += stats.iterations ?? 0;
    totals.invertedElements += stats.invertedElements ?? 0;
    totals.volume += stats.volume ?? 0;
    totals.contacts += stats.contacts ?? 0;
    addEnergies(stats.energies, energies);
  }
  for (const one of between) {
    const own = one.energies?.(time);
    if (own !== undefined) addEnergies(own, energies);
  }
  return totals;
}

function addEnergies(own: Energies, sum: { -readonly [Name in keyof Energies]: number }): void {
  sum.kinetic += own.kinetic;
  sum.elastic += own.elastic;
  sum.gravity += own.gravity;
}

/** Completes the statistics of a system by what the substeps of the frame took of it, where it notes them. */
export function withWork(own: Work & EntityStats, report: FrameReport | undefined): EntityStats {
  if (report === undefined) return own;
  const { substeps, iterations } = report;
  own.substeps = substeps.length;
  own.iterations = iterations;
  own.contacts = substeps.at(-1)?.contacts ?? 0;
  return own;
}

/** What the substeps of a frame take of a system. */
interface Work {
  substeps?: number | undefined;
  iterations?: number | undefined;
  contacts?: number | undefined;
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

/** Adds to `found` what the user should know of the solves of a system over a frame. */
export function addSolveWarnings(entity: Entity, report: FrameReport | undefined, found: string[]): void {
  if (report === undefined) return;
  const { substeps } = report;
  let stopped = 0;
  for (const { converged } of substeps) if (!converged) stopped++;
  if (stopped === 0) return;
  found.push(
    `${kindOf(entity).label} '${entity.id}': ${stopped} of ${substeps.length} substeps stopped at the iteration limit, above the solver tolerance; ` +
      'flat elements are the usual cause: mesh it again, or increase the maximum iterations',
  );
}

import type { BodyStats, FrameContact } from '../frames/FrameStats.ts';
import type { FrameReport } from '../solids/SubstepLog.ts';
import type { Island } from '../simulation/Island.ts';
import type { SimulatedBody } from '../simulation/SimulatedBody.ts';

/** What bodies and liquids have alike. */
export type Summed = Pick<BodyStats, 'volume' | 'energies'>;

export function totalOf<T>(parts: Readonly<Record<string, T>>, read: (part: T) => number): number {
  let total = 0;
  for (const id in parts) total += read(parts[id]);
  return total;
}

export function largestOf<T>(parts: Readonly<Record<string, T>>, read: (part: T) => number): number {
  let most = 0;
  for (const id in parts) most = Math.max(most, read(parts[id]));
  return most;
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

/** What the user should know of a body's velocity solves over a frame. */
export function solveWarnings({ kind, id }: SimulatedBody, { substeps }: FrameReport): string[] {
  const stopped = substeps.filter(({ converged }) => !converged).length;
  if (stopped === 0) return [];
  return [
    `${kind} '${id}': ${stopped} of ${substeps.length} substeps stopped at the iteration limit, above the solver tolerance; ` +
      'flat elements are the usual cause: mesh it again, or raise maxIterations',
  ];
}

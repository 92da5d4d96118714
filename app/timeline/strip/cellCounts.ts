import {
  checkpointCodes,
  frameKinds,
  kindLabels,
  legendKinds,
  type FrameKind,
  type PackedCells,
} from './frameKinds.ts';

/** How many frames there are of each kind, and the first of each. */
export interface CellCounts {
  readonly total: number;
  readonly counts: Readonly<Record<FrameKind, number>>;
  readonly firsts: Readonly<Record<FrameKind, number | undefined>>;
  readonly checkpoints: number;
  readonly firstCheckpoint: number | undefined;
  /** Frames in which something is broken. */
  readonly judged: number;
  readonly firstJudged: number | undefined;
}

export function countCells({ first, kinds, checkpoints, judged }: PackedCells): CellCounts {
  const counts = byKind(() => 0);
  const firsts = byKind<number | undefined>(() => undefined);
  let checkpointCount = 0;
  let firstCheckpoint: number | undefined;
  for (let k = 0; k < kinds.length; k++) {
    const kind = frameKinds[kinds[k]];
    counts[kind]++;
    firsts[kind] ??= first + k;
    if (checkpoints[k] === checkpointCodes.valid) {
      checkpointCount++;
      firstCheckpoint ??= first + k;
    }
  }
  const judgedCount = judged.reduce((sum, one) => sum + one, 0);
  const firstJudged = judgedCount === 0 ? undefined : first + judged.indexOf(1);
  return {
    total: kinds.length,
    counts,
    firsts,
    checkpoints: checkpointCount,
    firstCheckpoint,
    judged: judgedCount,
    firstJudged,
  };
}

/** One sentence for who cannot see the strip: `Frames 1 to 240: 72 memory, 46 stale; 9 checkpoints.` */
export function describeCells(first: number, { total, counts, checkpoints, judged }: CellCounts): string {
  if (total === 0) return 'There are no frames yet.';
  const parts = legendKinds
    .filter((kind) => counts[kind] > 0)
    .map((kind) => `${counts[kind]} ${kindLabels[kind].toLowerCase()}`);
  const marks = checkpoints === 1 ? '; 1 checkpoint' : checkpoints > 1 ? `; ${checkpoints} checkpoints` : '';
  return `Frames ${first} to ${first + total - 1}: ${parts.join(', ')}${marks}${judged === 0 ? '' : `; ${judged} with problems`}.`;
}

function byKind<T>(value: () => T): Record<FrameKind, T> {
  return Object.fromEntries(frameKinds.map((kind) => [kind, value()])) as Record<FrameKind, T>;
}

import type { FrameCell, FramesState } from '../../state/framesStore.ts';

/** What the strip tells of a frame, the gravest first: where several frames share a pixel, the gravest shows. */
export const frameKinds = ['failed', 'computing', 'stale', 'missing', 'disk', 'memory'] as const;
export type FrameKind = (typeof frameKinds)[number];

/** Kinds in the order of the legend. */
export const legendKinds = ['memory', 'disk', 'computing', 'stale', 'missing', 'failed'] as const satisfies FrameKind[];

export const kindLabels: Readonly<Record<FrameKind, string>> = {
  memory: 'Memory',
  disk: 'Disk',
  computing: 'Computing',
  stale: 'Stale',
  missing: 'Missing',
  failed: 'Failed',
};

/** Number of a kind in `frameKinds`, as packed arrays hold it. */
export const kindCodes = Object.fromEntries(frameKinds.map((kind, code) => [kind, code])) as Record<FrameKind, number>;

export function frameKind(cell: FrameCell, inMemory: ReadonlySet<string>): FrameKind {
  if (cell.state !== 'cached') return cell.state;
  return inMemory.has(cell.storedKey ?? cell.key) ? 'memory' : 'disk';
}

/** A frame's checkpoint: a simulation can go on from it; a stale one only helps the shot as it was. */
export const checkpointCodes = { none: 0, valid: 1, stale: 2 } as const;

/** The states of consecutive frames, packed: frame `first + k` is number k. */
export interface PackedCells {
  readonly first: number;
  /** Numbers into `frameKinds`. */
  readonly kinds: Uint8Array;
  /** Numbers of `checkpointCodes`. */
  readonly checkpoints: Uint8Array;
  /** 1 where something is broken in a stored frame. */
  readonly judged: Uint8Array;
}

const none = new Uint8Array(0);
export const noCells: PackedCells = { first: 0, kinds: none, checkpoints: none, judged: none };

/** Packs what the store has; it lists every frame from the range's first on. */
export function packCells({
  cells,
  inMemory,
  stats,
}: Pick<FramesState, 'cells' | 'inMemory'> & Partial<Pick<FramesState, 'stats'>>): PackedCells {
  if (cells.length === 0) return noCells;
  const kinds = new Uint8Array(cells.length);
  const checkpoints = new Uint8Array(cells.length);
  const judged = new Uint8Array(cells.length);
  cells.forEach((cell, k) => {
    kinds[k] = kindCodes[frameKind(cell, inMemory)];
    if (cell.checkpoint) checkpoints[k] = checkpointCodes[cell.state === 'stale' ? 'stale' : 'valid'];
    const known = cell.state === 'cached' ? stats?.get(cell.storedKey ?? cell.key) : undefined;
    if ((known?.stats.judgements?.length ?? 0) > 0) judged[k] = 1;
  });
  return { first: cells[0].frame, kinds, checkpoints, judged };
}

/** True where both look alike. */
export function sameCells(a: PackedCells, b: PackedCells): boolean {
  if (a === b) return true;
  const same = sameBytes(a.kinds, b.kinds) && sameBytes(a.checkpoints, b.checkpoints);
  return same && a.first === b.first && sameBytes(a.judged, b.judged);
}

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, k) => byte === b[k]);
}

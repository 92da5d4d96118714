/** A pack that grows frame by frame. */
export interface GrowingPack {
  /** Frames that it has. */
  readonly frames: number;
  /** Bytes that it takes; 0 without a frame, for then there is none. */
  readonly bytes: number;
  /** Bytes that it would take with one frame more; undefined where there is no other. */
  grown(): number | undefined;
  /** Takes the frame that `grown` was about. */
  grow(): void;
}

/** Frames that every sample gets before any gets more: with them it moves at once. */
const FIRST_FRAMES = 3;

/**
 * Grows packs until `budget` bytes hold no frame more of any; together they never take more. Each sample first gets a first frame, then a second and so on up to `FIRST_FRAMES`,
 * light ones before heavy ones; afterwards the smallest pack grows, so that all come to about the same size, and what whole ones leave is for the others. A sample
 * whose next frame does not fit keeps what it has, which may be nothing.
 */
export function sharePacks(packs: readonly GrowingPack[], budget: number): void {
  const open = new Set(packs);
  let taken = packs.reduce((sum, { bytes }) => sum + bytes, 0);
  for (;;) {
    let [best, bestBytes] = [undefined as GrowingPack | undefined, 0];
    for (const pack of open) {
      const bytes = pack.grown();
      if (bytes === undefined || taken - pack.bytes + bytes > budget) open.delete(pack);
      else if (best === undefined || comesBefore(pack, bytes, best, bestBytes)) [best, bestBytes] = [pack, bytes];
    }
    if (best === undefined) return;
    taken += bestBytes - best.bytes;
    best.grow();
  }
}

function comesBefore(one: GrowingPack, oneBytes: number, other: GrowingPack, otherBytes: number): boolean {
  const [ones, others] = [one, other].map(({ frames }) => Math.min(frames, FIRST_FRAMES));
  return ones === others ? oneBytes < otherBytes : ones < others;
}

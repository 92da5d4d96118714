import { frameBytes, type DecodedFrame } from './DisplayFrame.ts';

export interface RingEntry {
  readonly frame: number;
  readonly key: string;
  readonly decoded: DecodedFrame;
  readonly bytes: number;
}

export interface RingLimits {
  readonly bytes: number;
  readonly frames: number;
}

/** Decoded frames in memory, by content key, within limits of bytes and number. */
export class FrameRing {
  readonly limits: RingLimits;
  private readonly entries = new Map<string, RingEntry>();
  private bytesHeld = 0;
  private readonly dropped: (decoded: DecodedFrame) => void;

  /** `dropped` gets every frame that leaves. */
  constructor(limits: RingLimits, dropped: (decoded: DecodedFrame) => void) {
    this.limits = limits;
    this.dropped = dropped;
  }

  get bytes(): number {
    return this.bytesHeld;
  }

  get size(): number {
    return this.entries.size;
  }

  /** How many frames like those it holds fit. */
  get capacity(): number {
    if (this.entries.size === 0) return this.limits.frames;
    const mean = this.bytesHeld / this.entries.size;
    return Math.max(1, Math.min(this.limits.frames, Math.floor(this.limits.bytes / Math.max(mean, 1))));
  }

  get(key: string): RingEntry | undefined {
    return this.entries.get(key);
  }

  keys(): Set<string> {
    return new Set(this.entries.keys());
  }

  /**
   * Takes a frame; others leave while a limit is passed, those with the greatest `rank` first (of the frame number; small is urgent). The one
   * with the key `kept` never leaves.
   */
  add(frame: number, key: string, decoded: DecodedFrame, rank: (frame: number) => number, kept?: string): void {
    this.remove(key);
    const bytes = frameBytes(decoded);
    this.entries.set(key, { frame, key, decoded, bytes });
    this.bytesHeld += bytes;
    while (this.entries.size > this.limits.frames || this.bytesHeld > this.limits.bytes) {
      const least = this.leastUrgent(rank, kept);
      if (least === undefined) return;
      this.remove(least);
    }
  }

  clear(): void {
    for (const { decoded } of this.entries.values()) this.dropped(decoded);
    this.entries.clear();
    this.bytesHeld = 0;
  }

  private remove(key: string): void {
    const entry = this.entries.get(key);
    if (entry === undefined) return;
    this.entries.delete(key);
    this.bytesHeld -= entry.bytes;
    this.dropped(entry.decoded);
  }

  private leastUrgent(rank: (frame: number) => number, kept: string | undefined): string | undefined {
    let worst = -1;
    let found: string | undefined;
    for (const entry of this.entries.values()) {
      if (entry.key === kept) continue;
      const value = rank(entry.frame);
      if (value <= worst) continue;
      worst = value;
      found = entry.key;
    }
    return found;
  }
}

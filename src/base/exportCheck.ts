/** What a measured difference is in: lengths are those of the target, '' counts or compares bare numbers, 'share' is 1 for all of it. */
export const checkUnits = ['', 's', 'length', 'length/s', 'share'] as const;
export type CheckUnit = (typeof checkUnits)[number];

/** The numbers behind one line of the hand-off report. */
export interface CheckMeasure {
  /** How many points, faces or numbers were compared over all frames. */
  readonly count: number;
  /** The largest difference that was found, in `unit`; left out where it is no number. */
  readonly largest?: number;
  /** The largest that is allowed, in `unit`; 0: they must be the same. */
  readonly limit: number;
  readonly unit: CheckUnit;
  /** Where the largest was found, unless it is 0. */
  readonly frame?: number;
  readonly object?: string;
  readonly point?: number;
  /** The largest difference of each frame, as [frame, difference] in their order; of long ranges of some frames that follow each other (see `WorstFrames`). */
  readonly byFrame?: readonly (readonly [number, number])[];
}

/** Frames of which the largest differences are told one by one; of more, neighbours share one. */
const MOST_FRAMES = 1000;

/** Collects the largest difference of each frame: what the lanes of the hand-off report draw. */
export class WorstFrames {
  private readonly worst = new Map<number, number>();

  add(frame: number, difference: number): void {
    const known = this.worst.get(frame);
    if (known === undefined || !(difference <= known)) this.worst.set(frame, difference);
  }

  /** In the order of frames, at most a thousand; none where nothing was compared by frames. */
  list(): readonly (readonly [number, number])[] {
    const all = [...this.worst].sort(([a], [b]) => a - b);
    const share = Math.max(1, Math.ceil(all.length / MOST_FRAMES));
    const groups = Array.from({ length: Math.ceil(all.length / share) }, (_, i) =>
      all.slice(i * share, (i + 1) * share),
    );
    return groups.map((group) => group.reduce((worst, one) => (one[1] > worst[1] ? one : worst)));
  }
}

/** One line of the hand-off report. */
export interface ExportCheck {
  readonly name: string;
  readonly passed: boolean;
  /** A sentence for a terminal. */
  readonly detail: string;
  /** Left out for what was noted and not compared. */
  readonly measured?: CheckMeasure;
}

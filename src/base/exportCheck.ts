/** Units of a measured difference: '' for counts and bare numbers, 'length' for the length unit of the target, 'share' for a fraction in [0, 1]. */
export const checkUnits = ['', 's', 'length', 'length/s', 'share'] as const;
export type CheckUnit = (typeof checkUnits)[number];

/** The numbers behind one line of the hand-off report. */
export interface CheckMeasure {
  /** Number of points, faces or values that were compared over all frames. */
  readonly count: number;
  /** Largest difference found, in `unit`; left out where it is not a number. */
  readonly largest?: number;
  /** Largest difference allowed, in `unit`; 0 requires equality. */
  readonly limit: number;
  readonly unit: CheckUnit;
  /** Frame with the largest difference; left out where the difference is 0. */
  readonly frame?: number;
  readonly object?: string;
  readonly point?: number;
  /** Largest difference of each frame, as [frame, difference] in order of frames; in long ranges, consecutive frames share an entry (see `WorstFrames`). */
  readonly byFrame?: readonly (readonly [number, number])[];
}

/** Ranges of up to this many frames have one entry per frame; in longer ranges consecutive frames share one. */
const MOST_FRAMES = 1000;

/** Collects the largest difference of each frame, which the lanes of the hand-off report plot. */
export class WorstFrames {
  private readonly worst = new Map<number, number>();

  add(frame: number, difference: number): void {
    const known = this.worst.get(frame);
    if (known === undefined || !(difference <= known)) this.worst.set(frame, difference);
  }

  /** Returns the entries in order of frames, at most a thousand; none where nothing was compared per frame. */
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
  /** Measured values; left out for a note that compares nothing. */
  readonly measured?: CheckMeasure;
}

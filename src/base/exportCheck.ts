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

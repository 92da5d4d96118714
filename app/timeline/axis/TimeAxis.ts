/** The time axis that everything in the dock shares: frame numbers against CSS pixels. A frame stands in the middle of its cell. */
export interface TimeAxis {
  /** First and last frame that are shown; may be fractional. */
  readonly viewFirst: number;
  readonly viewLast: number;
  /** CSS pixels from the left edge of the drawing to its right edge. */
  readonly width: number;
}

/** Pixels left of the first cell and right of the last one: the right one holds the numbers of value axes. */
export const LEFT_MARGIN = 20;
export const RIGHT_MARGIN = 44;

export function pixelsPerFrame({ viewFirst, viewLast, width }: TimeAxis): number {
  return Math.max(width - LEFT_MARGIN - RIGHT_MARGIN, 1) / (viewLast - viewFirst + 1);
}

/** Returns the x of the middle of a frame's cell. */
export function frameToX(axis: TimeAxis, frame: number): number {
  return LEFT_MARGIN + (frame - axis.viewFirst + 0.5) * pixelsPerFrame(axis);
}

/** The inverse of `frameToX`; not rounded. */
export function xToFrame(axis: TimeAxis, x: number): number {
  return axis.viewFirst - 0.5 + (x - LEFT_MARGIN) / pixelsPerFrame(axis);
}

/** The frame whose cell holds `x`. */
export function cellAt(axis: TimeAxis, x: number): number {
  return Math.round(xToFrame(axis, x));
}

import { LEFT_MARGIN, pixelsPerFrame, RIGHT_MARGIN, xToFrame, type TimeAxis } from './TimeAxis.ts';

/** What the axis shows. */
export interface AxisView {
  readonly viewFirst: number;
  readonly viewLast: number;
}

export interface FrameRange {
  readonly first: number;
  readonly last: number;
}

/** Widest cell, CSS pixels. */
const WIDEST_CELL = 64;
/** The range takes at least this share of what is shown. */
const LEAST_SHARE = 0.5;
/** Least share of what is shown that lies inside the range, so that the range is never lost out of sight. */
const LEAST_OVERLAP = 0.15;

/** The view with the frame under `x` kept there and cells `factor` times as wide, within the limits. */
export function zoomAt(axis: TimeAxis, range: FrameRange, x: number, factor: number): AxisView {
  const content = Math.max(axis.width - LEFT_MARGIN - RIGHT_MARGIN, 1);
  const narrowest = Math.min((content * LEAST_SHARE) / (range.last - range.first + 1), WIDEST_CELL);
  const scale = Math.min(Math.max(pixelsPerFrame(axis) * factor, narrowest), WIDEST_CELL);
  const anchor = xToFrame(axis, x);
  const viewFirst = anchor + 0.5 - (x - LEFT_MARGIN) / scale;
  return kept({ viewFirst, viewLast: viewFirst + content / scale - 1 }, range);
}

/** The view moved by `pixels`: positive ones bring later frames in. */
export function panBy(axis: TimeAxis, range: FrameRange, pixels: number): AxisView {
  const frames = pixels / pixelsPerFrame(axis);
  return kept({ viewFirst: axis.viewFirst + frames, viewLast: axis.viewLast + frames }, range);
}

/** The view of a whole range. */
export function fitRange({ first, last }: FrameRange): AxisView {
  return { viewFirst: first, viewLast: last };
}

/** The view after the range of the shot changed: one that showed the old range shows the new one, another stays where it is, near the range. */
export function followRange(view: AxisView, before: FrameRange, after: FrameRange): AxisView {
  const showedAll = Math.abs(view.viewFirst - before.first) < 0.5 && Math.abs(view.viewLast - before.last) < 0.5;
  const shown = view.viewLast - view.viewFirst + 1;
  if (showedAll || (after.last - after.first + 1) / shown < LEAST_SHARE) return fitRange(after);
  return kept(view, after);
}

/** The view moved as little as brings `frame` well into it, with two of its neighbours in the range. */
export function reveal({ viewFirst, viewLast }: AxisView, range: FrameRange, frame: number): AxisView {
  const margin = Math.min(2, (viewLast - viewFirst) / 4);
  const before = Math.max(frame - margin, Math.min(range.first, frame));
  const after = Math.min(frame + margin, Math.max(range.last, frame));
  const shift = Math.min(before - viewFirst, 0) || Math.max(after - viewLast, 0);
  return { viewFirst: viewFirst + shift, viewLast: viewLast + shift };
}

function kept({ viewFirst, viewLast }: AxisView, { first, last }: FrameRange): AxisView {
  const length = viewLast - viewFirst;
  const overlap = LEAST_OVERLAP * length;
  const shift = Math.max(0, first + overlap - viewLast) - Math.max(0, viewFirst - (last - overlap));
  return { viewFirst: viewFirst + shift, viewLast: viewLast + shift };
}

import type { TimeAxis } from '../axis/TimeAxis.ts';
import type { DrawTheme } from './DrawTheme.ts';

/** Canvas, place and colours of a lane: CSS pixels, the origin at the left end of the ruler. */
export interface Drawing {
  readonly context: CanvasRenderingContext2D;
  readonly axis: TimeAxis;
  readonly theme: DrawTheme;
}

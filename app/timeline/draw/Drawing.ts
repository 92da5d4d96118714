import type { TimeAxis } from '../axis/TimeAxis.ts';
import type { DrawTheme } from './DrawTheme.ts';

/** Where and with what a lane is drawn: CSS pixels, the origin at the left end of the ruler. */
export interface Drawing {
  readonly context: CanvasRenderingContext2D;
  readonly axis: TimeAxis;
  readonly theme: DrawTheme;
}

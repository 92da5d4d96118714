import { frameToX, type TimeAxis } from '../axis/TimeAxis.ts';
import type { DrawTheme } from './DrawTheme.ts';

const PLATE_HEIGHT = 16;
const PLATE_TOP = 3;
/** Width of a figure of the ruler's font and the padding of the plate. */
const FIGURE_WIDTH = 6.8;
const PLATE_PADDING = 6;

/** The line of the playhead from the ruler down to `bottom`, with the frame's number on a plate. */
export function drawPlayhead(
  context: CanvasRenderingContext2D,
  axis: TimeAxis,
  frame: number,
  label: string,
  bottom: number,
  { colours, figures }: DrawTheme,
): void {
  const x = frameToX(axis, frame);
  if (x < -40 || x > axis.width + 40) return;
  const left = Math.round(x) - 0.75;
  context.fillStyle = colours.accent;
  context.fillRect(left, PLATE_TOP, 1.5, bottom - PLATE_TOP);
  const width = label.length * FIGURE_WIDTH + 2 * PLATE_PADDING;
  const start = Math.min(Math.max(Math.round(x - width / 2), 0), axis.width - width);
  context.beginPath();
  context.roundRect(start, PLATE_TOP, width, PLATE_HEIGHT, 4);
  context.fill();
  context.fillStyle = colours['on-accent'];
  context.font = figures;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillText(label, start + width / 2, PLATE_TOP + PLATE_HEIGHT / 2 + 0.5);
}

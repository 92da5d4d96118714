import { rulerSteps } from '../axis/rulerSteps.ts';
import { frameToX, pixelsPerFrame, RIGHT_MARGIN, xToFrame, type TimeAxis } from '../axis/TimeAxis.ts';
import type { DrawTheme } from './DrawTheme.ts';

/** Height of the ruler, CSS pixels. */
export const RULER_HEIGHT = 22;
/** Height of the bar between the in and out points. */
const BAR_HEIGHT = 3;
/** Size of the handles of in and out. */
export const HANDLE_SIZE = 8;

export interface RulerContent {
  /** First frame of the shot. */
  readonly first: number;
  readonly last: number;
  readonly framesPerSecond: number;
  readonly inFrame: number | undefined;
  readonly outFrame: number | undefined;
}

/** Ticks, frame numbers, and the bar from in to out with its two handles. */
export function drawRuler(
  context: CanvasRenderingContext2D,
  axis: TimeAxis,
  content: RulerContent,
  theme: DrawTheme,
): void {
  const { colours } = theme;
  context.fillStyle = colours.panel;
  context.fillRect(0, 0, axis.width, RULER_HEIGHT);
  drawTicks(context, axis, content, theme);
  drawInOut(context, axis, content, theme);
}

function drawTicks(context: CanvasRenderingContext2D, axis: TimeAxis, content: RulerContent, theme: DrawTheme): void {
  const { colours } = theme;
  const scale = pixelsPerFrame(axis);
  const { label, tick } = rulerSteps(scale, content.framesPerSecond);
  const lastShown = xToFrame(axis, axis.width);
  const { outX } = handlePlaces(axis, content);
  const firstStep = Math.floor((xToFrame(axis, 0) - content.first) / tick);
  context.font = theme.figures;
  context.textBaseline = 'alphabetic';
  context.textAlign = 'left';
  for (let step = firstStep; content.first + step * tick <= lastShown; step++) {
    const frame = content.first + step * tick;
    const inside = frame >= content.first && frame <= content.last;
    const x = Math.round(frameToX(axis, frame));
    const labelled = (step * tick) % label === 0;
    context.fillStyle = inside ? colours['text-disabled'] : colours.line;
    context.fillRect(x, RULER_HEIGHT - (labelled ? 7 : 4), 1, labelled ? 7 : 4);
    if (!labelled || x > axis.width - RIGHT_MARGIN / 2) continue;
    context.fillStyle = inside ? colours['text-secondary'] : colours['text-disabled'];
    const text = String(frame);
    const width = context.measureText(text).width;
    // Beside the handle of the out point there is no room behind the tick of the last frame.
    const meetsHandle = x < outX && x + 4 + width > outX - HANDLE_SIZE;
    context.fillText(text, meetsHandle ? x - 4 - width : x + 4, 14);
  }
}

function drawInOut(context: CanvasRenderingContext2D, axis: TimeAxis, content: RulerContent, theme: DrawTheme): void {
  const { colours } = theme;
  const { inX, outX } = handlePlaces(axis, content);
  const chosen = content.inFrame !== undefined || content.outFrame !== undefined;
  context.fillStyle = colours.field;
  context.fillRect(0, 0, axis.width, BAR_HEIGHT);
  context.fillStyle = chosen ? colours['text-secondary'] : colours.line;
  context.fillRect(inX, 0, outX - inX, BAR_HEIGHT);
  context.fillStyle = chosen ? colours.text : colours['text-secondary'];
  drawHandle(context, inX, 1);
  drawHandle(context, outX, -1);
}

/** Left edge of the in frame's cell and right edge of the out frame's. */
export function handlePlaces(axis: TimeAxis, content: RulerContent): { inX: number; outX: number } {
  const half = pixelsPerFrame(axis) / 2;
  return {
    inX: Math.round(frameToX(axis, content.inFrame ?? content.first) - half),
    outX: Math.round(frameToX(axis, content.outFrame ?? content.last) + half),
  };
}

function drawHandle(context: CanvasRenderingContext2D, x: number, side: 1 | -1): void {
  context.beginPath();
  context.moveTo(x, 0);
  context.lineTo(x - side * (HANDLE_SIZE - 1), 0);
  context.lineTo(x, HANDLE_SIZE + 1);
  context.closePath();
  context.fill();
}

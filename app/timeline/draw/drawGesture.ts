import type { DrawTheme } from './DrawTheme.ts';

/** A rectangle being drawn to select keys: CSS pixels of the canvas. */
export interface SelectionBox {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Words on a small plate beside a point: the last of them in the colour of what changes. */
export interface Tag {
  readonly x: number;
  readonly y: number;
  readonly before: string;
  readonly after: string;
}

const PLATE_HEIGHT = 20;
const PADDING = 8;
/** Distance from the point to the plate, CSS pixels. */
const DISTANCE = 14;

export function drawBox(context: CanvasRenderingContext2D, box: SelectionBox, { colours }: DrawTheme): void {
  context.fillStyle = colours['accent-line'];
  context.globalAlpha = 0.12;
  context.fillRect(box.left, box.top, box.right - box.left, box.bottom - box.top);
  context.globalAlpha = 1;
  context.strokeStyle = colours['accent-line'];
  context.lineWidth = 1;
  context.strokeRect(box.left + 0.5, box.top + 0.5, box.right - box.left, box.bottom - box.top);
}

/** Right of its point, or left of it where there is no room; `top` is the upper edge of the plate. */
export function drawTag(
  context: CanvasRenderingContext2D,
  { x, before, after }: Tag,
  top: number,
  width: number,
  { colours, figures }: DrawTheme,
): void {
  context.font = figures;
  const split = context.measureText(before).width;
  const size = split + context.measureText(after).width + 2 * PADDING;
  const left = x + DISTANCE + size > width ? x - DISTANCE - size : x + DISTANCE;
  context.beginPath();
  context.roundRect(left, top, size, PLATE_HEIGHT, 4);
  context.fillStyle = colours.raised;
  context.fill();
  context.strokeStyle = colours.line;
  context.lineWidth = 1;
  context.stroke();
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  context.fillStyle = colours['text-secondary'];
  context.fillText(before, left + PADDING, top + PLATE_HEIGHT / 2 + 0.5);
  context.fillStyle = colours['accent-text'];
  context.fillText(after, left + PADDING + split, top + PLATE_HEIGHT / 2 + 0.5);
}

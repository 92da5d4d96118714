import { frameToX, pixelsPerFrame, type TimeAxis } from '../axis/TimeAxis.ts';
import type { DrawTheme } from '../draw/DrawTheme.ts';
import { checkpointCodes, kindCodes, type PackedCells } from './frameKinds.ts';
import type { StripRuns } from './StripRuns.ts';

/** Place of a strip, CSS pixels. */
export interface StripPlace {
  readonly top: number;
  readonly height: number;
}

/** Narrowest cell that is parted from its neighbours by a line. */
const LINED_CELL = 3;
/** A failed frame is never narrower than this. */
const FAILED_WIDTH = 5;
const FLAG_RADIUS = 6;
/** Gap between two ticks or flags, below which the later one is left out. */
const MARK_SPACE = 10;
/** How far a computing cell stands out above and below. */
const OVERHANG = 3;

/**
 * Draws the frames of a take, by shape first and colour second. Computing cells are left out: they are drawn over it, by `drawComputing`
 * or, where they move, as `ComputingMarks`.
 */
export function drawStrip(
  context: CanvasRenderingContext2D,
  runs: StripRuns,
  axis: TimeAxis,
  { top, height }: StripPlace,
  theme: DrawTheme,
): void {
  const cell = pixelsPerFrame(axis);
  for (let k = 0; k < runs.count; k++) {
    // Edges on whole pixels, so that neighbours meet without a seam.
    const from = Math.round(runs.from[k]);
    const width = Math.max(Math.round(runs.to[k]) - from, 1);
    if (runs.kinds[k] === kindCodes.memory) drawMemory(context, runs.from[k], from, width, top, height, cell, theme);
    else if (runs.kinds[k] === kindCodes.disk) drawDisk(context, runs.from[k], from, width, top, height, cell, theme);
    else if (runs.kinds[k] === kindCodes.stale) drawStale(context, from, width, top, height, theme);
    else if (runs.kinds[k] === kindCodes.missing)
      drawMissing(context, runs.from[k], runs.to[k], top + height, cell, theme);
  }
  for (let k = 0; k < runs.count; k++) {
    if (runs.kinds[k] !== kindCodes.failed) continue;
    const middle = (runs.from[k] + runs.to[k]) / 2;
    const width = Math.max(runs.to[k] - runs.from[k], FAILED_WIDTH);
    context.fillStyle = theme.colours.danger;
    context.fillRect(Math.round(middle - width / 2), top - 1, Math.round(width), height + 2);
  }
}

function drawMemory(
  context: CanvasRenderingContext2D,
  exactFrom: number,
  from: number,
  width: number,
  top: number,
  height: number,
  cell: number,
  { colours }: DrawTheme,
): void {
  context.fillStyle = colours['frame-memory'];
  context.fillRect(from, top, width, height);
  drawCellLines(context, exactFrom, from + width, top, height, cell, colours.app, 0.32);
}

function drawDisk(
  context: CanvasRenderingContext2D,
  exactFrom: number,
  from: number,
  width: number,
  top: number,
  height: number,
  cell: number,
  { colours }: DrawTheme,
): void {
  const tall = Math.round((2 * height) / 3);
  const start = top + height - tall;
  context.fillStyle = colours['frame-disk'];
  context.fillRect(from, start, width, tall);
  context.globalAlpha = 0.55;
  context.fillStyle = colours.app;
  context.fillRect(from, start + Math.round(tall / 3) - 1, width, 1);
  context.fillRect(from, start + Math.round((2 * tall) / 3), width, 1);
  context.globalAlpha = 1;
  drawCellLines(context, exactFrom, from + width, start, tall, cell, colours.app, 0.25);
}

function drawStale(
  context: CanvasRenderingContext2D,
  from: number,
  width: number,
  top: number,
  height: number,
  { colours, hatch }: DrawTheme,
): void {
  context.fillStyle = hatch;
  context.fillRect(from, top, width, height);
  context.strokeStyle = colours['frame-stale'];
  context.lineWidth = 1;
  if (width > 2) context.strokeRect(from + 0.5, top + 0.5, width - 1, height - 1);
}

/** Dots on the baseline, one a frame where there is room. */
function drawMissing(
  context: CanvasRenderingContext2D,
  from: number,
  to: number,
  bottom: number,
  cell: number,
  { colours }: DrawTheme,
): void {
  const stride = cell * Math.max(1, Math.ceil(4 / cell));
  context.fillStyle = colours['text-tertiary'];
  for (let x = from + cell / 2; x < to; x += stride) context.fillRect(Math.round(x) - 1, bottom - 3, 2, 2);
}

function drawCellLines(
  context: CanvasRenderingContext2D,
  from: number,
  to: number,
  top: number,
  height: number,
  cell: number,
  colour: string,
  alpha: number,
): void {
  if (cell < LINED_CELL) return;
  context.globalAlpha = alpha;
  context.fillStyle = colour;
  for (let x = from + cell; x < to - 1; x += cell) context.fillRect(Math.round(x) - 1, top, 1, height);
  context.globalAlpha = 1;
}

/** Returns the place of a cell that is being computed: taller than the strip, and never too narrow to be seen. */
export function computingPlace(
  from: number,
  to: number,
  { top, height }: StripPlace,
): { left: number; top: number; width: number; height: number } {
  const width = Math.max(Math.round(to - from), FAILED_WIDTH);
  const left = Math.round((from + to) / 2 - width / 2);
  return { left, top: top - OVERHANG, width, height: height + 2 * OVERHANG };
}

/** The cells that are being computed, with stripes that rest. */
export function drawComputing(
  context: CanvasRenderingContext2D,
  runs: StripRuns,
  strip: StripPlace,
  { colours }: DrawTheme,
): void {
  for (let k = 0; k < runs.count; k++) {
    if (runs.kinds[k] !== kindCodes.computing) continue;
    const { left, top, width, height } = computingPlace(runs.from[k], runs.to[k], strip);
    context.fillStyle = colours['frame-computing-ground'];
    context.fillRect(left, top, width, height);
    context.fillStyle = colours['frame-computing'];
    for (let y = 0; y < height; y += 4) context.fillRect(left, top + y, width, Math.min(2, height - y));
    context.strokeStyle = colours['frame-computing'];
    context.lineWidth = 1;
    context.strokeRect(left - 0.5, top - 0.5, width + 1, height + 1);
  }
}

/** Round flags with an x above failed frames. */
export function drawFailureFlags(
  context: CanvasRenderingContext2D,
  runs: StripRuns,
  top: number,
  { colours }: DrawTheme,
): void {
  let last = -Infinity;
  for (let k = 0; k < runs.count; k++) {
    if (runs.kinds[k] !== kindCodes.failed) continue;
    const x = (runs.from[k] + runs.to[k]) / 2;
    if (x - last < MARK_SPACE) continue;
    last = x;
    const y = flagCentre(top);
    context.fillStyle = colours.danger;
    context.beginPath();
    context.arc(x, y, FLAG_RADIUS, 0, 2 * Math.PI);
    context.fill();
    context.strokeStyle = colours.text;
    context.lineWidth = 1.6;
    context.beginPath();
    context.moveTo(x - 2.2, y - 2.2);
    context.lineTo(x + 2.2, y + 2.2);
    context.moveTo(x + 2.2, y - 2.2);
    context.lineTo(x - 2.2, y + 2.2);
    context.stroke();
  }
}

/** Triangles with a stroke above frames in which something is broken. */
export function drawJudgements(
  context: CanvasRenderingContext2D,
  { first, judged }: PackedCells,
  axis: TimeAxis,
  top: number,
  { colours }: DrawTheme,
): void {
  let last = -Infinity;
  const y = flagCentre(top) + 1;
  for (let k = 0; k < judged.length; k++) {
    const x = frameToX(axis, first + k);
    if (judged[k] === 0 || x - last < MARK_SPACE || x < 0 || x > axis.width) continue;
    last = x;
    context.fillStyle = colours['warning-text'];
    context.beginPath();
    context.moveTo(x, y - 5);
    context.lineTo(x + 5, y + 4);
    context.lineTo(x - 5, y + 4);
    context.fill();
    context.fillStyle = colours.panel;
    context.fillRect(x - 0.75, y - 2, 1.5, 3);
    context.fillRect(x - 0.75, y + 2, 1.5, 1.5);
  }
}

/** Upper edge of the flags above a strip. */
export function flagTop(top: number): number {
  return flagCentre(top) - FLAG_RADIUS;
}

/** Height of the middle of a flag above a strip. */
function flagCentre(top: number): number {
  return top - FLAG_RADIUS - 1;
}

/** The failed frame whose flag or cell is at a point, or undefined. */
export function failedFrameAt(runs: StripRuns, { top, height }: StripPlace, x: number, y: number): number | undefined {
  if (y < flagCentre(top) - FLAG_RADIUS || y > top + height + 1) return undefined;
  for (let k = 0; k < runs.count; k++) {
    if (runs.kinds[k] !== kindCodes.failed) continue;
    const middle = (runs.from[k] + runs.to[k]) / 2;
    const reach = Math.max((runs.to[k] - runs.from[k]) / 2, y < top ? FLAG_RADIUS + 1 : FAILED_WIDTH / 2);
    if (Math.abs(x - middle) <= reach) return runs.firsts[k];
  }
  return undefined;
}

/** Ticks below frames that hold a checkpoint: grey where it is stale. `y` is the middle of a tick. */
export function drawCheckpoints(
  context: CanvasRenderingContext2D,
  { first, checkpoints }: PackedCells,
  axis: TimeAxis,
  y: number,
  { colours }: DrawTheme,
): void {
  let last = -Infinity;
  context.lineWidth = 1.6;
  for (let k = 0; k < checkpoints.length; k++) {
    if (checkpoints[k] === checkpointCodes.none) continue;
    const x = frameToX(axis, first + k);
    if (x - last < MARK_SPACE || x < 0 || x > axis.width) continue;
    last = x;
    context.strokeStyle = checkpoints[k] === checkpointCodes.valid ? colours.success : colours['text-disabled'];
    context.beginPath();
    context.moveTo(x - 3.5, y);
    context.lineTo(x - 1, y + 2.5);
    context.lineTo(x + 4, y - 2.5);
    context.stroke();
  }
}

import { frameToX, pixelsPerFrame, type TimeAxis } from '../axis/TimeAxis.ts';
import type { Drawing } from '../draw/Drawing.ts';
import { drawComputing, drawFailureFlags, drawStrip } from '../strip/drawStrip.ts';
import { kindCodes, type PackedCells } from '../strip/frameKinds.ts';
import { StripRuns } from '../strip/StripRuns.ts';

/** Height of a take's strip inside its row. */
const TAKE_STRIP = 10;
const RING_RADIUS = 3.5;

/** Returns the place of a take's strip in its row. */
export function takeStrip(top: number, height: number): { top: number; height: number } {
  return { top: top + Math.round((height - TAKE_STRIP) / 2) + 2, height: TAKE_STRIP };
}

export interface TakeContent {
  readonly cells: PackedCells;
  /** Frames from the first one on that are its parent's. */
  readonly shared: number;
  /** Middle of the parent's strip, CSS pixels; undefined for a take without one in sight. */
  readonly parentY: number | undefined;
}

const runs = new StripRuns();

/** A take: a grey line for what it shares with its parent, then its own frames, tied to the parent by a ring where they part. */
export function drawTake(drawing: Drawing, { cells, shared, parentY }: TakeContent, top: number, height: number): void {
  const { context, axis, theme } = drawing;
  const strip = takeStrip(top, height);
  const own: PackedCells = {
    first: cells.first + shared,
    kinds: cells.kinds.subarray(shared),
    checkpoints: cells.checkpoints.subarray(shared),
    judged: cells.judged.subarray(shared),
  };
  if (shared > 0) {
    const from = cellEdge(axis, cells.first);
    const to = cellEdge(axis, cells.first + shared);
    context.fillStyle = theme.colours['text-tertiary'];
    context.fillRect(from, strip.top + strip.height / 2 - 1, to - from, 2);
  }
  runs.fill(own, axis);
  drawStrip(context, runs, axis, strip, theme);
  drawComputing(context, runs, strip, theme);
  drawFailureFlags(context, runs, strip.top, theme);
  if (parentY !== undefined && shared > 0 && own.kinds.length > 0) {
    const code = own.kinds[0];
    const colour =
      theme.colours[
        code === kindCodes.memory ? 'frame-memory' : code === kindCodes.disk ? 'frame-disk' : 'text-tertiary'
      ];
    drawBranch(drawing, cellEdge(axis, cells.first + shared), parentY, strip.top + strip.height / 2, colour);
  }
}

/** The line from a ring on the parent down to where a take's own frames begin. */
function drawBranch({ context, theme }: Drawing, x: number, parentY: number, y: number, colour: string): void {
  context.strokeStyle = colour;
  context.lineWidth = 1.5;
  context.beginPath();
  context.moveTo(x, parentY + RING_RADIUS);
  context.lineTo(x, y);
  context.stroke();
  context.beginPath();
  context.arc(x, parentY, RING_RADIUS, 0, 2 * Math.PI);
  context.fillStyle = theme.colours.app;
  context.fill();
  context.strokeStyle = theme.colours.text;
  context.stroke();
}

/** The take that would come of branching at a frame: dashed, with what it would share in words. */
export function drawBranchPreview(
  drawing: Drawing,
  frame: number,
  first: number,
  last: number,
  fromY: number,
  top: number,
  height: number,
): void {
  const { context, axis, theme } = drawing;
  const x = Math.round(cellEdge(axis, frame)) + 0.5;
  const y = Math.round(top + height / 2 + 7) + 0.5;
  context.strokeStyle = theme.colours['accent-line'];
  context.lineWidth = 1;
  context.setLineDash([4, 3]);
  context.beginPath();
  context.moveTo(x, fromY);
  context.lineTo(x, y - 5);
  context.quadraticCurveTo(x, y, x + 5, y);
  context.lineTo(cellEdge(axis, last + 1), y);
  context.stroke();
  context.setLineDash([]);
  context.textBaseline = 'middle';
  context.textAlign = 'left';
  context.font = theme.words;
  context.fillStyle = theme.colours['warning-text'];
  const title = `New take from ${frame}`;
  const left = Math.max(x, 0) + 12;
  context.fillText(title, left, y - 10);
  context.fillStyle = theme.colours['text-tertiary'];
  const shared = frame - first;
  const words = shared === 0 ? 'shares no frame' : `shares ${shared} ${shared === 1 ? 'frame' : 'frames'}, stored once`;
  context.fillText(words, left + context.measureText(title).width + 10, y - 10);
}

/** Left edge of a frame's cell. */
function cellEdge(axis: TimeAxis, frame: number): number {
  return frameToX(axis, frame) - pixelsPerFrame(axis) / 2;
}

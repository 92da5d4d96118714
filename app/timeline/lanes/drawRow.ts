import type { DockModel } from '../DockModel.ts';
import type { Drawing } from '../draw/Drawing.ts';
import { drawCurves, type CurveContent } from '../curves/drawCurves.ts';
import { drawCompared, drawGraph } from '../graphs/drawGraph.ts';
import { drawKeyLane } from '../keys/drawKeys.ts';
import { drawBranchPreview, drawTake, takeStrip } from '../takes/drawTakes.ts';
import { drawRelease } from './drawRelease.ts';
import type { LaneRow } from './laneRows.ts';

/** What the lines of the dock are drawn on, and where they stand. */
interface LaneDrawing extends Drawing {
  readonly model: DockModel;
  readonly gesture: Pick<CurveContent, 'ghosts'>;
  /** First and last frame of the shot. */
  readonly ruler: { readonly first: number; readonly last: number };
  readonly lanesTop: number;
  readonly scrollTop: number;
}

/** Draws one line of the dock at the height where it stands now. */
export function drawRow(canvas: LaneDrawing, row: LaneRow, top: number): void {
  const { context, axis, theme, model } = canvas;
  if (row.kind === 'keys') {
    const { keys, activeLane } = model.dock.getState();
    if (row.lane.id === activeLane) {
      context.fillStyle = theme.colours.panel;
      context.fillRect(0, top, axis.width, row.height);
    }
    drawKeyLane(canvas, row.lane.curve, keys.get(row.lane.id), top + row.height / 2);
  } else if (row.kind === 'release') {
    drawRelease(canvas, row.lane, top + row.height / 2);
  } else if (row.kind === 'graph') {
    const range = model.graphRange(row.graph);
    const { comparedGraphs } = model;
    drawGraph(canvas, row.graph, model.graphs, range, top, row.height);
    if (comparedGraphs !== undefined) drawCompared(canvas, row.graph, comparedGraphs.data, range, top, row.height);
  } else if (row.kind === 'curves') {
    drawCurves(canvas, model.curveContent(row, canvas.gesture.ghosts), { top, height: row.height });
  } else if (row.kind === 'take') {
    const parent = model.rows.find((other) => other.kind === 'take' && other.take.id === row.take.parent);
    const content = model.take(row.take);
    if (content !== undefined) drawTake(canvas, { ...content, parentY: middleOf(canvas, parent) }, top, row.height);
  } else if (row.kind === 'branch') {
    const current = model.rows.find((other) => other.kind === 'take' && other.current);
    const { first, last } = canvas.ruler;
    drawBranchPreview(canvas, row.frame, first, last, middleOf(canvas, current) ?? top, top, row.height);
  }
  context.fillStyle = theme.colours['line-inner'];
  context.fillRect(0, top + row.height - 1, axis.width, 1);
}

function middleOf(canvas: LaneDrawing, row: LaneRow | undefined): number | undefined {
  if (row === undefined) return undefined;
  const strip = takeStrip(canvas.lanesTop + row.top - canvas.scrollTop, row.height);
  return strip.top + strip.height / 2;
}

import { frameToX, pixelsPerFrame, RIGHT_MARGIN } from '../axis/TimeAxis.ts';
import { tickTexts, valueTicks } from '../axis/valueTicks.ts';
import type { Drawing } from '../draw/Drawing.ts';
import type { GraphDefinition } from './graphs.ts';
import { sampleCodes, type GraphData, type GraphRange } from './graphSeries.ts';

/** Space above and below the curve inside its lane. */
const PADDING = 9;
/** Narrowest gap of frames that says in words that nothing was computed there. */
const WORDS_WIDTH = 190;
const GRAPH_TICKS = 2;

/** One graph in its lane: value axis on the right, numbers of stale frames grey, what is not computed dotted. */
export function drawGraph(
  drawing: Drawing,
  graph: GraphDefinition,
  data: GraphData,
  range: GraphRange,
  top: number,
  height: number,
): void {
  const known = data.states.some((state) => state !== sampleCodes.none);
  if (known) drawValueAxis(drawing, range, graph.whole === true, top, height);
  if (known && (graph.baseline > range.low || graph.baseline === 100))
    drawBaseline(drawing, graph.baseline, range, top, height);
  drawGaps(drawing, data, top, height);
  const series = data.values.get(graph.id) ?? [];
  graph.series.forEach(({ colour }, s) => {
    if (graph.shape === 'bars') drawBars(drawing, data, series[s], range, top, height, drawing.theme.colours[colour]);
    else drawLine(drawing, data, series[s], range, top, height, drawing.theme.colours[colour]);
  });
}

/** The numbers of the take that is compared, as dashed lines of the same colours. */
export function drawCompared(
  drawing: Drawing,
  graph: GraphDefinition,
  data: GraphData,
  range: GraphRange,
  top: number,
  height: number,
): void {
  const { context, theme } = drawing;
  const series = data.values.get(graph.id) ?? [];
  context.setLineDash([4, 3]);
  graph.series.forEach(({ colour }, s) =>
    drawLine(drawing, data, series[s], range, top, height, theme.colours[graph.shape === 'bars' ? 'text' : colour]),
  );
  context.setLineDash([]);
}

/** Height of a value inside a lane. */
export function valueToY(value: number, { low, high }: GraphRange, top: number, height: number): number {
  return top + height - PADDING - ((value - low) / (high - low)) * (height - 2 * PADDING);
}

function drawValueAxis(
  { context, axis, theme }: Drawing,
  range: GraphRange,
  whole: boolean,
  top: number,
  height: number,
): void {
  context.font = theme.figures;
  context.textAlign = 'right';
  context.textBaseline = 'middle';
  const ticks = graphTicks(range).filter((tick) => !whole || Number.isInteger(tick));
  const texts = tickTexts(ticks);
  ticks.forEach((tick, k) => {
    const y = Math.round(valueToY(tick, range, top, height));
    context.fillStyle = theme.colours['line-inner'];
    context.fillRect(0, y, axis.width - RIGHT_MARGIN + 4, 1);
    context.fillStyle = theme.colours['text-tertiary'];
    context.fillText(texts[k], axis.width - 4, y);
  });
}

/** Two rounded values, or three where no rounder ones lie apart. */
function graphTicks({ low, high }: GraphRange): number[] {
  const ticks = valueTicks(low, high, GRAPH_TICKS);
  return ticks.length > 1 ? ticks : valueTicks(low, high, GRAPH_TICKS + 1);
}

function drawBaseline(
  { context, axis, theme }: Drawing,
  value: number,
  range: GraphRange,
  top: number,
  height: number,
): void {
  const y = Math.round(valueToY(value, range, top, height)) + 0.5;
  context.strokeStyle = theme.colours['text-disabled'];
  context.lineWidth = 1;
  context.setLineDash([2, 3]);
  context.beginPath();
  context.moveTo(0, y);
  context.lineTo(axis.width - RIGHT_MARGIN + 4, y);
  context.stroke();
  context.setLineDash([]);
}

/** Frames without numbers: a dotted line on the floor of the lane, in words where there is room. */
function drawGaps(drawing: Drawing, { first, states }: GraphData, top: number, height: number): void {
  const { context, axis, theme } = drawing;
  const half = pixelsPerFrame(axis) / 2;
  const y = top + height - PADDING;
  for (let k = 0; k < states.length;) {
    let end = k;
    while (end < states.length && states[end] === sampleCodes.none) end++;
    if (end > k) {
      const from = Math.max(frameToX(axis, first + k) - half, 0);
      const to = Math.min(frameToX(axis, first + end - 1) + half, axis.width);
      context.fillStyle = theme.colours['text-disabled'];
      for (let x = Math.ceil(from) + 2; x < to; x += 6) context.fillRect(x, y, 2, 1);
      if (to - from > WORDS_WIDTH) {
        context.font = theme.words;
        context.textAlign = 'center';
        context.textBaseline = 'middle';
        drawWords(drawing, 'not computed in this take', (from + to) / 2, top + height / 2);
      }
    }
    k = end + 1;
  }
}

/** Words in the middle of a lane, on a ground of their own: lines that pass do not strike them out. */
function drawWords({ context, theme }: Drawing, text: string, x: number, y: number): void {
  const width = context.measureText(text).width + 12;
  context.fillStyle = theme.colours.field;
  context.fillRect(x - width / 2, y - 7, width, 14);
  context.fillStyle = theme.colours['text-tertiary'];
  context.fillText(text, x, y);
}

function drawLine(
  { context, axis, theme }: Drawing,
  { first, states }: GraphData,
  values: Float64Array,
  range: GraphRange,
  top: number,
  height: number,
  colour: string,
): void {
  const [begin, end] = visible(axis, first, values.length);
  const stride = framesPerPixel(axis);
  context.lineWidth = 1.5;
  context.lineJoin = 'round';
  let drawing = false;
  let stale = false;
  let last: [number, number] | undefined;
  for (let k = begin; k <= end; k += stride) {
    const low = extreme(values, k, stride, -1);
    const isStale = states[k] === sampleCodes.stale;
    const x = frameToX(axis, first + k);
    const y = valueToY(low, range, top, height);
    // What leads to a stale frame or away from it is stale, too: the colour ends at the last frame that holds.
    let joined: readonly [number, number] | undefined;
    if (drawing && (Number.isNaN(low) || isStale !== stale)) {
      if (!Number.isNaN(low) && stale) context.lineTo(x, y);
      context.stroke();
      drawing = false;
      joined = isStale ? last : undefined;
    }
    last = Number.isNaN(low) ? undefined : [x, valueToY(extreme(values, k, stride, 1), range, top, height)];
    if (last === undefined) continue;
    if (drawing) context.lineTo(x, y);
    else if (joined !== undefined) {
      stale = isStale;
      context.strokeStyle = theme.colours['text-disabled'];
      context.beginPath();
      context.moveTo(...joined);
      context.lineTo(x, y);
      drawing = true;
    } else {
      stale = isStale;
      context.strokeStyle = stale ? theme.colours['text-disabled'] : colour;
      context.beginPath();
      context.moveTo(x, y);
      // A frame without neighbours is still seen.
      context.lineTo(x + 0.5, y);
      drawing = true;
    }
    if (stride > 1) context.lineTo(x, valueToY(extreme(values, k, stride, 1), range, top, height));
  }
  if (drawing) context.stroke();
}

function drawBars(
  { context, axis, theme }: Drawing,
  { first, states }: GraphData,
  values: Float64Array,
  range: GraphRange,
  top: number,
  height: number,
  colour: string,
): void {
  const [begin, end] = visible(axis, first, values.length);
  const cell = pixelsPerFrame(axis);
  const stride = framesPerPixel(axis);
  const gap = cell > 3 ? 1 : 0;
  const floor = Math.round(valueToY(range.low, range, top, height));
  for (let k = begin; k <= end; k += stride) {
    const value = extreme(values, k, stride, 1);
    if (!(value > range.low)) continue;
    const y = Math.round(valueToY(value, range, top, height));
    context.fillStyle = states[k] === sampleCodes.stale ? theme.colours['text-disabled'] : colour;
    // Edges on whole pixels, so that all bars are equally sharp.
    const from = Math.round(frameToX(axis, first + k) - cell / 2);
    const to = Math.round(frameToX(axis, first + k) + cell * (stride - 0.5));
    context.fillRect(from, y, Math.max(to - from - gap, 1), Math.max(floor - y, 1));
  }
}

/** Frames that are drawn as one because they share a pixel. */
function framesPerPixel(axis: Drawing['axis']): number {
  return Math.max(1, Math.floor(1 / pixelsPerFrame(axis)));
}

/** The largest (sign 1) or smallest (-1) of `count` values from number k on; NaN where none is there. */
function extreme(values: Float64Array, k: number, count: number, sign: 1 | -1): number {
  let found = values[k];
  const end = Math.min(k + count, values.length);
  for (let at = k + 1; at < end; at++) if (Number.isNaN(found) || sign * values[at] > sign * found) found = values[at];
  return found;
}

/** Numbers of the first and last value that the axis shows. */
function visible(axis: Drawing['axis'], first: number, length: number): [number, number] {
  const scale = pixelsPerFrame(axis);
  const begin = Math.max(0, Math.floor(axis.viewFirst - 40 / scale) - first);
  return [begin, Math.min(length - 1, Math.ceil(axis.viewLast + 60 / scale) - first)];
}

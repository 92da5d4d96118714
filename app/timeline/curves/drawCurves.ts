import { bezierSegment } from '../../../src/scene/curves.ts';
import type { Curve, Key } from '../../../src/scene/keyable.ts';
import { bestUnit } from '../../units/displayUnits.ts';
import { frameToX, RIGHT_MARGIN } from '../axis/TimeAxis.ts';
import { tickTexts, valueTicks } from '../axis/valueTicks.ts';
import type { ValueWindow } from '../dockStore.ts';
import type { Token } from '../draw/DrawTheme.ts';
import type { Drawing } from '../draw/Drawing.ts';
import { drawKeyMark } from '../keys/drawKeys.ts';
import type { KeySelection } from '../keys/keySelection.ts';
import type { KeyLane } from '../lanes/keyLanes.ts';
import { effectiveHandle, handleMatters, type HandleSide } from './tangents.ts';

/** CSS pixels between two numbers of the value axis. */
const TICK_SPACE = 24;
const HANDLE_RADIUS = 3.5;
export const handleSides: readonly HandleSide[] = ['in', 'out'];
/** Colours of the curves beside the active one, in turn. */
const lineColours: readonly Token[] = ['graph-volume', 'graph-elastic', 'graph-total', 'graph-kinetic'];

/** The colour of a lane's curve among those that are shown. */
export function curveColour(lanes: readonly KeyLane[], lane: KeyLane, active: KeyLane | undefined): Token {
  return lane === active ? 'accent-line' : lineColours[lanes.indexOf(lane) % lineColours.length];
}

export interface CurvePlace {
  readonly top: number;
  readonly height: number;
}

export interface CurveContent {
  readonly lanes: readonly KeyLane[];
  readonly active: KeyLane | undefined;
  readonly windows: ReadonlyMap<string, ValueWindow>;
  readonly selection: KeySelection;
  /** Curves as they were before the drag that lasts, by lane id. */
  readonly ghosts: ReadonlyMap<string, Curve>;
}

export function curveY({ low, high }: ValueWindow, value: number, { top, height }: CurvePlace): number {
  return top + ((high - value) / (high - low)) * height;
}

export function valueAtY({ low, high }: ValueWindow, y: number, { top, height }: CurvePlace): number {
  return high - ((y - top) / height) * (high - low);
}

/** The curve editor: value axis of the active lane, ghosts of what is dragged, curves, keys, and the handles of selected keys. */
export function drawCurves(drawing: Drawing, content: CurveContent, place: CurvePlace): void {
  const { context, axis } = drawing;
  context.save();
  context.beginPath();
  context.rect(0, place.top, axis.width, place.height);
  context.clip();
  const unit = content.active?.info.unit ?? content.lanes.at(-1)?.info.unit;
  const window = unit === undefined ? undefined : content.windows.get(unit);
  if (window !== undefined && unit !== undefined) drawValueAxis(drawing, window, unit, place);
  for (const lane of content.lanes) drawLane(drawing, content, lane, place);
  context.restore();
}

function drawValueAxis({ context, axis, theme }: Drawing, window: ValueWindow, unit: string, place: CurvePlace): void {
  const shown = bestUnit(unit, Math.max(Math.abs(window.low), Math.abs(window.high)));
  const ticks = valueTicks(
    window.low / shown.factor,
    window.high / shown.factor,
    Math.max(2, Math.floor(place.height / TICK_SPACE)),
  );
  context.font = theme.figures;
  context.textAlign = 'right';
  context.textBaseline = 'middle';
  const texts = tickTexts(ticks);
  ticks.forEach((tick, k) => {
    const y = Math.round(curveY(window, tick * shown.factor, place));
    context.fillStyle = tick === 0 ? theme.colours.line : theme.colours['line-inner'];
    context.fillRect(0, y, axis.width - RIGHT_MARGIN + 4, 1);
    context.fillStyle = theme.colours['text-tertiary'];
    if (y > place.top + 18) context.fillText(texts[k], axis.width - 4, y);
  });
  context.fillStyle = theme.colours['text-secondary'];
  context.fillText(shown.symbol, axis.width - 4, place.top + 9);
}

function drawLane(drawing: Drawing, content: CurveContent, lane: KeyLane, place: CurvePlace): void {
  const { context, theme } = drawing;
  const window = content.windows.get(lane.info.unit)!;
  const active = lane === content.active;
  const ghost = content.ghosts.get(lane.id);
  if (ghost !== undefined) {
    context.setLineDash([4, 3]);
    context.strokeStyle = theme.colours['text-tertiary'];
    context.lineWidth = 1;
    traceCurve(drawing, ghost, window, place);
    context.setLineDash([]);
  }
  context.strokeStyle = theme.colours[curveColour(content.lanes, lane, content.active)];
  context.lineWidth = active ? 2 : 1.5;
  traceCurve(drawing, lane.curve, window, place);
  const selected = content.selection.get(lane.id);
  lane.curve.keys.forEach((key, k) => {
    const isSelected = selected?.has(key.frame) === true;
    if (isSelected) drawHandles(drawing, lane.curve.keys, k, window, place);
    const fill = isSelected ? theme.colours['accent-line'] : theme.colours.text;
    const y = curveY(window, key.value, place);
    drawKeyMark(context, key, frameToX(drawing.axis, key.frame), y, fill, theme.colours.app);
  });
}

/** Strokes a curve over the whole width. Time and value are scaled alone, so a Bezier on the screen is one again. */
function traceCurve({ context, axis }: Drawing, { keys }: Curve, window: ValueWindow, place: CurvePlace): void {
  context.beginPath();
  context.moveTo(0, curveY(window, keys[0].value, place));
  context.lineTo(frameToX(axis, keys[0].frame), curveY(window, keys[0].value, place));
  for (let k = 0; k + 1 < keys.length; k++) {
    const x = frameToX(axis, keys[k + 1].frame);
    const y = curveY(window, keys[k + 1].value, place);
    if (keys[k].interpolation === 'step') {
      context.lineTo(x, curveY(window, keys[k].value, place));
      context.lineTo(x, y);
    } else if (keys[k].interpolation === 'linear') context.lineTo(x, y);
    else {
      const { frames, values } = bezierSegment(keys[k], keys[k + 1]);
      const x1 = frameToX(axis, frames[1]);
      const x2 = frameToX(axis, frames[2]);
      context.bezierCurveTo(x1, curveY(window, values[1], place), x2, curveY(window, values[2], place), x, y);
    }
  }
  context.lineTo(axis.width, curveY(window, keys.at(-1)!.value, place));
  context.stroke();
}

function drawHandles(
  { context, axis, theme }: Drawing,
  keys: readonly Key[],
  index: number,
  window: ValueWindow,
  place: CurvePlace,
): void {
  const key = keys[index];
  const x = frameToX(axis, key.frame);
  const y = curveY(window, key.value, place);
  context.strokeStyle = theme.colours['accent-line'];
  context.lineWidth = 1;
  for (const side of handleSides) {
    const handle = handleMatters(keys, index, side) ? effectiveHandle(keys, index, side) : undefined;
    if (handle === undefined) continue;
    const endX = frameToX(axis, key.frame + handle[0]);
    const endY = curveY(window, key.value + handle[1], place);
    context.beginPath();
    context.moveTo(x, y);
    context.lineTo(endX, endY);
    context.stroke();
    context.beginPath();
    context.arc(endX, endY, HANDLE_RADIUS, 0, 2 * Math.PI);
    context.fillStyle = theme.colours.app;
    context.fill();
    context.stroke();
  }
}

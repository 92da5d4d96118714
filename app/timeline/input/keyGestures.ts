import type { Curve } from '../../../src/scene/keyable.ts';
import { formatNumber } from '../../units/formatNumber.ts';
import { bestUnit } from '../../units/displayUnits.ts';
import { frameToX, pixelsPerFrame, xToFrame } from '../axis/TimeAxis.ts';
import { curveY, valueAtY, type CurvePlace } from '../curves/drawCurves.ts';
import { effectiveHandle, tangentKind, withHandle, type HandleSide } from '../curves/tangents.ts';
import type { DockCanvas } from '../DockCanvas.ts';
import { insertKey } from '../keys/insertKey.ts';
import { selectedLanes } from '../keys/keyActions.ts';
import { addKeys, isSelected, noKeys, selectOnly, toggleKey, type KeyRef } from '../keys/keySelection.ts';
import { moveKeys, tidyFrame, type MovedKeys } from '../keys/moveKeys.ts';
import { describeKeys, writeCurves } from '../keys/writeCurves.ts';
import type { KeyLane } from '../lanes/keyLanes.ts';
import type { Gesture, PointerPoint } from './Gesture.ts';
import { keysInBox } from './hitTest.ts';
import { inSentence } from '../../ui/inSentence.ts';

const GESTURE = 'timeline keys';

/** Selects a key as a click on it does: alone, or in addition with Shift. */
export function pickKey({ model }: DockCanvas, lane: KeyLane, frame: number, add: boolean): void {
  const { dock } = model;
  const { keys } = dock.getState();
  const ref = { lane: lane.id, frame };
  const chosen = add ? toggleKey(keys, ref) : isSelected(keys, ref) ? keys : selectOnly([ref]);
  dock.setState({ keys: chosen, activeLane: lane.id });
}

/**
 * Moves the selected keys with the pointer: in time, and in the curve editor in value. Whole frames unless Ctrl is held; Shift keeps to the
 * direction that the drag began in.
 */
export function dragKeys(
  canvas: DockCanvas,
  start: PointerPoint,
  lane: KeyLane,
  frame: number,
  place?: CurvePlace,
): Gesture {
  const { session, model, axis } = canvas;
  pickKey(canvas, lane, frame, start.shift);
  const selected = selectedLanes(session);
  const selection = model.dock.getState().keys;
  const before = new Map(selected.map((entry) => [entry.lane.id, entry.lane.curve] as const));
  const count = selected.reduce((sum, { frames }) => sum + frames.size, 0);
  const label = `Move ${describeKeys(
    selected.map((entry) => entry.lane),
    count,
  )}`;
  const windows = new Map(model.windows);
  let changed = false;

  const apply = (point: PointerPoint) => {
    const [dx, dy] = locked(point, start, place !== undefined);
    const free = point.ctrl;
    const frames = free ? dx / pixelsPerFrame(axis) : Math.round(dx / pixelsPerFrame(axis));
    if (!changed && frames === 0 && dy === 0) return;
    changed = true;
    const moved = selected.map((entry) => {
      const window = windows.get(entry.lane.info.unit);
      const value = place === undefined || window === undefined ? 0 : -(dy / place.height) * (window.high - window.low);
      const shift = { frames, value, snap: !free };
      return { lane: entry.lane, ...moveKeys(entry.lane.curve, entry.frames, shift, entry.lane.info) };
    });
    writeCurves(
      session.document,
      label,
      moved.map((entry) => [entry.lane, entry.curve] as const),
      GESTURE,
    );
    model.dock.setState({ keys: selectMoved(moved) });
    const main = moved.find((entry) => entry.lane.id === lane.id);
    canvas.setGesture({
      ghosts: place === undefined ? new Map() : before,
      tag: main === undefined ? undefined : keyTag(canvas, lane, frame, main, frames, point, place),
    });
  };

  return {
    move: apply,
    end: (_point, moved) => {
      if (changed) session.document.endGesture();
      else if (!moved && !start.shift) model.dock.setState({ keys: selectOnly([{ lane: lane.id, frame }]) });
      canvas.endGesture();
    },
    cancel: () => {
      if (changed) takeBack(canvas);
      model.dock.setState({ keys: selection });
      canvas.endGesture();
    },
  };
}

/** Pixels from the start, along one direction only where Shift says so. */
function locked(point: PointerPoint, start: PointerPoint, inCurves: boolean): [number, number] {
  const dx = point.x - start.x;
  const dy = inCurves ? point.y - start.y : 0;
  if (!point.shift || !inCurves) return [dx, dy];
  return Math.abs(dx) >= Math.abs(dy) ? [dx, 0] : [0, dy];
}

/** Ends the gesture and undoes its step. */
function takeBack({ session }: DockCanvas): void {
  session.document.endGesture();
  session.document.undo();
}

function selectMoved(moved: readonly (MovedKeys & { readonly lane: KeyLane })[]) {
  return selectOnly(
    moved.flatMap(({ lane, frames }) => [...frames].map((frame): KeyRef => ({ lane: lane.id, frame }))),
  );
}

/** Old and new value (or frame, in the lanes) of the key that is dragged. */
function keyTag(
  canvas: DockCanvas,
  lane: KeyLane,
  frame: number,
  moved: MovedKeys,
  frames: number,
  point: PointerPoint,
  place: CurvePlace | undefined,
) {
  const was = lane.curve.keys.find((key) => key.frame === frame);
  const key = moved.curve.keys.find((one) => Math.abs(one.frame - (frame + frames)) < 0.51);
  if (was === undefined || key === undefined) return undefined;
  const x = frameToX(canvas.axis, key.frame);
  if (place === undefined) {
    return { x, y: point.y, before: `${formatNumber(was.frame, 7)} \u2192 `, after: formatNumber(key.frame, 7) };
  }
  const window = canvas.model.windows.get(lane.info.unit)!;
  const unit = bestUnit(lane.info.unit, Math.max(Math.abs(was.value), Math.abs(key.value)));
  return {
    x,
    y: curveY(window, key.value, place),
    before: `${formatNumber(was.value / unit.factor, 3)} \u2192 `,
    after: [formatNumber(key.value / unit.factor, 3), unit.symbol].filter(Boolean).join(' '),
  };
}

/** Drags one handle of a key. The other one stays in line where it was; Alt breaks them. */
export function dragHandle(
  canvas: DockCanvas,
  lane: KeyLane,
  frame: number,
  side: HandleSide,
  place: CurvePlace,
): Gesture {
  const { session, model, axis } = canvas;
  const { curve } = lane;
  const index = curve.keys.findIndex((key) => key.frame === frame);
  const key = curve.keys[index];
  const window = model.windows.get(lane.info.unit)!;
  const unified = tangentKind(curve.keys, index) !== 'broken';
  let changed = false;
  return {
    move: ({ x, y, alt }) => {
      const wanted = [xToFrame(axis, x) - key.frame, valueAtY(window, y, place) - key.value] as const;
      const next = withHandle(curve, index, side, wanted, unified && !alt);
      writeCurves(
        session.document,
        `Change handle of ${lane.owner} ${inSentence(lane.property)}`,
        [[lane, next]],
        GESTURE,
      );
      changed = true;
      const handle = effectiveHandle(next.keys, index, side);
      const slope = handle === undefined || handle[0] === 0 ? Infinity : handle[1] / handle[0];
      const unit = bestUnit(lane.info.unit, key.value);
      canvas.setGesture({
        ghosts: new Map([[lane.id, curve]]),
        tag: {
          x,
          y,
          before: 'slope ',
          after: `${formatNumber(slope / unit.factor, 3)} ${unit.symbol}/frame`.replace(' /', '/'),
        },
      });
    },
    end: () => {
      if (changed) session.document.endGesture();
      canvas.endGesture();
    },
    cancel: () => {
      if (changed) takeBack(canvas);
      canvas.endGesture();
    },
  };
}

/** Draws a box: the keys in it are selected, in addition with Shift. A mere click selects nothing. */
export function boxSelect(canvas: DockCanvas, start: PointerPoint, lane: KeyLane | undefined): Gesture {
  const { dock } = canvas.model;
  const { keys: before } = dock.getState();
  if (lane !== undefined) dock.setState({ activeLane: lane.id });
  return {
    move: ({ x, y }) => {
      const box = {
        left: Math.min(start.x, x),
        top: Math.min(start.y, y),
        right: Math.max(start.x, x),
        bottom: Math.max(start.y, y),
      };
      dock.setState({ keys: addKeys(start.shift ? before : noKeys, keysInBox(canvas, box)) });
      canvas.setGesture({ box });
    },
    end: (_point, moved) => {
      if (!moved && !start.shift) dock.setState({ keys: noKeys });
      canvas.endGesture();
    },
    cancel: () => {
      dock.setState({ keys: before });
      canvas.endGesture();
    },
  };
}

/** Puts a key on a curve under the pointer and goes on by dragging it. */
export function insertAndDrag(
  canvas: DockCanvas,
  start: PointerPoint,
  lane: KeyLane,
  place: CurvePlace | undefined,
): Gesture {
  const { session, model, axis } = canvas;
  const frame = Math.round(tidyFrame(xToFrame(axis, start.x)));
  const label = `Insert key of ${lane.owner} ${inSentence(lane.property)}`;
  const curve: Curve = insertKey(lane.curve, frame);
  writeCurves(session.document, label, [[lane, curve]]);
  model.dock.setState({ keys: selectOnly([{ lane: lane.id, frame }]), activeLane: lane.id });
  const fresh = model.lane(lane.id) ?? lane;
  return dragKeys(canvas, { ...start, shift: false }, fresh, frame, place);
}

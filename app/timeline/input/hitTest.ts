import { frameToX, xToFrame } from '../axis/TimeAxis.ts';
import { curveY, handleSides, type CurvePlace } from '../curves/drawCurves.ts';
import { effectiveHandle, handleMatters, type HandleSide } from '../curves/tangents.ts';
import type { DockCanvas } from '../DockCanvas.ts';
import type { DockModel } from '../DockModel.ts';
import type { GraphDefinition } from '../graphs/graphs.ts';
import { HANDLE_SIZE, handlePlaces, RULER_HEIGHT } from '../draw/drawRuler.ts';
import { KEY_SIZE, keyNear } from '../keys/drawKeys.ts';
import type { KeyLane } from '../lanes/keyLanes.ts';
import type { ReleaseLane } from '../lanes/releaseLanes.ts';
import { rowAt, type LaneRow } from '../lanes/laneRows.ts';
import { failedFrameAt } from '../strip/drawStrip.ts';
import { evaluate } from '../../../src/scene/curves.ts';

/** What is under the pointer. */
export type Hit =
  | { readonly kind: 'in' | 'out' }
  | { readonly kind: 'ruler' }
  | { readonly kind: 'failure'; readonly frame: number }
  | { readonly kind: 'strip' }
  | { readonly kind: 'key'; readonly lane: KeyLane; readonly frame: number }
  | { readonly kind: 'lane'; readonly lane: KeyLane }
  | { readonly kind: 'release'; readonly lane: ReleaseLane }
  | { readonly kind: 'curve-key'; readonly lane: KeyLane; readonly frame: number; readonly place: CurvePlace }
  | {
      readonly kind: 'handle';
      readonly lane: KeyLane;
      readonly frame: number;
      readonly side: HandleSide;
      readonly place: CurvePlace;
    }
  | { readonly kind: 'curve'; readonly lane: KeyLane; readonly place: CurvePlace }
  | { readonly kind: 'curves'; readonly place: CurvePlace }
  | { readonly kind: 'graph'; readonly graph: GraphDefinition; readonly top: number }
  | { readonly kind: 'take' | 'nothing' };

/** What of the canvas is looked at. */
export type HitTarget = Pick<DockCanvas, 'axis' | 'runs' | 'strip' | 'lanesTop' | 'scrollTop' | 'ruler'> & {
  readonly model: Pick<DockModel, 'rows' | 'windows' | 'dock'>;
};

/** CSS pixels around a key or handle in the curve editor, and around a curve, that still count as on it. */
const KEY_REACH = KEY_SIZE + 3;
const CURVE_REACH = 5;

export function hitTest(canvas: HitTarget, x: number, y: number): Hit {
  if (y < RULER_HEIGHT) return hitRuler(canvas, x, y);
  const failed = failedFrameAt(canvas.runs, canvas.strip, x, y);
  if (failed !== undefined) return { kind: 'failure', frame: failed };
  if (y < canvas.lanesTop) return { kind: 'strip' };
  const row = rowAt(canvas.model.rows, y - canvas.lanesTop + canvas.scrollTop);
  if (row === undefined) return { kind: 'nothing' };
  if (row.kind === 'keys') return hitKeys(canvas, row.lane, x);
  if (row.kind === 'release') {
    const isOn = Math.abs(frameToX(canvas.axis, row.lane.frame) - x) <= KEY_REACH;
    return isOn ? { kind: 'release', lane: row.lane } : { kind: 'nothing' };
  }
  if (row.kind === 'curves') return hitCurves(canvas, row, x, y);
  if (row.kind === 'graph') return { kind: 'graph', graph: row.graph, top: curvePlace(canvas, row).top };
  return { kind: row.kind === 'take' ? 'take' : 'nothing' };
}

function hitRuler(canvas: HitTarget, x: number, y: number): Hit {
  const failed = failedFrameAt(canvas.runs, canvas.strip, x, y);
  if (failed !== undefined) return { kind: 'failure', frame: failed };
  if (y > HANDLE_SIZE + 1) return { kind: 'ruler' };
  const { inX, outX } = handlePlaces(canvas.axis, canvas.ruler);
  if (x >= inX - HANDLE_SIZE && x <= inX + 3) return { kind: 'in' };
  if (x >= outX - 3 && x <= outX + HANDLE_SIZE) return { kind: 'out' };
  return { kind: 'ruler' };
}

function hitKeys(canvas: HitTarget, lane: KeyLane, x: number): Hit {
  const key = keyNear(canvas, lane.curve, x);
  return key === undefined ? { kind: 'lane', lane } : { kind: 'key', lane, frame: key.frame };
}

/** Returns the place of the curve editor on the canvas. */
export function curvePlace(canvas: HitTarget, row: LaneRow): CurvePlace {
  return { top: canvas.lanesTop + row.top - canvas.scrollTop, height: row.height };
}

function hitCurves(canvas: HitTarget, row: Extract<LaneRow, { kind: 'curves' }>, x: number, y: number): Hit {
  const place = curvePlace(canvas, row);
  // The lane drawn last lies on top.
  const lanes = [...row.lanes].reverse();
  for (const lane of lanes) {
    const handle = hitHandle(canvas, lane, x, y, place);
    if (handle !== undefined) return handle;
  }
  for (const lane of lanes) {
    const window = canvas.model.windows.get(lane.info.unit)!;
    for (const key of lane.curve.keys) {
      const distance = Math.hypot(frameToX(canvas.axis, key.frame) - x, curveY(window, key.value, place) - y);
      if (distance <= KEY_REACH) return { kind: 'curve-key', lane, frame: key.frame, place };
    }
  }
  for (const lane of lanes) {
    const window = canvas.model.windows.get(lane.info.unit)!;
    const value = evaluate(lane.curve, xToFrame(canvas.axis, x));
    if (Math.abs(curveY(window, value, place) - y) <= CURVE_REACH) return { kind: 'curve', lane, place };
  }
  return { kind: 'curves', place };
}

function hitHandle(canvas: HitTarget, lane: KeyLane, x: number, y: number, place: CurvePlace): Hit | undefined {
  const selected = canvas.model.dock.getState().keys.get(lane.id);
  if (selected === undefined) return undefined;
  const window = canvas.model.windows.get(lane.info.unit)!;
  const { keys } = lane.curve;
  for (let k = 0; k < keys.length; k++) {
    if (!selected.has(keys[k].frame)) continue;
    for (const side of handleSides) {
      const handle = handleMatters(keys, k, side) ? effectiveHandle(keys, k, side) : undefined;
      if (handle === undefined) continue;
      const atX = frameToX(canvas.axis, keys[k].frame + handle[0]);
      const atY = curveY(window, keys[k].value + handle[1], place);
      if (Math.hypot(atX - x, atY - y) <= KEY_REACH) return { kind: 'handle', lane, frame: keys[k].frame, side, place };
    }
  }
  return undefined;
}

/** The keys inside a box on the canvas, in lanes and in the curve editor. */
export function keysInBox(canvas: HitTarget, box: { left: number; top: number; right: number; bottom: number }) {
  const found: { lane: string; frame: number }[] = [];
  const inside = (x: number, y: number) => x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
  for (const row of canvas.model.rows) {
    const place = curvePlace(canvas, row);
    const lanes = row.kind === 'keys' ? [row.lane] : row.kind === 'curves' ? row.lanes : [];
    for (const lane of lanes) {
      const window = canvas.model.windows.get(lane.info.unit);
      for (const key of lane.curve.keys) {
        const y =
          row.kind === 'keys' || window === undefined ? place.top + row.height / 2 : curveY(window, key.value, place);
        if (inside(frameToX(canvas.axis, key.frame), y)) found.push({ lane: lane.id, frame: key.frame });
      }
    }
  }
  return found;
}

/** How the pointer looks over what it would take hold of. */
export function cursorOver(hit: Hit): string {
  switch (hit.kind) {
    case 'in':
    case 'out':
      return 'ew-resize';
    case 'failure':
      return 'pointer';
    case 'key':
    case 'release':
      return 'ew-resize';
    case 'curve-key':
    case 'handle':
      return 'move';
    case 'curve':
      return 'pointer';
    default:
      return 'default';
  }
}

import { cellAt } from '../axis/TimeAxis.ts';
import { panBy, zoomAt } from '../axis/zoomAxis.ts';
import { valueAtY } from '../curves/drawCurves.ts';
import { zoomWindow } from '../curves/valueWindows.ts';
import type { DockCanvas } from '../DockCanvas.ts';
import { moveTo } from '../playhead.ts';
import { showFailure } from '../showFailure.ts';
import type { Gesture, PointerPoint } from './Gesture.ts';
import { cursorOver, curvePlace, hitTest, type Hit } from './hitTest.ts';
import { boxSelect, dragHandle, dragKeys, insertAndDrag, pickKey } from './keyGestures.ts';
import { dragRelease } from './releaseGesture.ts';
import { dragPoint, pan, scrub } from './timeGestures.ts';

/** CSS pixels that a pointer moves before a press is a drag. */
const SLOP = 3;
/** Wheel notches (100 px) to double the width of a cell. */
const ZOOM_PER_PIXEL = 1 / 400;

/** Turns what the pointer does over the canvas into gestures. */
export class DockPointer {
  private readonly canvas: DockCanvas;
  private readonly host: HTMLElement;
  private gesture: Gesture | undefined;
  private start: PointerPoint | undefined;
  private moved = false;

  constructor(canvas: DockCanvas, host: HTMLElement) {
    this.canvas = canvas;
    this.host = host;
  }

  /** Listens until the returned function is called. */
  attach(): () => void {
    const ending = new AbortController();
    const { signal } = ending;
    this.host.addEventListener('pointerdown', (event) => this.press(event), { signal });
    this.host.addEventListener('pointermove', (event) => this.move(event), { signal });
    this.host.addEventListener('pointerup', (event) => this.release(event), { signal });
    this.host.addEventListener('pointerleave', () => this.canvas.setHover(undefined), { signal });
    this.host.addEventListener('pointercancel', () => this.cancel(), { signal });
    this.host.addEventListener('dblclick', (event) => this.doubleClick(event), { signal });
    this.host.addEventListener('wheel', (event) => this.wheel(event), { signal, passive: false });
    window.addEventListener(
      'keydown',
      (event) => {
        if (event.key !== 'Escape' || this.gesture === undefined) return;
        event.preventDefault();
        event.stopPropagation();
        this.cancel();
      },
      { signal, capture: true },
    );
    return () => ending.abort();
  }

  private press(event: PointerEvent): void {
    if (this.gesture !== undefined) return;
    const point = this.pointOf(event);
    const hit = hitTest(this.canvas, point.x, point.y);
    if (event.button > 1) return this.aim(hit);
    this.gesture = event.button === 1 ? this.panFrom(point) : this.gestureFor(hit, point);
    if (this.gesture === undefined) return;
    this.start = point;
    this.moved = false;
    this.host.setPointerCapture(event.pointerId);
    this.host.focus({ preventScroll: true });
    event.preventDefault();
  }

  /** The menu of the right button is about the key under it, unless that is selected with others. */
  private aim(hit: Hit): void {
    if (hit.kind === 'key' || hit.kind === 'curve-key') pickKey(this.canvas, hit.lane, hit.frame, false);
  }

  private gestureFor(hit: Hit, point: PointerPoint): Gesture | undefined {
    const { canvas } = this;
    if (point.alt && hit.kind !== 'handle') return this.panFrom(point);
    switch (hit.kind) {
      case 'in':
      case 'out':
        return dragPoint(canvas, hit.kind);
      case 'failure':
        showFailure(canvas.session, hit.frame);
        return undefined;
      case 'strip':
        return scrub(canvas, point, (frame) => this.explain(frame));
      case 'ruler':
      case 'graph':
      case 'take':
        return scrub(canvas, point);
      case 'key':
        return dragKeys(canvas, point, hit.lane, hit.frame);
      case 'release':
        return dragRelease(canvas, hit.lane);
      case 'lane':
        return point.ctrl ? insertAndDrag(canvas, point, hit.lane, undefined) : boxSelect(canvas, point, hit.lane);
      case 'curve-key':
        return dragKeys(canvas, point, hit.lane, hit.frame, hit.place);
      case 'handle':
        return dragHandle(canvas, hit.lane, hit.frame, hit.side, hit.place);
      case 'curve':
        if (point.ctrl) return insertAndDrag(canvas, point, hit.lane, hit.place);
        return boxSelect(canvas, point, hit.lane);
      case 'curves':
        return this.insertOnActive(point) ?? boxSelect(canvas, point, undefined);
      case 'nothing':
        return boxSelect(canvas, point, undefined);
    }
  }

  /** Ctrl on empty ground of the curve editor puts a key on the active curve. */
  private insertOnActive(point: PointerPoint): Gesture | undefined {
    const { canvas } = this;
    const { activeLane } = canvas.model;
    const row = canvas.model.rows.find(({ kind }) => kind === 'curves');
    if (!point.ctrl || activeLane === undefined || row === undefined) return undefined;
    return insertAndDrag(canvas, point, activeLane, curvePlace(canvas, row));
  }

  private panFrom(point: PointerPoint): Gesture {
    const hit = hitTest(this.canvas, point.x, point.y);
    return pan(this.canvas, point, 'place' in hit ? hit.place : undefined);
  }

  /** A click on a stale frame asks why. */
  private explain(frame: number): void {
    const { session, model } = this.canvas;
    const cell = session.frames.getState().cells.find((one) => one.frame === frame);
    model.dock.setState({ explained: cell?.state === 'stale' ? frame : undefined });
  }

  private move(event: PointerEvent): void {
    const point = this.pointOf(event);
    if (this.gesture === undefined || this.start === undefined) {
      const hit = hitTest(this.canvas, point.x, point.y);
      this.host.style.cursor = cursorOver(hit);
      const over = hit.kind === 'strip' || hit.kind === 'graph';
      this.canvas.setHover(
        over ? cellAt(this.canvas.axis, point.x) : undefined,
        hit.kind === 'graph' ? hit : undefined,
      );
      return;
    }
    this.canvas.setHover(undefined);
    this.moved ||= Math.hypot(point.x - this.start.x, point.y - this.start.y) >= SLOP;
    if (this.moved) this.gesture.move(point);
  }

  private release(event: PointerEvent): void {
    const { gesture, moved } = this;
    this.gesture = undefined;
    gesture?.end(this.pointOf(event), moved);
  }

  private cancel(): void {
    const { gesture } = this;
    this.gesture = undefined;
    gesture?.cancel();
  }

  /** Shows the whole range on a double click over ruler and strip; over the curve editor, its values, too. */
  private doubleClick(event: MouseEvent): void {
    const { x, y } = this.pointOf(event);
    const hit = hitTest(this.canvas, x, y);
    if (hit.kind === 'ruler' || hit.kind === 'strip') this.canvas.fit();
    else if (hit.kind === 'curves') this.canvas.model.dock.setState({ valueWindows: new Map() });
    else if (hit.kind === 'key') moveTo(this.canvas.session, hit.frame);
  }

  /** Zooms at the pointer; with Shift or a sideways wheel it pans; with Alt over the curve editor it zooms the values. */
  private wheel(event: WheelEvent): void {
    const { canvas } = this;
    const { scene } = canvas.model;
    if (scene === undefined) return;
    event.preventDefault();
    const { x, y } = this.pointOf(event);
    const factor = 2 ** (-event.deltaY * ZOOM_PER_PIXEL * (event.ctrlKey ? 4 : 1));
    if (event.altKey) {
      this.zoomValues(x, y, factor);
    } else if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
      const pixels = event.deltaX === 0 ? event.deltaY : event.deltaX;
      canvas.session.timeline.setState(panBy(this.axisNow(), scene.range, pixels));
    } else {
      canvas.session.timeline.setState(zoomAt(this.axisNow(), scene.range, x, factor));
    }
  }

  /** The axis as the store has it: several events may come before it is drawn. */
  private axisNow() {
    const { viewFirst, viewLast } = this.canvas.session.timeline.getState();
    return { viewFirst, viewLast, width: this.canvas.axis.width };
  }

  private zoomValues(x: number, y: number, factor: number): void {
    const { model } = this.canvas;
    const hit = hitTest(this.canvas, x, y);
    const lane = model.activeLane ?? model.curveLanes.at(-1);
    if (!('place' in hit) || lane === undefined) return;
    const { unit } = lane.info;
    const window = model.windows.get(unit)!;
    const zoomed = zoomWindow(window, valueAtY(window, y, hit.place), factor);
    model.dock.setState({ valueWindows: new Map(model.dock.getState().valueWindows).set(unit, zoomed) });
  }

  private pointOf(event: MouseEvent): PointerPoint {
    const { left, top } = this.host.getBoundingClientRect();
    return {
      x: event.clientX - left,
      y: event.clientY - top,
      shift: event.shiftKey,
      ctrl: event.ctrlKey || event.metaKey,
      alt: event.altKey,
    };
  }
}

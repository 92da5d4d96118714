import { Box2, Vector2, Vector3 } from 'three';
import { lockedIds } from '../../document/shownEntities.ts';
import type { Session } from '../../session/Session.ts';
import { cameraMove, type CameraMove } from '../camera/navigation.ts';
import type { ViewportEngine } from '../engine/ViewportEngine.ts';
import { Painting } from '../painting/Painting.ts';
import type { ScreenPoint } from '../painting/sampledPath.ts';
import { Picker, type Hit } from '../picking/Picker.ts';
import { viewportStore, type ViewportStore } from '../viewportState.ts';
import { entitiesIn } from './boxSelection.ts';
import { Gizmo } from './Gizmo.ts';
import { PinDrag } from './PinDrag.ts';

type Drag =
  | { readonly kind: 'view'; readonly move: CameraMove }
  | { readonly kind: 'select'; readonly x: number; readonly y: number; readonly add: boolean; moved: boolean }
  | { readonly kind: 'cut' }
  | { readonly kind: 'paint' }
  | { readonly kind: 'probe' }
  | { readonly kind: 'measure' }
  | { readonly kind: 'new pin'; readonly pin: PinDrag };

/** CSS pixels that the pointer moves before a click becomes a rectangle. */
const SLOP = 4;
/** CSS pixels around the middle of a marker in which a click finds it. */
const MARKER_REACH = 12;

/** Turns pointer and wheel events of the canvas into moves of the camera and work of the tools. */
export class Pointer {
  private readonly session: Session;
  private readonly engine: ViewportEngine;
  private readonly element: HTMLElement;
  private readonly store: ViewportStore;
  private readonly picker = new Picker();
  private readonly gizmo: Gizmo;
  private readonly painting: Painting;
  private readonly abort = new AbortController();
  private drag: Drag | undefined;
  private last = { x: 0, y: 0 };
  private hoverRequest = 0;

  constructor(session: Session, engine: ViewportEngine, element: HTMLElement) {
    this.session = session;
    this.engine = engine;
    this.element = element;
    this.store = viewportStore(session);
    const { signal } = this.abort;
    // Before the gizmo's own listeners: drags of the camera must not reach it.
    element.addEventListener('pointerdown', (event) => this.press(event), { signal });
    element.addEventListener('pointermove', (event) => this.pointerMoved(event), { signal });
    element.addEventListener('pointerup', (event) => this.release(event), { signal });
    element.addEventListener('pointercancel', (event) => this.release(event), { signal });
    element.addEventListener('pointerleave', () => this.leave(), { signal });
    element.addEventListener('dblclick', () => session.panelActions.get('frameSelected')?.(), { signal });
    element.addEventListener('wheel', (event) => this.wheel(event), { signal, passive: false });
    element.addEventListener('contextmenu', (event) => this.choosesForMenu(event), { signal });
    this.gizmo = new Gizmo(session, engine, element);
    this.painting = new Painting(session, engine, element, (at) => this.pick(at, true));
  }

  dispose(): void {
    this.abort.abort();
    cancelAnimationFrame(this.hoverRequest);
    this.gizmo.dispose();
    this.painting.dispose();
  }

  private press(event: PointerEvent): void {
    const move = cameraMove(this.session.preferences.store.getState().navigation, event);
    this.last = { x: event.clientX, y: event.clientY };
    if (move !== undefined) {
      event.stopImmediatePropagation();
      this.leaveCamera();
      this.drag = { kind: 'view', move };
    } else if (event.button === 0 && this.painting.active) {
      if (this.painting.press(event)) this.drag = { kind: 'paint' };
    } else if (event.button === 0 && !this.gizmo.hot) this.drag = this.startTool(event);
    if (this.drag === undefined) return;
    event.preventDefault();
    this.element.closest<HTMLElement>('.viewport')?.focus({ preventScroll: true });
    this.element.setPointerCapture(event.pointerId);
  }

  private startTool(event: PointerEvent): Drag | undefined {
    const { tool, mode } = this.session.view.getState();
    if (mode === 'cut' && event.ctrlKey) return { kind: 'cut' };
    const hit = this.pick(event, tool === 'pin');
    if (tool === 'probe') {
      this.probe(hit);
      return { kind: 'probe' };
    }
    if (tool === 'measure') {
      const point = hit?.point.toArray();
      this.store.setState({ measure: point === undefined ? undefined : { from: point, to: point } });
      return point === undefined ? undefined : { kind: 'measure' };
    }
    if (tool === 'pin' && hit !== undefined) {
      const pin = PinDrag.start(this.session, this.engine, hit);
      if (pin !== undefined) return { kind: 'new pin', pin };
    }
    return { kind: 'select', x: event.clientX, y: event.clientY, add: event.shiftKey || event.ctrlKey, moved: false };
  }

  private pointerMoved(event: PointerEvent): void {
    const dx = event.clientX - this.last.x;
    const dy = event.clientY - this.last.y;
    this.last = { x: event.clientX, y: event.clientY };
    const { drag } = this;
    if (drag === undefined && this.painting.active) this.painting.hover(event);
    else if (drag === undefined) this.hoverSoon(event);
    else if (drag.kind === 'view') this.moveCamera(drag.move, dx, dy);
    else if (drag.kind === 'select') this.stretch(drag, event);
    else if (drag.kind === 'cut') this.moveCut(dx, dy);
    else if (drag.kind === 'paint') this.painting.drag(event);
    else if (drag.kind === 'probe') this.probe(this.pick(event));
    else if (drag.kind === 'measure') this.measureTo(this.pick(event));
    else drag.pin.drag(this.pick(event));
  }

  private moveCamera(move: CameraMove, dx: number, dy: number): void {
    const { rig } = this.engine;
    if (move === 'orbit') rig.orbit(dx, dy);
    else if (move === 'pan') rig.pan(dx, dy);
    else rig.zoom(dx - dy);
  }

  /** The plane of the cut-away follows the pointer along its normal as it is seen. */
  private moveCut(dx: number, dy: number): void {
    const { view } = this.session;
    const { cut } = view.getState();
    const box = this.engine.objects.cutBox();
    const middle = box.getCenter(new Vector3());
    const ahead = middle.clone();
    const length = box.max[cut.axis] - box.min[cut.axis];
    ahead[cut.axis] += length;
    const { camera } = this.engine.rig;
    const { clientWidth, clientHeight } = this.element;
    const seen = ahead.project(camera).sub(middle.project(camera));
    const x = (seen.x * clientWidth) / 2;
    const y = (-seen.y * clientHeight) / 2;
    const square = Math.max(x * x + y * y, 400);
    const offset = Math.min(1, Math.max(0, cut.offset + (dx * x + dy * y) / square));
    view.setState({ cut: { ...cut, offset } });
  }

  private stretch(drag: Extract<Drag, { kind: 'select' }>, event: PointerEvent): void {
    const { x, y } = drag;
    drag.moved ||= Math.hypot(event.clientX - x, event.clientY - y) > SLOP;
    if (!drag.moved) return;
    const { left, top } = this.element.getBoundingClientRect();
    const sides = [x, event.clientX].sort((a, b) => a - b);
    const ends = [y, event.clientY].sort((a, b) => a - b);
    this.store.setState({ rectangle: [sides[0] - left, ends[0] - top, sides[1] - left, ends[1] - top] });
  }

  private release(event: PointerEvent): void {
    const { drag } = this;
    this.drag = undefined;
    if (drag === undefined) return;
    if (this.element.hasPointerCapture(event.pointerId)) this.element.releasePointerCapture(event.pointerId);
    if (drag.kind === 'new pin') drag.pin.end();
    if (drag.kind === 'paint') this.painting.release(event);
    if (drag.kind !== 'select') return;
    this.store.setState({ rectangle: undefined });
    if (event.type === 'pointercancel') return;
    if (drag.moved) this.selectRectangle(drag, event);
    else this.select(this.entityUnder(event), drag.add);
  }

  /** The right button on an object selects it for its menu; elsewhere, where it paints and where it moves the camera, there is none. */
  private choosesForMenu(event: MouseEvent): void {
    const { selection, preferences } = this.session;
    const { altKey, shiftKey, ctrlKey } = event;
    const moves = cameraMove(preferences.store.getState().navigation, { button: 2, altKey, shiftKey, ctrlKey });
    const id = moves !== undefined || this.painting.active ? undefined : this.entityUnder(event);
    if (id === undefined) {
      event.preventDefault();
      return;
    }
    this.leave();
    if (!selection.getState().ids.includes(id)) selection.setState({ ids: [id] });
  }

  private select(id: string | undefined, add: boolean): void {
    const { selection } = this.session;
    const { ids } = selection.getState();
    if (id === undefined) {
      if (!add) selection.setState({ ids: [] });
    } else if (!add) selection.setState({ ids: [id] });
    else selection.setState({ ids: ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id] });
  }

  private selectRectangle({ x, y, add }: Extract<Drag, { kind: 'select' }>, event: PointerEvent): void {
    const a = this.place(x, y);
    const b = this.place(event.clientX, event.clientY);
    const rectangle = new Box2().setFromPoints([new Vector2(...a), new Vector2(...b)]);
    const found = entitiesIn(rectangle, this.engine.objects, this.engine.rig.camera, this.locked());
    const before = add ? this.session.selection.getState().ids : [];
    this.session.selection.setState({ ids: [...before, ...found.filter((id) => !before.includes(id))] });
  }

  /** Markers lie over the shapes: they are found first. */
  private entityUnder(event: ScreenPoint): string | undefined {
    const { left, top } = this.element.getBoundingClientRect();
    const locked = this.locked();
    for (const { id, point } of this.engine.annotations.places()) {
      if (locked.has(id)) continue;
      const { x, y, behind } = this.engine.project(point);
      if (!behind && Math.hypot(event.clientX - left - x, event.clientY - top - y) < MARKER_REACH) return id;
    }
    return this.pick(event, true)?.entity;
  }

  private locked(): ReadonlySet<string> {
    return lockedIds(this.session.document.scene);
  }

  /** `unlocked`: what is locked is looked through, as that which is picked shall be changed. */
  private pick({ clientX, clientY }: ScreenPoint, unlocked = false): Hit | undefined {
    this.engine.bringUpToDate();
    const objects = this.engine.objectsIn(this.paneAt(clientX));
    const left = unlocked ? this.locked() : undefined;
    return this.picker.pick(objects, ...this.place(clientX, clientY), this.engine.rig.camera, left);
  }

  /** The part of the picture that a point lies in. */
  private paneAt(clientX: number): number {
    const x = clientX - this.element.getBoundingClientRect().left;
    return Math.max(
      0,
      this.engine.panes.findIndex(({ from, to }) => x >= from && x < to),
    );
  }

  /** Returns a place within the part of the picture: -1..1, up positive. */
  private place(clientX: number, clientY: number): [number, number] {
    const { left, top, height } = this.element.getBoundingClientRect();
    const pane = this.engine.panes[this.paneAt(clientX)];
    return [(2 * (clientX - left - pane.left)) / pane.width - 1, 1 - (2 * (clientY - top)) / height];
  }

  /** Looks up what is under the pointer at most once per picture, and never while it plays. */
  private hoverSoon(event: PointerEvent): void {
    if (this.session.timeline.getState().playing) {
      this.hover(undefined);
      return;
    }
    cancelAnimationFrame(this.hoverRequest);
    this.hoverRequest = requestAnimationFrame(() => {
      this.hover(this.gizmo.hot ? undefined : this.pick(event, true)?.entity);
      const place = new Vector2(...this.place(event.clientX, event.clientY));
      this.engine.slices.probe(
        this.paneAt(event.clientX) === 0 ? this.picker.rayAt(place, this.engine.rig.camera) : undefined,
      );
    });
  }

  private leave(): void {
    this.hover(undefined);
    this.engine.slices.probe(undefined);
    this.painting.hover(undefined);
  }

  private hover(hovered: string | undefined): void {
    if (this.store.getState().hovered !== hovered) this.store.setState({ hovered });
  }

  private probe(hit: Hit | undefined): void {
    if (hit?.element === undefined) {
      this.store.setState({ probe: undefined });
      return;
    }
    const { entity, element, point, triangle } = hit;
    this.store.setState({ probe: { entity, element, point: point.toArray(), triangle } });
  }

  private measureTo(hit: Hit | undefined): void {
    const { measure } = this.store.getState();
    if (measure !== undefined && hit !== undefined) {
      this.store.setState({ measure: { from: measure.from, to: hit.point.toArray() } });
    }
  }

  private wheel(event: WheelEvent): void {
    event.preventDefault();
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 30 : 1;
    this.leaveCamera();
    this.engine.rig.zoom(
      -event.deltaY * lines * (event.ctrlKey ? 3 : 0.5),
      ...this.place(event.clientX, event.clientY),
    );
  }

  /** Moving the view leaves the camera that is looked through. */
  private leaveCamera(): void {
    if (this.store.getState().lookThrough !== undefined) this.store.setState({ lookThrough: undefined });
  }
}

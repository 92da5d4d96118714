import { Box3, type Matrix4 } from 'three';
import { isPainting, paintable, stopPainting } from '../../commands/paintMode.ts';
import { addStroke, baseOf, fieldOf, paintedBody, roomIn } from '../../document/paintEdits.ts';
import type { MeshStatics } from '../../state/DisplayStatics.ts';
import { restMesh } from '../../client/frames/shownMeshes.ts';
import type { PaintedField } from '../../../src/scene/paintedField.ts';
import type { BodyEntity } from '../../../src/scene/Scene.ts';
import type { PaintState, PaintTarget } from '../../state/paintStore.ts';
import type { Session } from '../../session/Session.ts';
import { entityOf, placementOf, transformMatrix } from '../engine/placements.ts';
import type { ViewportEngine } from '../engine/ViewportEngine.ts';
import type { Hit } from '../picking/Picker.ts';
import { readPaintColours, type PaintColours } from './paintColours.ts';
import { paintShape, surfacePoint } from './PaintShape.ts';
import { PaintView } from './PaintView.ts';
import { constrainedFrom } from './constrainedFrom.ts';
import { sampledPath, type ScreenPoint } from './sampledPath.ts';
import { StrokePath } from './StrokePath.ts';
import { whyNotPaint } from './whyNotPaint.ts';

/** Radius of the first brush, as a share of the body's diagonal. */
const FIRST_RADIUS = 0.08;
/** Dabs of one stroke at most. */
const MOST_DABS = 10_000;

interface Stroke {
  readonly target: PaintTarget;
  readonly brush: { value: number; radius: number; hardness: number; opacity: number };
  readonly path: StrokePath;
  readonly mirror: boolean;
  /** Dabs that it may have, without their likenesses. */
  readonly room: number;
  /** The field that it is painted over. */
  readonly over: PaintedField | undefined;
  last: ScreenPoint;
}

/**
 * The brush in the viewport. While it is taken up everything stands as the shot begins: places on the surface at rest are places in the solid's own
 * frame, and what is seen painted is what is painted. A stroke is drawn into the picture dab by dab and becomes one edit at its end.
 */
export class Painting {
  private readonly session: Session;
  private readonly engine: ViewportEngine;
  private readonly pick: (at: ScreenPoint) => Hit | undefined;
  private readonly colours: PaintColours;
  private readonly unsubscribe: (() => void)[];
  private view: PaintView | undefined;
  private body: MeshStatics | undefined;
  private placed: BodyEntity['transform'] | undefined;
  private target: PaintTarget | undefined;
  /** The field that is shown: null before the first. */
  private shown: PaintedField | undefined | null = null;
  private stroke: Stroke | undefined;
  private pointed: ScreenPoint | undefined;
  private project: string | undefined;
  private selected: readonly string[];

  constructor(
    session: Session,
    engine: ViewportEngine,
    element: HTMLElement,
    pick: (at: ScreenPoint) => Hit | undefined,
  ) {
    this.session = session;
    this.engine = engine;
    this.pick = pick;
    this.colours = readPaintColours(element);
    this.selected = session.selection.getState().ids;
    const follow = (): void => this.follow();
    this.unsubscribe = [
      session.paint.subscribe((state, before) => {
        if (state.target !== before.target || state.brush !== before.brush) this.follow();
      }),
      session.view.subscribe(follow),
      session.document.store.subscribe(follow),
      session.selection.subscribe(follow),
      session.frameSource.store.subscribe(follow),
      session.timeline.subscribe((state, before) => {
        if (state.playing !== before.playing) this.follow();
        else if (state.frame !== before.frame && !state.playing) this.layDown();
      }),
      session.jobs.subscribe((state, before) => {
        if (state.simulation !== before.simulation && state.simulation !== undefined) this.layDown();
      }),
    ];
    this.follow();
  }

  /** True while the brush is taken up: presses of the left button are its. */
  get active(): boolean {
    return this.engine.objects.atStart;
  }

  dispose(): void {
    for (const end of this.unsubscribe) end();
    this.drop();
    this.setUp(false);
  }

  /** Begins a stroke; without anything to paint, chooses the body under the pointer. Gives whether a drag follows. */
  press(event: PointerEvent): boolean {
    const { document, paint, selection } = this.session;
    const { target } = paint.getState();
    if (paintedBody(document.scene, target) === undefined || target === undefined) {
      const hit = this.pick(event);
      const { statics } = this.session.frameSource.store.getState();
      if (hit !== undefined && restMesh(statics, hit.entity) !== undefined) {
        selection.setState({ ids: [hit.entity] });
      }
      return false;
    }
    const brush = this.brush();
    if (this.view === undefined || brush === undefined || whyNotPaint(this.session) !== undefined) return false;
    const field = fieldOf(document.scene, target);
    const erase = paint.getState().brush.erase !== event.ctrlKey;
    const value = erase ? baseOf(document.scene, target) : brush.values[target.kind];
    const { hardness, opacity, mirror, radius } = brush;
    this.stroke = {
      target,
      brush: { value, radius, hardness, opacity },
      path: new StrokePath(radius),
      mirror,
      room: Math.floor(Math.min(MOST_DABS, roomIn(field)) / (mirror ? 2 : 1)),
      over: field,
      last: event,
    };
    this.view.begin(this.stroke.brush);
    this.extend(event);
    return true;
  }

  /** Goes on with the stroke. */
  drag(event: PointerEvent): void {
    const { stroke } = this;
    if (stroke === undefined) return;
    const between = event.getCoalescedEvents();
    const step = Math.max(2, (0.25 * (this.worldRadius() ?? 0)) / this.engine.rig.metresPerPixel());
    for (const next of between.length === 0 ? [event] : between) {
      for (const at of sampledPath(stroke.last, next, step)) this.extend(at);
      stroke.last = { clientX: next.clientX, clientY: next.clientY };
    }
    this.view?.upload();
    this.point(event, event.ctrlKey);
  }

  /** The stroke is drawn: one step of undo. */
  release(event: PointerEvent): void {
    const { stroke, view } = this;
    this.stroke = undefined;
    if (stroke === undefined || view === undefined) return;
    if (event.type === 'pointercancel' || stroke.path.points.length === 0) {
      view.cancel();
      this.follow();
      return;
    }
    view.end();
    const points = stroke.mirror ? mirrored(stroke.path.points, view.shape.middle) : stroke.path.points;
    const { document } = this.session;
    const untouched = fieldOf(document.scene, stroke.target) === stroke.over && this.shown === stroke.over;
    // What is in the picture is what the document will say.
    const painted = { ...stroke.brush, points };
    this.pending = untouched;
    addStroke(document, stroke.target, painted);
    this.pending = false;
    this.follow();
  }

  /** While a stroke becomes an edit: its field is in the picture already. */
  private pending = false;

  /** The pointer is over the picture without a button; undefined: it has left. */
  hover(event: PointerEvent | undefined): void {
    this.point(event, event?.ctrlKey);
  }

  private extend(at: ScreenPoint): void {
    const { stroke, view } = this;
    const place = this.placeUnder(at);
    if (stroke === undefined || view === undefined || place === undefined) return;
    const { points } = stroke.path;
    if (points.length / 3 >= stroke.room) return;
    const { x, y, z } = place.point;
    if (!stroke.path.add(x, y, z)) return;
    const dab = points.slice(-3);
    view.dab(dab[0], dab[1], dab[2]);
    if (stroke.mirror) view.dab(2 * view.shape.middle - dab[0], dab[1], dab[2]);
    view.upload();
  }

  /** Returns the point of the painted solid under the pointer, in the solid's own frame. */
  private placeUnder(at: ScreenPoint) {
    const solid = paintedBody(this.session.document.scene, this.target);
    const hit = this.pick(at);
    if (this.view === undefined || hit?.triangle === undefined || hit.entity !== solid?.id) return undefined;
    return surfacePoint(this.view.shape.surface, hit.triangle.corners, hit.triangle.weights);
  }

  /** The brush follows the pointer. */
  private point(at: ScreenPoint | undefined, ctrl = false): void {
    this.pointed = at === undefined ? undefined : { clientX: at.clientX, clientY: at.clientY };
    const { view } = this;
    const brush = this.brush();
    if (!this.active || view === undefined || brush === undefined) return;
    const place = this.pointed === undefined ? undefined : this.placeUnder(this.pointed);
    const { radius, hardness, mirror } = brush;
    const erase = this.session.paint.getState().brush.erase !== ctrl;
    view.showBrush(place, { radius, hardness, erase, mirror, strength: 1 });
    const hovered = place === undefined ? undefined : view.valueAt(place.point);
    if (hovered !== this.session.paint.getState().hovered) this.session.paint.setState({ hovered });
    this.engine.redraw();
  }

  /** The brush with its radius in the frame of the solid. */
  private brush(): (PaintState['brush'] & { readonly radius: number }) | undefined {
    const { brush } = this.session.paint.getState();
    const solid = paintedBody(this.session.document.scene, this.target);
    if (solid === undefined || brush.radius === undefined) return undefined;
    return { ...brush, radius: Number((brush.radius / meanScale(solid)).toPrecision(4)) };
  }

  private worldRadius(): number | undefined {
    return this.session.paint.getState().brush.radius;
  }

  /** What is painted stands as it is at rest: whoever goes to another frame or simulates is to see what became of it. */
  private layDown(): void {
    if (this.stroke === undefined && isPainting(this.session)) stopPainting(this.session);
  }

  /** Brings everything up to date; not while a stroke is drawn. */
  private follow(): void {
    if (this.stroke !== undefined) return;
    const { document, timeline } = this.session;
    if (document.scene?.project !== this.project) {
      this.project = document.scene?.project;
      if (isPainting(this.session)) stopPainting(this.session);
    }
    const on = isPainting(this.session) && document.scene !== undefined;
    this.followSelection(on);
    this.setUp(on && !timeline.getState().playing);
    if (!this.active) return this.drop();
    const { target } = this.session.paint.getState();
    const solid = paintedBody(document.scene, target);
    if (target === undefined || solid === undefined) return this.drop();
    this.bring(target, solid);
  }

  private bring(target: PaintTarget, solid: BodyEntity): void {
    const { document, frameSource, paint } = this.session;
    const { statics, staticsOf } = frameSource.store.getState();
    const body = restMesh(statics, solid.id);
    const entity = entityOf(staticsOf, solid.id);
    const then = entity && placementOf(entity, 0);
    if (body === undefined || then === undefined) return this.drop();
    const isMade = body !== this.body || this.view === undefined;
    if (isMade) this.make(body, then);
    const view = this.view!;
    if (solid.transform !== this.placed) {
      view.place(transformMatrix(solid.transform, 0));
      this.placed = solid.transform;
    }
    if (isMade) this.bringIntoView(view);
    const field = fieldOf(document.scene, target);
    const isNew = target.kind !== this.target?.kind || target.entity !== this.target.entity;
    this.target = target;
    if (isNew || (field !== this.shown && !this.pending)) {
      view.show(field ?? baseOf(document.scene, target), constrainedFrom(document.scene, target));
    }
    const holds = constrainedFrom(document.scene, target) !== undefined;
    if (isNew || field !== this.shown || (holds && paint.getState().held === undefined)) {
      const held = holds ? { count: view.heldCount(), of: view.shape.volume.length / 3 } : undefined;
      paint.setState({ held });
    }
    this.shown = field;
    if (paint.getState().brush.radius === undefined) {
      const radius = Number((FIRST_RADIUS * view.shape.size * meanScale(solid)).toPrecision(2));
      paint.setState(({ brush }) => ({ brush: { ...brush, radius } }));
    }
    view.object.visible = solid.display.visible && solid.enabled;
    this.point(this.pointed);
    this.engine.change();
  }

  /** Frames the body where it is outside the picture: its place as the shot begins may not be that of a later frame. */
  private bringIntoView({ object, shape }: PaintView): void {
    const { rig } = this.engine;
    const box = new Box3().setFromArray(shape.surface.positions).applyMatrix4(object.matrix);
    if (!rig.holds(box)) rig.frame(box, performance.now());
  }

  /** `then`: where the body was placed at rest. */
  private make(body: MeshStatics, then: Matrix4): void {
    this.drop();
    this.body = body;
    const { shared } = this.engine;
    this.view = new PaintView(paintShape(body, then), this.colours, shared.colours.accent, shared);
    this.engine.overlay.add(this.view.object);
  }

  private drop(): void {
    if (this.view !== undefined) {
      this.engine.overlay.remove(this.view.object);
      this.view.dispose();
      this.engine.change();
    }
    this.view = undefined;
    this.body = undefined;
    this.placed = undefined;
    this.target = undefined;
    this.shown = null;
  }

  /** What is selected while the brush is taken up is what is painted next. */
  private followSelection(on: boolean): void {
    const { paint, selection } = this.session;
    const { ids } = selection.getState();
    const changed = ids !== this.selected;
    this.selected = ids;
    if (!on || !changed || ids.length === 0 || paint.getState().target?.entity === ids.at(-1)) return;
    const target = paintable(this.session);
    if (target !== undefined) paint.setState({ target });
  }

  /** Everything as the shot begins, without markers that lie over it. */
  private setUp(atStart: boolean): void {
    const { annotations, objects } = this.engine;
    if (objects.atStart === atStart) return;
    objects.atStart = atStart;
    annotations.object.visible = !atStart;
    this.engine.change();
  }
}

/** Own length in the world, on the average over directions. */
function meanScale(solid: BodyEntity): number {
  return Math.cbrt(Math.abs(transformMatrix(solid.transform, 0).determinant()));
}

/** The dabs with their likenesses across a plane x = `middle`. */
function mirrored(points: readonly number[], middle: number): number[] {
  const others = points.map((value, k) => (k % 3 === 0 ? Number((2 * middle - value).toPrecision(9)) : value));
  return [...points, ...others];
}

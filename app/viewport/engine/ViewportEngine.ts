import { Group, PCFShadowMap, Scene, Sphere, Vector2, Vector3, type Box3, type WebGLRenderer } from 'three';
import { evaluate } from '../../../src/scene/curves.ts';
import type { Session } from '../../state/Session.ts';
import { Annotations } from '../annotations/Annotations.ts';
import { CameraRig } from '../camera/CameraRig.ts';
import { PreviewObjects } from '../preview/PreviewObjects.ts';
import { colourMapOf } from '../colour/colourMaps.ts';
import { colourLimits } from '../colour/colourLimits.ts';
import { colourRange, joinedRange } from '../colour/colourRange.ts';
import { fitLimits, shownLimits, viewportStore, type ViewportStore } from '../viewportState.ts';
import { Backdrop } from './Backdrop.ts';
import { Comparison } from './Comparison.ts';
import { ContactShadow } from './ContactShadow.ts';
import { createFieldUniforms, setFieldMap } from './fieldMaterial.ts';
import { Isolation } from './Isolation.ts';
import { Lights } from './Lights.ts';
import { panesOf, type Pane } from './panes.ts';
import { PictureClock } from './PictureClock.ts';
import { entityOf } from './placements.ts';
import type { SharedLook } from './SharedLook.ts';
import { ShotObjects } from './ShotObjects.ts';
import { samePicture, sameStart } from './samePicture.ts';
import { StillView } from './StillView.ts';
import type { ViewportColours } from './viewportColours.ts';

export interface EngineOptions {
  readonly colours: ViewportColours;
  /** Drawn without a GPU: smaller shadows, no smoothing. */
  readonly software: boolean;
  readonly pixelRatio: number;
  /** Asks for a picture. */
  invalidate(): void;
}

/** Passes of pictures that are kept; fewer where the processor draws them. */
const CAPTURE_PASSES = 32;
const SOFTWARE_PASSES = 8;

/** Everything that is drawn in the viewport, kept up to date with the stores. Draws only when something changed. */
export class ViewportEngine {
  readonly scene = new Scene();
  readonly rig = new CameraRig();
  readonly objects: ShotObjects;
  readonly shared: SharedLook;
  private readonly preview: PreviewObjects;
  /** Handles: drawn over the rest, never part of a picture that is kept. */
  readonly overlay = new Group();
  readonly annotations: Annotations;
  /** The element that failed, with its neighbours. */
  readonly isolation: Isolation;
  readonly clock = new PictureClock();
  private comparison: Comparison | undefined;
  private readonly session: Session;
  private readonly options: EngineOptions;
  private readonly store: ViewportStore;
  private readonly backdrop: Backdrop;
  private readonly lights: Lights;
  private readonly contact: ContactShadow;
  private readonly still: StillView;
  private readonly unsubscribe: (() => void)[];
  private readonly drawn = new Set<() => void>();
  private readonly size = new Vector2(1, 1);
  private bounds = new Sphere(new Vector3(), 0);
  private coveredHeight = 0;
  private shapesChanged = true;
  private outdated = true;
  /** The last picture is not that of the view as it is now. */
  private moved = true;
  private framedProject: string | undefined;

  constructor(session: Session, options: EngineOptions) {
    this.session = session;
    this.options = options;
    this.store = viewportStore(session);
    const { colours, pixelRatio, software } = options;
    this.shared = { colours, pixelRatio, field: createFieldUniforms(), resolution: new Vector2(1, 1) };
    this.objects = new ShotObjects(session, this.shared);
    const { scene, objects, shared } = this;
    const frame = (box: Box3): void => this.rig.frame(box, performance.now());
    this.preview = new PreviewObjects(session, { objects, shared, frame, rig: this.rig });
    this.isolation = new Isolation(session, { scene, objects, shared, frame });
    this.backdrop = new Backdrop(colours);
    this.lights = new Lights(colours, software ? 1024 : 2048);
    this.contact = new ContactShadow(software ? 128 : 512);
    this.still = new StillView({
      scene,
      rig: this.rig,
      lights: this.lights,
      contact: this.contact.object,
      updateBackdrop: () => this.updateBackdrop(),
      invalidate: () => this.options.invalidate(),
    });
    this.annotations = new Annotations(session, this.shared, this.objects);
    this.scene.add(
      this.backdrop.object,
      this.contact.object,
      this.lights.object,
      this.objects.object,
      this.preview.object,
    );
    this.scene.add(this.annotations.object, this.overlay);
    this.setColouring();
    const change = (): void => this.change();
    this.unsubscribe = [
      session.frameSource.store.subscribe((state, before) => {
        const { shown, statics, staticsOf } = before;
        if (state.shown !== shown || state.statics !== statics || state.staticsOf !== staticsOf) change();
      }),
      session.document.store.subscribe((state, before) => {
        if (!samePicture(state.open?.scene, before.open?.scene)) change();
      }),
      session.selection.subscribe(change),
      session.view.subscribe((state, before) => {
        if (state.colouring !== before.colouring) this.setColouring();
        change();
      }),
      session.timeline.subscribe((state, before) => {
        if (state.frame !== before.frame) change();
      }),
      session.frames.subscribe((state, before) => {
        if (!sameStart(state.cells, before.cells)) change();
      }),
      this.store.subscribe(change),
      this.rig.onChange(() => this.redraw()),
    ];
  }

  /** Calls back after every picture. */
  onDrawn(listener: () => void): () => void {
    this.drawn.add(listener);
    return () => this.drawn.delete(listener);
  }

  /** CSS pixels. */
  resize(width: number, height: number): void {
    this.shape(width, height);
    this.still.tryAgain();
    this.redraw();
  }

  /** Parts of the picture: one, or two where takes are compared. */
  get panes(): readonly [Pane, ...Pane[]] {
    return panesOf(this.comparison === undefined ? undefined : this.session.view.getState().compare, this.size.x);
  }

  /** What is drawn in a part of the picture. */
  objectsIn(pane: number): ShotObjects {
    return pane > 0 && this.comparison !== undefined ? this.comparison.objects : this.objects;
  }

  /** Where a point of the world appears in the first part of the picture, CSS pixels; `behind` the camera or beyond its reach. */
  project(point: Vector3): { readonly x: number; readonly y: number; readonly behind: boolean } {
    const [{ left, width }] = this.panes;
    const { x, y, z } = point.clone().project(this.rig.camera);
    return { x: left + ((x + 1) / 2) * width, y: ((1 - y) / 2) * this.size.y, behind: z > 1 || z < -1 };
  }

  private shape(width: number, height: number): void {
    this.size.set(width, height);
    this.shapePanes();
  }

  private shapePanes(): void {
    const [{ width }] = this.panes;
    this.shared.resolution.set(width, this.size.y);
    this.rig.resize(width, this.size.y);
  }

  prepare(gl: WebGLRenderer): void {
    gl.localClippingEnabled = true;
    gl.shadowMap.enabled = true;
    gl.shadowMap.type = PCFShadowMap;
    gl.autoClear = true;
  }

  /** Draws the picture. */
  render(gl: WebGLRenderer, now: number): void {
    this.clock.tick(now);
    this.bringUpToDate();
    if (this.rig.advance(now)) this.redraw();
    if (!this.moved && this.mayRest() && this.still.settle(gl, now)) return;
    this.updateBackdrop();
    if (this.backdrop.spacing !== this.store.getState().gridSpacing) {
      this.store.setState({ gridSpacing: this.backdrop.spacing });
    }
    this.lights.follow(this.rig.camera);
    this.annotations.hideCamerasAt(this.rig.camera.position, this.store.getState().lookThrough);
    if (this.comparison === undefined) this.drawPane(gl, this.objects);
    else this.drawPanes(gl);
    if (this.moved) this.still.moved(now);
    this.moved = false;
    for (const listener of this.drawn) listener();
  }

  /** Whether a picture may settle: nothing plays, and one take is shown. */
  private mayRest(): boolean {
    return this.comparison === undefined && !this.session.timeline.getState().playing;
  }

  private drawPane(gl: WebGLRenderer, objects: ShotObjects): void {
    this.refreshShadows(gl, objects);
    gl.render(this.scene, this.rig.camera);
  }

  private refreshShadows(gl: WebGLRenderer, objects: ShotObjects): void {
    if (!this.shapesChanged) return;
    this.shapesChanged = this.comparison !== undefined;
    this.coverShapes();
    this.contact.update(gl, this.scene, this.bounds, objects.groundHeight);
  }

  /** One take after the other, each in its part, with the shadows of its own. */
  private drawPanes(gl: WebGLRenderer): void {
    const { y: height } = this.size;
    gl.setScissorTest(true);
    this.panes.forEach(({ left, width, from, to }, pane) => {
      const objects = this.objectsIn(pane);
      for (const other of [this.objects, this.comparison!.objects]) other.object.visible = other === objects;
      for (const own of [this.overlay, this.annotations.object, this.preview.object]) own.visible = pane === 0;
      this.shapesChanged = true;
      gl.setViewport(left, 0, width, height);
      gl.setScissor(from, 0, Math.max(to - from, 0), height);
      this.drawPane(gl, objects);
    });
    gl.setScissorTest(false);
    for (const own of [this.objects.object, this.overlay, this.annotations.object, this.preview.object])
      own.visible = true;
    gl.setViewport(0, 0, this.size.x, height);
  }

  /** Starts and ends the comparison with another take. */
  private compare(): void {
    const { compare } = this.session.view.getState();
    const take =
      this.session.document.scene?.takes.some(({ id }) => id === compare?.take) === true ? compare?.take : undefined;
    if (take !== this.comparison?.take) {
      if (this.comparison !== undefined) this.scene.remove(this.comparison.objects.object);
      this.comparison?.dispose();
      this.comparison = undefined;
      this.objects.object.visible = true;
      if (take !== undefined) {
        this.comparison = new Comparison(this.session, this.shared, take, () => this.change());
        this.scene.add(this.comparison.objects.object);
      }
      this.shapesChanged = true;
    }
    this.comparison?.objects.update();
    this.shapePanes();
  }

  /** Something that the picture depends on is another now. */
  change(): void {
    this.outdated = true;
    this.redraw();
  }

  /** The picture at another size, settled, without handles, outlines and markers. */
  capture(gl: WebGLRenderer, width: number, height: number): ImageData {
    this.bringUpToDate();
    const before = this.size.clone();
    const hidden = [
      this.overlay,
      this.annotations.object,
      ...(this.comparison ? [this.comparison.objects.object] : []),
    ];
    for (const object of hidden) object.visible = false;
    this.objects.showOutlines(false);
    this.shape(width, height);
    this.updateBackdrop();
    this.refreshShadows(gl, this.objects);
    const passes = this.options.software ? SOFTWARE_PASSES : CAPTURE_PASSES;
    const image = this.still.capture(gl, width, height, passes);
    this.shape(before.x, before.y);
    this.objects.showOutlines(true);
    for (const object of hidden) object.visible = true;
    return image;
  }

  /** The graphics are back: what was drawn into textures must be drawn anew. */
  restore(): void {
    this.shapesChanged = true;
    this.lights.shadowChanged();
    this.change();
  }

  /** Draws again what is there. */
  redraw(): void {
    this.moved = true;
    this.options.invalidate();
  }

  dispose(): void {
    for (const end of this.unsubscribe) end();
    this.annotations.dispose();
    this.isolation.clear();
    this.comparison?.dispose();
    this.objects.dispose();
    this.preview.dispose();
    this.backdrop.dispose();
    this.still.dispose();
    this.lights.dispose();
    this.contact.dispose();
    this.shared.field.fieldMap.value.dispose();
  }

  private updateBackdrop(): void {
    const { camera, view } = this.rig;
    this.backdrop.update(camera, view.target, this.rig.metresPerPixel(), view.distance, this.objects.groundHeight);
  }

  /** Does what was left for the next picture: for those who look at the shapes in between. */
  bringUpToDate(): void {
    if (!this.outdated) return;
    this.outdated = false;
    if (this.objects.update()) this.shapesChanged = true;
    if (this.preview.update()) this.shapesChanged = true;
    this.annotations.update();
    this.isolation.update();
    this.compare();
    const { projection } = this.session.view.getState();
    if (projection !== this.rig.projection) this.rig.setProjection(projection);
    this.showColours();
    this.lookThrough();
    this.frameFirst();
  }

  private setColouring(): void {
    const { colouring } = this.session.view.getState();
    setFieldMap(this.shared.field, colourMapOf(colouring));
    fitLimits(this.store, colouring);
  }

  /** The limits grow with what is shown, rounded, and stay while playing. */
  private showColours(): void {
    const { colouring } = this.session.view.getState();
    // Takes that are compared have the same colours for the same numbers.
    const own = colourRange(this.session, 'typicalRange');
    const range = joinedRange(own, this.comparison?.colourRange());
    const state = this.store.getState();
    const before = state.roundedLimits[colouring];
    const limits = colourLimits(colouring, range, before);
    if (range !== undefined && (before?.[0] !== limits[0] || before[1] !== limits[1])) {
      this.store.setState({ roundedLimits: { ...state.roundedLimits, [colouring]: limits } });
    }
    const [low, high] = shownLimits(this.store.getState(), colouring);
    this.shared.field.fieldLimits.value.set(low, high);
    this.shared.field.fieldAmount.value = colouring === 'surface' || range === undefined ? 0 : 1;
  }

  private coverShapes(): void {
    const sphere = this.objects.bounds();
    const { bounds } = this;
    const holds = bounds.center.distanceTo(sphere.center) + sphere.radius <= bounds.radius;
    // The light stays where it is while it covers what is shown: shadows do not crawl.
    const sameGround = this.coveredHeight === this.objects.groundHeight;
    if (holds && sameGround && bounds.radius < 1.7 * sphere.radius) this.lights.shadowChanged();
    else {
      this.bounds = new Sphere(sphere.center, sphere.radius * 1.15);
      this.lights.cover(this.bounds, this.objects.groundHeight);
      this.coveredHeight = this.objects.groundHeight;
    }
  }

  /** A camera of the shot that is looked through moves the viewport's. */
  private lookThrough(): void {
    const { lookThrough } = this.store.getState();
    const camera = lookThrough === undefined ? undefined : entityOf(this.session.document.scene, lookThrough, 'camera');
    if (camera === undefined) return;
    const { frame } = this.session.timeline.getState();
    const [position, target] = [camera.position, camera.target].map(
      (vector) => new Vector3(...vector.map((curve) => evaluate(curve, frame))),
    );
    this.rig.fieldOfView = evaluate(camera.verticalFieldOfView, frame);
    this.rig.lookFrom(position, target);
  }

  /** A shot that is opened is looked at through its camera's place, or framed. */
  private frameFirst(): void {
    const { scene } = this.session.document;
    if (
      scene === undefined ||
      scene.project === this.framedProject ||
      this.objects.solids.size + this.objects.colliders.size === 0
    )
      return;
    this.framedProject = scene.project;
    this.still.tryAgain();
    this.store.setState({ chosenLimits: {}, roundedLimits: {}, probe: undefined, measure: undefined });
    const camera = scene.entities.find((entity) => entity.kind === 'camera');
    if (camera?.kind === 'camera') {
      const { first } = scene.range;
      this.rig.fieldOfView = evaluate(camera.verticalFieldOfView, first);
      const [position, target] = [camera.position, camera.target].map(
        (vector) => new Vector3(...vector.map((curve) => evaluate(curve, first))),
      );
      this.rig.lookFrom(position, target);
      return;
    }
    const { instant } = this.rig;
    this.rig.instant = true;
    this.rig.frame(this.objects.box(), 0);
    this.rig.instant = instant;
  }
}

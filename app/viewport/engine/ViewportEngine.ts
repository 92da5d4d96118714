import { Group, Scene, Vector2, type Box3, type Object3D, type Vector3, type WebGLRenderer } from 'three';
import type { Session } from '../../session/Session.ts';
import { Annotations } from '../annotations/Annotations.ts';
import { CameraRig, type CameraView } from '../camera/CameraRig.ts';
import { GoalGhost } from '../preview/GoalGhost.ts';
import { FibreLines } from '../fibres/FibreLines.ts';
import { LiquidSlices } from '../liquids/LiquidSlices.ts';
import { PreviewObjects } from '../preview/PreviewObjects.ts';
import { viewportStore, type ViewportStore } from '../viewportState.ts';
import { ComparedTakes } from './ComparedTakes.ts';
import { createFieldUniforms } from './fieldMaterial.ts';
import { followStores } from './followStores.ts';
import { Isolation } from './Isolation.ts';
import { Lights } from './Lights.ts';
import { LiveColours } from './LiveColours.ts';
import type { Pane } from './panes.ts';
import { PictureClock } from './PictureClock.ts';
import { createBehind } from './Behind.ts';
import type { SharedLook } from './SharedLook.ts';
import { ShotObjects } from './ShotObjects.ts';
import { ShotView } from './ShotView.ts';
import { createStudio } from './createStudio.ts';
import type { ViewportColours } from './viewportColours.ts';
import { ViewRenderer } from './ViewRenderer.ts';
import { warmShaders } from './warmShaders.ts';

export interface EngineOptions {
  readonly colours: ViewportColours;
  /** Drawn without a GPU: smaller shadows, no smoothing. */
  readonly software: boolean;
  readonly pixelRatio: number;
  /** Asks for a picture. */
  invalidate(): void;
}

/** The view from which a shot was seen last. */
export interface SeenView {
  /** Id of the shot's project; undefined before a shot was drawn. */
  readonly project: string | undefined;
  readonly view: CameraView;
}

/** Everything that is drawn in the viewport, kept up to date with the stores. Draws only when something changed. */
export class ViewportEngine {
  readonly scene = new Scene();
  /** Handles and marks, drawn over the scene. */
  private readonly front = new Scene();
  readonly rig = new CameraRig();
  readonly objects: ShotObjects;
  readonly shared: SharedLook;
  readonly preview: PreviewObjects;
  private readonly goal: GoalGhost;
  /** Handles: drawn over the rest, never part of a picture that is kept. */
  readonly overlay = new Group();
  readonly annotations: Annotations;
  /** Short lines along the fibres of muscles. */
  private readonly fibres: FibreLines;
  /** The element that failed, with its neighbours. */
  readonly isolation: Isolation;
  /** Cells of liquids in the cut-away. */
  readonly slices: LiquidSlices;
  readonly clock = new PictureClock();
  private readonly takes: ComparedTakes;
  private readonly session: Session;
  private readonly options: EngineOptions;
  private readonly store: ViewportStore;
  private readonly lights: Lights;
  private readonly renderer: ViewRenderer;
  private readonly colours: LiveColours;
  private readonly shotView: ShotView;
  private readonly unsubscribe: (() => void)[];
  private letShadersGo: () => void = () => undefined;
  private readonly drawn = new Set<() => void>();
  private readonly size = new Vector2(1, 1);
  /** A hand is moving something: the lines of the ground are as strong as for reading places off them. */
  readsPlaces = false;
  private outdated = true;
  /** The last picture is not that of the view as it is now. */
  private moved = true;
  /** What the screen shows: the view as it was drawn while it moved, or one that settles. */
  private shown: 'moving' | 'still' = 'moving';

  constructor(session: Session, options: EngineOptions) {
    this.session = session;
    this.options = options;
    this.store = viewportStore(session);
    const { colours, pixelRatio, software } = options;
    const [field, resolution] = [createFieldUniforms(), new Vector2(1, 1)];
    this.lights = new Lights(colours, !software);
    const lighting = { light: this.lights.uniforms, full: !software };
    this.shared = { colours, pixelRatio, field, lighting, behind: createBehind(), resolution };
    this.objects = new ShotObjects(session, this.shared);
    const { objects, shared } = this;
    const frame = (box: Box3): void => this.rig.frame(box, performance.now());
    this.preview = new PreviewObjects(session, { objects, shared, frame, rig: this.rig });
    this.isolation = new Isolation(session, { scene: this.front, objects, shared, frame });
    const { scene, front, rig, lights, store } = this;
    const change = (): void => this.change();
    this.takes = new ComparedTakes({ session, store, scene, shared, objects, change });
    this.renderer = new ViewRenderer({
      ...{ scene, front, rig, shared, lights, software, takes: this.takes },
      panes: () => this.panes,
      aspect: () => this.panes[0].width / this.size.y,
      ownObjects: () => this.ownObjects(),
      invalidate: () => options.invalidate(),
    });
    this.colours = new LiveColours(session, this.store, this.shared.field);
    this.goal = new GoalGhost(shared.colours.ghost, shared.colours.accent);
    this.annotations = new Annotations(session, this.shared, this.objects);
    const opened = (): void => this.renderer.still.tryAgain();
    this.shotView = new ShotView(session, { rig, store, objects, opened });
    scene.add(this.objects.object, this.preview.object);
    this.fibres = new FibreLines(session, this.objects, change);
    this.front.add(this.annotations.object, this.goal.object, this.fibres.object, this.overlay);
    this.slices = new LiquidSlices(session, this.store, objects, colours);
    this.scene.add(this.slices.plane.object);
    this.colours.choose();
    this.unsubscribe = [
      followStores(session, this.store, {
        change,
        recolour: () => {
          this.colours.choose();
          this.change();
        },
      }),
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
    this.renderer.still.tryAgain();
    this.redraw();
  }

  /** Parts of the picture: one, or two where takes are compared. */
  get panes(): readonly [Pane, ...Pane[]] {
    return this.takes.panes(this.size.x);
  }

  /** What is drawn in a part of the picture. */
  objectsIn(pane: number): ShotObjects {
    return this.takes.objectsIn(pane);
  }

  /** Returns the place in the first part of the picture at which a point of the world appears, CSS pixels; `behind` the camera or beyond its reach. */
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

  get seen(): SeenView {
    return { project: this.shotView.framedProject, view: this.rig.view };
  }

  /** Takes the view of an engine that went: the shot that was seen in it is not framed anew. */
  lookAsBefore({ project, view }: SeenView): void {
    this.shotView.framedProject = project;
    this.rig.set(view);
  }

  prepare(gl: WebGLRenderer): void {
    gl.localClippingEnabled = true;
    gl.autoClear = false;
    if (this.options.software) return;
    createStudio(gl, this.lights.uniforms);
    this.letShadersGo = warmShaders(gl, this.scene, this.rig.camera, this.shared);
  }

  /** Draws the picture. */
  render(gl: WebGLRenderer, now: number): void {
    this.clock.tick(now);
    this.bringUpToDate();
    if (this.rig.advance(now)) this.redraw();
    const { renderer, store } = this;
    const { backdrop, still } = renderer;
    if (!this.moved && this.mayRest() && still.settle(gl, now)) {
      this.shown = 'still';
      return;
    }
    // The screen keeps what is there.
    if (!this.moved && this.shown === 'moving') return;
    backdrop.lines = this.readsPlaces || this.session.view.getState().snapping ? 'strong' : 'quiet';
    renderer.updateBackdrop();
    if (backdrop.spacing !== store.getState().gridSpacing) store.setState({ gridSpacing: backdrop.spacing });
    this.annotations.hideCamerasAt(this.rig.camera.position, store.getState().lookThrough);
    renderer.draw(gl);
    this.shown = 'moving';
    if (this.moved) still.moved(now);
    this.moved = false;
    for (const listener of this.drawn) listener();
  }

  /** Whether a picture may settle: nothing plays, and one take is shown, since the mean of many passes has one light. */
  private mayRest(): boolean {
    return (this.options.software || this.takes.other === undefined) && !this.session.timeline.getState().playing;
  }

  /** What belongs to the take that is worked on, beside its shapes. */
  private ownObjects(): Object3D[] {
    const slice = this.slices.plane.object;
    return [this.overlay, this.annotations.object, this.preview.object, ...(slice.visible ? [slice] : [])];
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
      ...(this.takes.other ? [this.takes.other.objects.object] : []),
    ];
    for (const object of hidden) object.visible = false;
    this.objects.showOutlines(false);
    this.shape(width, height);
    const image = this.renderer.capture(gl, width, height);
    this.shape(before.x, before.y);
    this.objects.showOutlines(true);
    for (const object of hidden) object.visible = true;
    return image;
  }

  /** The graphics are back: what was drawn into textures must be drawn anew. */
  restore(): void {
    this.renderer.shadows.outdated = true;
    this.change();
  }

  /** Draws again what is there. */
  redraw(): void {
    this.moved = true;
    this.options.invalidate();
  }

  dispose(): void {
    for (const end of this.unsubscribe) end();
    this.letShadersGo();
    this.annotations.dispose();
    this.isolation.clear();
    this.takes.dispose();
    this.objects.dispose();
    this.preview.dispose();
    this.goal.dispose();
    this.fibres.dispose();
    this.slices.dispose();
    this.renderer.dispose();
    this.lights.dispose();
    this.shared.field.fieldMap.value.dispose();
  }

  /** Does what was left for the next picture: for those who look at the shapes in between. */
  bringUpToDate(): void {
    if (!this.outdated) return;
    this.outdated = false;
    if (this.objects.update()) this.renderer.shadows.outdated = true;
    if (this.preview.update()) this.renderer.shadows.outdated = true;
    const { goal, sculpting } = this.session.view.getState();
    this.goal.show(goal, sculpting?.entity === goal?.entity ? sculpting?.step : undefined);
    this.annotations.update();
    this.fibres.update();
    this.slices.update();
    this.isolation.update();
    if (this.takes.update()) this.renderer.shadows.outdated = true;
    this.shapePanes();
    const { projection } = this.session.view.getState();
    if (projection !== this.rig.projection) this.rig.setProjection(projection);
    // Takes that are compared have the same colours for the same numbers.
    this.colours.update(this.takes.other?.colourRange());
    for (const objects of this.takes.all) objects.setFieldAmount(this.shared.field.fieldAmount.value);
    this.shotView.update();
  }
}

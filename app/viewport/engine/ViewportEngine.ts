import { Group, Scene, Vector2, type Box3, type Vector3, type WebGLRenderer } from 'three';
import type { Session } from '../../session/Session.ts';
import { Annotations } from '../annotations/Annotations.ts';
import { CameraRig, type CameraView } from '../camera/CameraRig.ts';
import { GoalGhost } from '../preview/GoalGhost.ts';
import { FibreLines } from '../fibres/FibreLines.ts';
import { LiquidSlices } from '../liquids/LiquidSlices.ts';
import { PreviewObjects } from '../preview/PreviewObjects.ts';
import { viewportStore, type ViewportStore } from '../viewportState.ts';
import { Backdrop } from './Backdrop.ts';
import { Comparison } from './Comparison.ts';
import { ContactMap } from './ContactMap.ts';
import { createFieldUniforms } from './fieldMaterial.ts';
import { followStores } from './followStores.ts';
import { Isolation } from './Isolation.ts';
import { Lights } from './Lights.ts';
import { LiveColours } from './LiveColours.ts';
import { panesOf, type Pane } from './panes.ts';
import { Picture, type PictureArea } from './Picture.ts';
import { PictureClock } from './PictureClock.ts';
import { Present } from './Present.ts';
import { ShapeShadows } from './ShapeShadows.ts';
import { createBehind } from './Behind.ts';
import type { SharedLook } from './SharedLook.ts';
import { ShotObjects } from './ShotObjects.ts';
import { ShotView } from './ShotView.ts';
import { createStudio } from './createStudio.ts';
import { StillView } from './StillView.ts';
import type { ViewportColours } from './viewportColours.ts';
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

/** Pixels along an edge for one of the picture, where the processor draws what moves. */
const SOFTWARE_SCALE = 0.5;
/** Samples per pixel of a picture that moves. */
const SAMPLES = 4;

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
  private comparison: Comparison | undefined;
  private readonly session: Session;
  private readonly options: EngineOptions;
  private readonly store: ViewportStore;
  private readonly backdrop: Backdrop;
  private readonly lights: Lights;
  private readonly contact: ContactMap;
  private readonly picture: Picture;
  /** Picture of a view that moves: smaller where the processor draws. */
  private readonly quick: Picture;
  private readonly present = new Present();
  private readonly still: StillView;
  private readonly shadows: ShapeShadows;
  private readonly colours: LiveColours;
  private readonly shotView: ShotView;
  private readonly unsubscribe: (() => void)[];
  private letShadersGo: () => void = () => undefined;
  private readonly drawn = new Set<() => void>();
  private readonly size = new Vector2(1, 1);
  private readonly pixels = new Vector2(1, 1);
  /** A hand is moving something: the lines of the ground are as strong as for reading places off them. */
  readsPlaces = false;
  private outdated = true;
  /** The last picture is not that of the view as it is now. */
  private moved = true;

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
    this.contact = new ContactMap(software ? 128 : 256);
    this.backdrop = new Backdrop(colours, lighting, this.contact);
    this.picture = this.createPicture();
    this.quick = software ? this.createPicture() : this.picture;
    this.shadows = new ShapeShadows(this.lights, this.contact);
    this.colours = new LiveColours(session, this.store, this.shared.field);
    this.still = new StillView({
      rig: this.rig,
      present: this.present,
      picture: this.picture,
      software,
      createPicture: () => this.createPicture(),
      updateBackdrop: () => this.updateBackdrop(),
      sampleLight: (gl, sample) => {
        this.backdrop.rest(true);
        this.lights.sample(gl, this.scene, sample);
      },
      endSamples: () => {
        this.backdrop.rest(false);
        this.lights.endSamples();
        this.shadows.outdated = true;
      },
      invalidate: () => this.options.invalidate(),
    });
    this.goal = new GoalGhost(shared.colours.ghost, shared.colours.accent);
    this.annotations = new Annotations(session, this.shared, this.objects);
    const opened = (): void => this.still.tryAgain();
    this.shotView = new ShotView(session, { rig: this.rig, store: this.store, objects, opened });
    this.scene.add(this.backdrop.object, this.objects.object, this.preview.object);
    this.fibres = new FibreLines(session, this.objects, () => this.change());
    this.front.add(this.annotations.object, this.goal.object, this.fibres.object, this.overlay);
    this.slices = new LiquidSlices(session, this.store, objects, colours);
    this.scene.add(this.slices.plane.object);
    this.colours.choose();
    this.unsubscribe = [
      followStores(session, this.store, {
        change: () => this.change(),
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
    if (!this.moved && this.mayRest() && this.still.settle(gl, now)) return;
    this.backdrop.lines = this.readsPlaces || this.session.view.getState().snapping ? 'strong' : 'quiet';
    this.updateBackdrop();
    if (this.backdrop.spacing !== this.store.getState().gridSpacing) {
      this.store.setState({ gridSpacing: this.backdrop.spacing });
    }
    this.annotations.hideCamerasAt(this.rig.camera.position, this.store.getState().lookThrough);
    if (this.comparison === undefined)
      this.drawPane(gl, this.objects, this.quick, this.quick === this.picture ? 1 : SOFTWARE_SCALE);
    else this.drawPanes(gl);
    this.present.show(gl, this.comparison === undefined ? this.quick.texture : this.picture.texture, null);
    if (this.moved) this.still.moved(now);
    this.moved = false;
    for (const listener of this.drawn) listener();
  }

  /** Whether a picture may settle: nothing plays, and one take is shown. */
  private mayRest(): boolean {
    return this.comparison === undefined && !this.session.timeline.getState().playing;
  }

  private drawPane(gl: WebGLRenderer, objects: ShotObjects, picture: Picture, scale: number, area?: PictureArea): void {
    this.fadePlanes(objects);
    this.refreshShadows(gl, objects);
    gl.getDrawingBufferSize(this.pixels).multiplyScalar(scale).ceil();
    picture.draw(gl, this.rig.camera, this.pixels.x, this.pixels.y, area);
  }

  private createPicture(): Picture {
    const { scene, front, shared } = this;
    return new Picture(
      {
        scene,
        front,
        behind: shared.behind,
        hasJelly: () => this.objects.hasJelly || this.comparison?.objects.hasJelly === true,
        hasLiquid: () => this.objects.hasLiquid,
      },
      this.options.software ? 0 : SAMPLES,
    );
  }

  /** Planes are glass to who stands behind them. */
  private fadePlanes({ views }: ShotObjects): void {
    for (const view of views.all) if (view.type === 'transform') view.seenFrom(this.rig.camera.position);
  }

  private refreshShadows(gl: WebGLRenderer, objects: ShotObjects): void {
    if (!this.shadows.outdated) return;
    this.shadows.outdated = this.comparison !== undefined;
    this.shadows.update(gl, this.scene, objects, this.objects);
  }

  /** One take after the other, each in its part, with the shadows of its own. */
  private drawPanes(gl: WebGLRenderer): void {
    const { pixelRatio } = this.options;
    const slice = this.slices.plane.object;
    const mine = [this.overlay, this.annotations.object, this.preview.object, ...(slice.visible ? [slice] : [])];
    this.panes.forEach(({ left, width, from, to }, pane) => {
      const objects = this.objectsIn(pane);
      for (const other of [this.objects, this.comparison!.objects]) other.object.visible = other === objects;
      for (const own of mine) own.visible = pane === 0;
      this.shadows.outdated = true;
      const [areaLeft, areaWidth, areaFrom, areaTo] = [left, width, from, to].map((x) => Math.round(x * pixelRatio));
      this.drawPane(gl, objects, this.picture, 1, { left: areaLeft, width: areaWidth, from: areaFrom, to: areaTo });
    });
    for (const own of [this.objects.object, ...mine]) own.visible = true;
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
      this.shadows.outdated = true;
    }
    this.comparison?.objects.update();
    const otherTake = this.comparison?.hindrance(this.session.timeline.getState().frame);
    if (otherTake !== this.store.getState().otherTake) this.store.setState({ otherTake });
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
    this.fadePlanes(this.objects);
    this.refreshShadows(gl, this.objects);
    this.backdrop.lines = 'none';
    const image = this.still.capture(gl, width, height);
    this.shape(before.x, before.y);
    this.objects.showOutlines(true);
    for (const object of hidden) object.visible = true;
    return image;
  }

  /** The graphics are back: what was drawn into textures must be drawn anew. */
  restore(): void {
    this.shadows.outdated = true;
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
    this.comparison?.dispose();
    this.objects.dispose();
    this.preview.dispose();
    this.goal.dispose();
    this.fibres.dispose();
    this.slices.dispose();
    this.backdrop.dispose();
    this.still.dispose();
    this.lights.dispose();
    this.contact.dispose();
    for (const picture of new Set([this.picture, this.quick])) picture.dispose();
    this.present.dispose();
    this.shared.field.fieldMap.value.dispose();
  }

  private updateBackdrop(): void {
    const { camera, view } = this.rig;
    this.lights.uniforms.worldFromView.value.copy(camera.matrixWorld);
    const [{ width }] = this.panes;
    this.backdrop.update(camera, view.target, this.rig.metresPerPixel(), width / this.size.y, this.shadows.covered);
  }

  /** Does what was left for the next picture: for those who look at the shapes in between. */
  bringUpToDate(): void {
    if (!this.outdated) return;
    this.outdated = false;
    if (this.objects.update()) this.shadows.outdated = true;
    if (this.preview.update()) this.shadows.outdated = true;
    const { goal, sculpting } = this.session.view.getState();
    this.goal.show(goal, sculpting?.entity === goal?.entity ? sculpting?.step : undefined);
    this.annotations.update();
    this.fibres.update();
    this.slices.update();
    this.isolation.update();
    this.compare();
    const { projection } = this.session.view.getState();
    if (projection !== this.rig.projection) this.rig.setProjection(projection);
    // Takes that are compared have the same colours for the same numbers.
    this.colours.update(this.comparison?.colourRange());
    for (const objects of [this.objects, this.comparison?.objects]) {
      objects?.setFieldAmount(this.shared.field.fieldAmount.value);
    }
    this.shotView.update();
  }
}

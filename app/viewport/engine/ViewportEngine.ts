import { Group, PCFShadowMap, Scene, Sphere, Vector2, Vector3, type WebGLRenderer } from 'three';
import { evaluate } from '../../../src/scene/curves.ts';
import type { DisplayBodyStatics } from '../../client/frames/DisplayStatics.ts';
import type { Session } from '../../state/Session.ts';
import { Annotations } from '../annotations/Annotations.ts';
import { CameraRig } from '../camera/CameraRig.ts';
import { PreviewObjects } from '../preview/PreviewObjects.ts';
import { colourMapOf } from '../colour/colourMaps.ts';
import { colourLimits } from '../colour/colourLimits.ts';
import { colourRange } from '../colour/colourRange.ts';
import { IsolatedView } from '../solids/IsolatedView.ts';
import { shownLimits, viewportStore, type ViewportStore } from '../viewportState.ts';
import { Backdrop } from './Backdrop.ts';
import { ContactShadow } from './ContactShadow.ts';
import { drawInto } from './drawInto.ts';
import { createFieldUniforms, setFieldMap } from './fieldMaterial.ts';
import { Lights } from './Lights.ts';
import { entityOf } from './placements.ts';
import type { SharedLook } from './SharedLook.ts';
import { ShotObjects } from './ShotObjects.ts';
import type { ViewportColours } from './viewportColours.ts';

export interface EngineOptions {
  readonly colours: ViewportColours;
  /** Drawn without a GPU: smaller shadows, no smoothing. */
  readonly software: boolean;
  readonly pixelRatio: number;
  /** Asks for a picture. */
  invalidate(): void;
}

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
  /** Elements that are isolated with the one that failed. */
  isolated: IsolatedView | undefined;
  private isolatedKey: string | undefined;
  private isolatedVersion = -1;
  private isolatedStatics: DisplayBodyStatics | undefined;
  private readonly session: Session;
  private readonly options: EngineOptions;
  private readonly store: ViewportStore;
  private readonly backdrop: Backdrop;
  private readonly lights: Lights;
  private readonly contact: ContactShadow;
  private readonly unsubscribe: (() => void)[];
  private readonly drawn = new Set<() => void>();
  private bounds = new Sphere(new Vector3(), 0);
  private coveredHeight = 0;
  private shapesChanged = true;
  private outdated = true;
  private framedProject: string | undefined;

  constructor(session: Session, options: EngineOptions) {
    this.session = session;
    this.options = options;
    this.store = viewportStore(session);
    const { colours, pixelRatio, software } = options;
    this.shared = { colours, pixelRatio, field: createFieldUniforms(), resolution: new Vector2(1, 1) };
    this.objects = new ShotObjects(session, this.shared);
    this.preview = new PreviewObjects(session, {
      objects: this.objects,
      shared: this.shared,
      frame: (box) => this.rig.frame(box, performance.now()),
    });
    this.backdrop = new Backdrop(colours);
    this.lights = new Lights(colours, software ? 1024 : 2048);
    this.contact = new ContactShadow(software ? 128 : 512);
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
      session.frameSource.store.subscribe(change),
      session.document.store.subscribe(change),
      session.selection.subscribe(change),
      session.view.subscribe((state, before) => {
        if (state.colouring !== before.colouring) this.setColouring();
        change();
      }),
      session.timeline.subscribe((state, before) => {
        if (state.frame !== before.frame) change();
      }),
      session.frames.subscribe((state, before) => {
        if (state.cells !== before.cells) change();
      }),
      this.store.subscribe(change),
      this.rig.onChange(() => this.options.invalidate()),
    ];
  }

  /** Calls back after every picture. */
  onDrawn(listener: () => void): () => void {
    this.drawn.add(listener);
    return () => this.drawn.delete(listener);
  }

  resize(width: number, height: number): void {
    this.shared.resolution.set(width, height);
    this.rig.resize(width, height);
    this.options.invalidate();
  }

  prepare(gl: WebGLRenderer): void {
    gl.localClippingEnabled = true;
    gl.shadowMap.enabled = true;
    gl.shadowMap.type = PCFShadowMap;
    gl.autoClear = true;
  }

  /** Draws the picture. */
  render(gl: WebGLRenderer, now: number): void {
    this.bringUpToDate();
    if (this.rig.advance(now)) this.options.invalidate();
    const { camera } = this.rig;
    this.updateBackdrop();
    if (this.backdrop.spacing !== this.store.getState().gridSpacing) {
      this.store.setState({ gridSpacing: this.backdrop.spacing });
    }
    this.lights.follow(camera);
    if (this.shapesChanged) {
      this.shapesChanged = false;
      this.coverShapes();
      this.contact.update(gl, this.scene, this.bounds, this.objects.groundHeight);
    }
    gl.render(this.scene, camera);
    for (const listener of this.drawn) listener();
  }

  /** Something that the picture depends on is another now. */
  change(): void {
    this.outdated = true;
    this.options.invalidate();
  }

  /** The picture at another size, without handles, outlines and markers. */
  capture(gl: WebGLRenderer, width: number, height: number): ImageData {
    this.bringUpToDate();
    const { resolution } = this.shared;
    const before = resolution.clone();
    const hidden = [this.overlay, this.annotations.object];
    for (const object of hidden) object.visible = false;
    this.objects.showOutlines(false);
    this.resize(width, height);
    this.updateBackdrop();
    const image = drawInto(gl, this.scene, this.rig.camera, width, height);
    this.resize(before.x, before.y);
    this.objects.showOutlines(true);
    for (const object of hidden) object.visible = true;
    return image;
  }

  /** Draws again what is there. */
  redraw(): void {
    this.options.invalidate();
  }

  dispose(): void {
    for (const end of this.unsubscribe) end();
    this.annotations.dispose();
    this.isolated?.dispose();
    this.objects.dispose();
    this.preview.dispose();
    this.backdrop.dispose();
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
    this.isolate();
    const { projection } = this.session.view.getState();
    if (projection !== this.rig.projection) this.rig.setProjection(projection);
    this.showColours();
    this.lookThrough();
    this.frameFirst();
  }

  private setColouring(): void {
    setFieldMap(this.shared.field, colourMapOf(this.session.view.getState().colouring));
  }

  /** The limits grow with what is shown, rounded, and stay while playing. */
  private showColours(): void {
    const { colouring } = this.session.view.getState();
    const range = colourRange(this.session, 'typicalRange');
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

  /** Shows the element that the failure panel names, with its neighbours, and flies to it. */
  private isolate(): void {
    const { isolated } = this.session.view.getState();
    const view = isolated === undefined ? undefined : this.objects.solids.get(isolated.entity);
    const wanted = view !== undefined && isolated!.element * view.statics.elementSize < view.statics.elements.length;
    const key = wanted ? `${isolated!.entity} ${isolated!.element}` : undefined;
    if (key !== this.isolatedKey || this.isolatedStatics !== view?.statics) {
      this.isolatedKey = key;
      this.isolatedStatics = view?.statics;
      if (this.isolated !== undefined) this.scene.remove(this.isolated.object);
      this.isolated?.dispose();
      this.isolated = undefined;
      this.isolatedVersion = -1;
      if (wanted) {
        const { danger, hover } = this.shared.colours;
        this.isolated = new IsolatedView(view.statics, isolated!.element, danger, hover);
        this.scene.add(this.isolated.object);
        this.isolated.setPositions(view.volumePositions);
        this.rig.frame(this.isolated.box().expandByScalar(this.isolated.reach()), performance.now());
      }
      this.store.setState({ isolatedCount: this.isolated?.count ?? 0 });
    }
    if (this.isolated === undefined || view === undefined || view.version === this.isolatedVersion) return;
    this.isolatedVersion = view.version;
    this.isolated.setPositions(view.volumePositions);
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

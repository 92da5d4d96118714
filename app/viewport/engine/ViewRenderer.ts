import { Vector2, type Object3D, type Scene, type WebGLRenderer } from 'three';
import type { CameraRig } from '../camera/CameraRig.ts';
import { Backdrop } from './Backdrop.ts';
import type { ComparedTakes } from './ComparedTakes.ts';
import { ContactMap } from './ContactMap.ts';
import type { Lights } from './Lights.ts';
import type { Pane } from './panes.ts';
import { DrawTime } from './DrawTime.ts';
import { Picture, type PictureArea } from './Picture.ts';
import { Present } from './Present.ts';
import { ShapeShadows } from './ShapeShadows.ts';
import type { SharedLook } from './SharedLook.ts';
import type { ShotObjects } from './ShotObjects.ts';
import { StillView } from './StillView.ts';

/** What is drawn, and how. */
export interface ViewRendererInput {
  readonly scene: Scene;
  /** Handles and marks, drawn over the scene. */
  readonly front: Scene;
  readonly rig: CameraRig;
  readonly shared: SharedLook;
  readonly lights: Lights;
  readonly takes: ComparedTakes;
  /** Drawn without a GPU: smaller shadows, no smoothing. */
  readonly software: boolean;
  /** Returns the parts of the picture. */
  panes(): readonly [Pane, ...Pane[]];
  /** Returns width over height of the first part. */
  aspect(): number;
  /** Returns what belongs to the take that is worked on, beside its shapes: the other take is drawn without it. */
  ownObjects(): readonly Object3D[];
  /** Asks for a picture. */
  invalidate(): void;
}

/** Pixels along an edge for one of the picture, where the processor draws what moves. */
const SOFTWARE_SCALE = 0.5;

/** Draws the scene with its ground, light and shadows: pictures of a view that moves, and settled ones of a view that rests. */
export class ViewRenderer {
  readonly backdrop: Backdrop;
  readonly still: StillView;
  readonly shadows: ShapeShadows;
  private readonly input: ViewRendererInput;
  private readonly contact: ContactMap;
  private readonly picture: Picture;
  /** Picture of a view that moves: smaller where the processor draws. */
  private readonly quick: Picture;
  private readonly present: Present;
  private readonly drawTime = new DrawTime();
  private readonly pixels = new Vector2(1, 1);

  constructor(input: ViewRendererInput) {
    this.input = input;
    const { scene, rig, shared, lights, software } = input;
    this.present = new Present(!software);
    this.contact = new ContactMap(software ? 128 : 256);
    this.backdrop = new Backdrop(shared.colours, shared.lighting, this.contact);
    this.picture = this.createPicture();
    this.quick = software ? this.createPicture() : this.picture;
    this.shadows = new ShapeShadows(lights, this.contact);
    this.still = new StillView({
      rig,
      present: this.present,
      picture: this.picture,
      software,
      drawTime: () => this.drawTime.milliseconds,
      drawSharp: (gl) => this.drawAt(gl, this.picture, 1),
      createPicture: () => this.createPicture(),
      updateBackdrop: () => this.updateBackdrop(),
      sampleLight: (gl, sample) => {
        this.backdrop.rest(true);
        lights.sample(gl, scene, sample);
      },
      endSamples: () => {
        this.backdrop.rest(false);
        lights.endSamples();
        this.shadows.outdated = true;
      },
      invalidate: () => input.invalidate(),
    });
    scene.add(this.backdrop.object);
  }

  /** Fits the ground and the light to the camera. */
  updateBackdrop(): void {
    const { rig, lights, aspect } = this.input;
    const { camera, view } = rig;
    lights.uniforms.worldFromView.value.copy(camera.matrixWorld);
    this.backdrop.update(camera, view.target, rig.metresPerPixel(), aspect(), this.shadows.covered);
  }

  /** Draws the view as it moves. */
  draw(gl: WebGLRenderer): void {
    this.drawAt(gl, this.quick, this.quick === this.picture ? 1 : SOFTWARE_SCALE);
  }

  /** Draws the view at another size, settled, without lines on the ground. */
  capture(gl: WebGLRenderer, width: number, height: number): ImageData {
    const objects = this.input.takes.objectsIn(0);
    this.fadePlanes(objects);
    this.refreshShadows(gl, objects);
    this.backdrop.lines = 'none';
    return this.still.capture(gl, width, height);
  }

  dispose(): void {
    this.backdrop.dispose();
    this.still.dispose();
    this.contact.dispose();
    for (const picture of new Set([this.picture, this.quick])) picture.dispose();
    this.present.dispose();
    this.drawTime.dispose();
  }

  private createPicture(): Picture {
    const { scene, front, shared, takes, software } = this.input;
    return new Picture(
      {
        scene,
        front,
        behind: shared.behind,
        hasJelly: () => takes.all.some(({ hasJelly }) => hasJelly),
        hasLiquid: () => takes.objectsIn(0).hasLiquid,
      },
      software,
    );
  }

  /** Draws the view with so many pixels along an edge for one of the screen. */
  private drawAt(gl: WebGLRenderer, picture: Picture, scale: number): void {
    const { takes, software } = this.input;
    const { pixels, present } = this;
    gl.getDrawingBufferSize(pixels).multiplyScalar(scale).ceil();
    if (takes.other === undefined) this.drawPane(gl, takes.objectsIn(0), picture);
    else this.drawPanes(gl, picture, scale);
    if (scale < 1) present.showSmall(gl, picture.texture, pixels.x, pixels.y);
    else present.show(gl, picture.texture, null);
    if (software) this.drawTime.given(gl, scale * scale);
  }

  private drawPane(gl: WebGLRenderer, objects: ShotObjects, picture: Picture, area?: PictureArea): void {
    this.fadePlanes(objects);
    this.refreshShadows(gl, objects);
    picture.draw(gl, this.input.rig.camera, this.pixels.x, this.pixels.y, area);
  }

  /** One take after the other, each in its part, with the shadows of its own. */
  private drawPanes(gl: WebGLRenderer, picture: Picture, scale: number): void {
    const { takes, shared, panes, ownObjects } = this.input;
    const own = ownObjects();
    panes().forEach(({ left, width, from, to }, pane) => {
      const objects = takes.objectsIn(pane);
      for (const other of takes.all) other.object.visible = other === objects;
      for (const object of own) object.visible = pane === 0;
      this.shadows.outdated = true;
      const [areaLeft, areaWidth, areaFrom, areaTo] = [left, width, from, to].map((x) =>
        Math.round(x * shared.pixelRatio * scale),
      );
      this.drawPane(gl, objects, picture, { left: areaLeft, width: areaWidth, from: areaFrom, to: areaTo });
    });
    for (const object of [takes.objectsIn(0).object, ...own]) object.visible = true;
  }

  /** Planes are glass to who stands behind them. */
  private fadePlanes({ views }: ShotObjects): void {
    for (const view of views.all) if (view.type === 'transform') view.seenFrom(this.input.rig.camera.position);
  }

  private refreshShadows(gl: WebGLRenderer, objects: ShotObjects): void {
    if (!this.shadows.outdated) return;
    const { takes, scene } = this.input;
    this.shadows.outdated = takes.other !== undefined;
    this.shadows.update(gl, scene, objects, takes.objectsIn(0));
  }
}

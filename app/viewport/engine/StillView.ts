import { Vector2, type Object3D, type Scene, type WebGLRenderer } from 'three';
import type { CameraRig } from '../camera/CameraRig.ts';
import { drawInto } from './drawInto.ts';
import type { Lights } from './Lights.ts';
import { StillPicture } from './StillPicture.ts';
import { stillSample } from './stillSamples.ts';

export interface StillHost {
  readonly scene: Scene;
  readonly rig: CameraRig;
  readonly lights: Lights;
  /** Stands for the light of the sky while things move: the passes have that light itself. */
  readonly contact: Object3D;
  /** Fits what follows the camera to it. */
  updateBackdrop(): void;
  /** Asks for a picture. */
  invalidate(): void;
}

/** ms without a change after which the picture begins to settle. */
const REST = 160;
/** Passes of a settled picture. */
const PASSES = 64;
/** ms between two passes from which settling is given up, and how many of them in a row it takes. */
const SLOW = 50;
const SLOW_PASSES = 3;

/** Draws a view that rests better and better, pass by pass: soft light and smooth edges. Gives up where passes take long. */
export class StillView {
  private readonly host: StillHost;
  private readonly picture = new StillPicture();
  private readonly captured = new StillPicture();
  private readonly size = new Vector2();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private movedAt = 0;
  private passedAt: number | undefined;
  private slowPasses = 0;

  constructor(host: StillHost) {
    this.host = host;
  }

  /** The view changed: it was drawn as it moves, and begins to settle when nothing happens for a while. */
  moved(now: number): void {
    this.picture.count = 0;
    this.passedAt = undefined;
    this.movedAt = now;
    clearTimeout(this.timer);
    if (this.slowPasses < SLOW_PASSES) this.timer = setTimeout(() => this.host.invalidate(), REST + 5);
  }

  /** Passes may be faster now: the picture is another one in size or contents. */
  tryAgain(): void {
    this.slowPasses = 0;
  }

  /** Draws the next pass and what came of all of them. False where the view does not rest, so that it must be drawn as it moves. */
  settle(gl: WebGLRenderer, now: number): boolean {
    if (now - this.movedAt < REST || this.slowPasses >= SLOW_PASSES || !StillPicture.isPossible(gl)) return false;
    this.measure(now);
    const { picture, size } = this;
    if (this.slowPasses >= SLOW_PASSES) {
      picture.release();
      return false;
    }
    if (picture.count < PASSES) {
      gl.getDrawingBufferSize(size);
      if (picture.count === 0) picture.begin(gl, size.x, size.y, () => this.draw(gl));
      this.pass(gl, picture, size.x, size.y);
      if (picture.count < PASSES) {
        this.passedAt = now;
        this.host.invalidate();
      } else this.passedAt = undefined;
    }
    picture.present(gl);
    return true;
  }

  /** The picture at another size, settled over `passes`. The camera has its shape already. */
  capture(gl: WebGLRenderer, width: number, height: number, passes: number): ImageData {
    const { captured } = this;
    if (!StillPicture.isPossible(gl)) {
      this.host.updateBackdrop();
      return drawInto(gl, width, height, () => this.draw(gl));
    }
    captured.begin(gl, width, height, () => this.draw(gl));
    for (let k = 0; k < passes; k++) this.pass(gl, captured, width, height);
    const image = drawInto(gl, width, height, (target) => captured.present(gl, target), true);
    captured.release();
    return image;
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.picture.dispose();
    this.captured.dispose();
  }

  private measure(now: number): void {
    if (this.passedAt === undefined) return;
    this.slowPasses = now - this.passedAt > SLOW ? this.slowPasses + 1 : 0;
  }

  private pass(gl: WebGLRenderer, picture: StillPicture, width: number, height: number): void {
    const { rig, lights, contact, updateBackdrop } = this.host;
    const sample = stillSample(picture.count);
    const { camera } = rig;
    camera.setViewOffset(width, height, sample.jitter[0], sample.jitter[1], width, height);
    updateBackdrop();
    lights.sample(sample);
    const shown = contact.visible;
    contact.visible = false;
    picture.pass(gl, () => this.draw(gl));
    contact.visible = shown;
    lights.endSamples();
    camera.clearViewOffset();
    updateBackdrop();
  }

  private draw(gl: WebGLRenderer): void {
    gl.render(this.host.scene, this.host.rig.camera);
  }
}

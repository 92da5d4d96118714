import { Vector2, type WebGLRenderer, WebGLRenderTarget } from 'three';
import type { CameraRig } from '../camera/CameraRig.ts';
import type { Picture } from './Picture.ts';
import type { Present } from './Present.ts';
import { StillPicture } from './StillPicture.ts';
import { stillSample, type StillSample } from './stillSamples.ts';

export interface StillHost {
  readonly rig: CameraRig;
  readonly present: Present;
  /** The picture on the screen, at its full size. */
  readonly picture: Picture;
  /** The processor draws, which simulates, too: what moves is drawn small, and what rests once at its size. */
  readonly software: boolean;
  /** ms that the graphics work on a picture of full size; 0 where none was drawn yet. */
  drawTime(): number;
  /** Draws the view once, at its full size. */
  drawSharp(gl: WebGLRenderer): void;
  /** Another one for pictures that are kept. */
  createPicture(): Picture;
  /** Fits what follows the camera to it. */
  updateBackdrop(): void;
  /** Lights a pass, and goes back to the light of a picture that moves. */
  sampleLight(gl: WebGLRenderer, sample: StillSample): void;
  endSamples(): void;
  /** Asks for a picture. */
  invalidate(): void;
}

/** ms without a change after which the picture begins to settle. */
const REST = 160;
/**
 * ms without a change after which the picture is drawn at its size where the processor draws: not between one press and the next. Where that takes long, so many times as long, and
 * at most the last, ms.
 */
const SOFTWARE_REST = { least: 600, times: 4, most: 4000 };
/** Passes of a settled picture. */
const PASSES = 64;
/** ms between two passes from which settling is given up, and how many of them in a row it takes. */
const SLOW = 50;
const SLOW_PASSES = 3;

/** Passes of a picture that is kept; fewer where the processor draws them. */
const CAPTURE_PASSES = 32;
const SOFTWARE_PASSES = 8;

/**
 * Draws a view that rests better and better, pass by pass: soft light and smooth edges. Gives up where passes take long. Where the processor draws, it draws the view once, at its
 * full size.
 */
export class StillView {
  private readonly host: StillHost;
  private readonly mean = new StillPicture();
  private readonly size = new Vector2();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private movedAt = 0;
  private passedAt: number | undefined;
  private slowPasses = 0;
  /** The picture of full size is that of the view as it is now. */
  private sharp = false;

  constructor(host: StillHost) {
    this.host = host;
  }

  /** The view changed: it was drawn as it moves, and begins to settle when nothing happens for a while. */
  moved(now: number): void {
    this.mean.count = 0;
    this.sharp = false;
    this.passedAt = undefined;
    this.movedAt = now;
    if (this.slowPasses < SLOW_PASSES) this.wake();
  }

  /** Passes may be faster now: the picture is another one in size or contents. */
  tryAgain(): void {
    this.slowPasses = 0;
  }

  /** Draws the next pass and what came of all of them. False where the view does not rest, so that it must be drawn as it moves. */
  settle(gl: WebGLRenderer, now: number): boolean {
    if (this.timeLeft(now) > 0) {
      this.wake();
      return false;
    }
    if (this.host.software) return this.sharpen(gl);
    if (this.slowPasses >= SLOW_PASSES || !StillPicture.isPossible(gl)) return false;
    this.measure(now);
    const { mean, size } = this;
    const { picture, present } = this.host;
    if (this.slowPasses >= SLOW_PASSES) {
      mean.release();
      return false;
    }
    if (mean.count < PASSES) {
      gl.getDrawingBufferSize(size);
      // The picture as it moved is still there.
      if (mean.count === 0) mean.begin(gl, size.x, size.y, picture.texture);
      this.pass(gl, picture, mean, size.x, size.y);
      if (mean.count < PASSES) {
        this.passedAt = now;
        this.host.invalidate();
      } else this.passedAt = undefined;
    }
    mean.show(gl, present);
    return true;
  }

  /** The picture at another size, settled. The camera has its shape already. */
  capture(gl: WebGLRenderer, width: number, height: number): ImageData {
    const { present, rig, software } = this.host;
    const passes = software ? SOFTWARE_PASSES : CAPTURE_PASSES;
    const picture = this.host.createPicture();
    const mean = new StillPicture();
    try {
      if (!StillPicture.isPossible(gl)) {
        picture.draw(gl, rig.camera, width, height);
        return readBack(gl, width, height, (target) => present.show(gl, picture.texture, target));
      }
      mean.begin(gl, width, height);
      for (let k = 0; k < passes; k++) this.pass(gl, picture, mean, width, height);
      return readBack(gl, width, height, (target) => mean.show(gl, present, target));
    } finally {
      mean.dispose();
      picture.dispose();
    }
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.mean.dispose();
  }

  /** Draws the view at its full size, once: then the screen keeps it. */
  private sharpen(gl: WebGLRenderer): boolean {
    if (this.sharp) return true;
    this.host.drawSharp(gl);
    this.sharp = true;
    return true;
  }

  /** ms for which nothing must have changed. */
  private get rest(): number {
    if (!this.host.software) return REST;
    const { least, times, most } = SOFTWARE_REST;
    return Math.min(Math.max(least, times * this.host.drawTime()), most);
  }

  /** Asks for a picture once the view has rested; while it is waited for, a view that moves only puts it off: pictures that play would set a timer each. */
  private wake(): void {
    this.timer ??= setTimeout(
      () => {
        this.timer = undefined;
        if (this.timeLeft(performance.now()) > 0) this.wake();
        else this.host.invalidate();
      },
      Math.max(this.timeLeft(performance.now()), 0) + 5,
    );
  }

  /** ms for which nothing must change yet until the view rests. */
  private timeLeft(now: number): number {
    return this.rest - (now - this.movedAt);
  }

  private measure(now: number): void {
    if (this.passedAt === undefined) return;
    this.slowPasses = now - this.passedAt > SLOW ? this.slowPasses + 1 : 0;
  }

  private pass(gl: WebGLRenderer, picture: Picture, mean: StillPicture, width: number, height: number): void {
    const { rig, updateBackdrop } = this.host;
    const sample = stillSample(mean.count);
    const { camera } = rig;
    camera.setViewOffset(width, height, sample.jitter[0], sample.jitter[1], width, height);
    updateBackdrop();
    this.host.sampleLight(gl, sample);
    picture.draw(gl, camera, width, height);
    mean.add(gl, picture.texture);
    this.host.endSamples();
    camera.clearViewOffset();
    updateBackdrop();
  }
}

/** Reads back what `draw` draws, in the screen's encoding; rows from the top. */
function readBack(
  gl: WebGLRenderer,
  width: number,
  height: number,
  draw: (target: WebGLRenderTarget) => void,
): ImageData {
  const target = new WebGLRenderTarget(width, height, { depthBuffer: false });
  draw(target);
  const rows = new Uint8Array(4 * width * height);
  gl.readRenderTargetPixels(target, 0, 0, width, height, rows);
  target.dispose();
  const image = new ImageData(width, height);
  for (let y = 0; y < height; y++) {
    image.data.set(rows.subarray(4 * width * (height - 1 - y), 4 * width * (height - y)), 4 * width * y);
  }
  return image;
}

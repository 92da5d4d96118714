import { SRGBColorSpace, WebGLRenderTarget, type Camera, type Scene, type WebGLRenderer } from 'three';

/** Samples per pixel. */
const SAMPLES = 4;

/** Draws a scene at a size of its own and reads it back, rows from the top. */
export function drawInto(gl: WebGLRenderer, scene: Scene, camera: Camera, width: number, height: number): ImageData {
  const target = new WebGLRenderTarget(width, height, { samples: SAMPLES, colorSpace: SRGBColorSpace });
  gl.setRenderTarget(target);
  gl.render(scene, camera);
  gl.setRenderTarget(null);
  const rows = new Uint8Array(4 * width * height);
  gl.readRenderTargetPixels(target, 0, 0, width, height, rows);
  target.dispose();
  const image = new ImageData(width, height);
  for (let y = 0; y < height; y++) {
    image.data.set(rows.subarray(4 * width * (height - 1 - y), 4 * width * (height - y)), 4 * width * y);
  }
  return image;
}

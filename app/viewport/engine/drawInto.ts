import { SRGBColorSpace, WebGLRenderTarget, type WebGLRenderer } from 'three';

/** Samples per pixel. */
const SAMPLES = 4;

/** Draws into a picture of a size of its own and reads it back, rows from the top. `encoded`: what is drawn is in the screen's encoding already. */
export function drawInto(
  gl: WebGLRenderer,
  width: number,
  height: number,
  draw: (target: WebGLRenderTarget) => void,
  encoded = false,
): ImageData {
  const target = encoded
    ? new WebGLRenderTarget(width, height, { depthBuffer: false })
    : new WebGLRenderTarget(width, height, { samples: SAMPLES, colorSpace: SRGBColorSpace });
  gl.setRenderTarget(target);
  draw(target);
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

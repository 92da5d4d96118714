import { WebGLRenderTarget, type WebGLRenderer } from 'three';

/** Reads back what `draw` draws, in the screen's encoding; rows from the top. */
export function readBack(
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

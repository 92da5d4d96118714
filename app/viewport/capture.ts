import type { WebGLRenderer } from 'three';
import type { ViewportEngine } from './engine/ViewportEngine.ts';

/** What draws the picture. */
interface PictureSource {
  readonly engine: ViewportEngine;
  readonly gl: WebGLRenderer;
}

export interface CaptureOptions {
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** `image/png` unless told otherwise. */
  readonly type?: 'image/png' | 'image/jpeg' | 'image/webp';
  /** 0..1, for what is not PNG. */
  readonly quality?: number;
}

/**
 * The picture of the viewport at a size of its own: the shot without handles, outlines, pins and numbers. What is shown on screen stays.
 * Rejects where the graphics are lost.
 */
export async function captureViewport({ engine, gl }: PictureSource, options: CaptureOptions): Promise<Blob> {
  const { width, height, type = 'image/png', quality } = options;
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  canvas.getContext('2d')!.putImageData(engine.capture(gl, width, height), 0, 0);
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => {
        if (blob === null) reject(new Error('the picture could not be encoded'));
        else resolve(blob);
      },
      type,
      quality,
    );
  });
}

/** A small PNG of so many pixels; undefined where nothing can be drawn. */
export async function captureThumbnail(
  handle: PictureSource,
  width: number,
  height: number,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  if (handle.gl.getContext().isContextLost()) return undefined;
  const blob = await captureViewport(handle, { width, height });
  return new Uint8Array(await blob.arrayBuffer());
}

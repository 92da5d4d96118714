import type { DevToolsPage } from '../bench/editor/DevToolsPage.ts';

/** Qualities from the best that is tried to the lowest that is still good to look at. */
const QUALITIES = [0.92, 0.86, 0.8, 0.7, 0.6, 0.5] as const;

/** Encodes a PNG as WebP in a page of a browser, as well as `limit` bytes allow. */
export async function encodePicture(page: DevToolsPage, png: string, limit: number): Promise<Buffer> {
  for (const quality of QUALITIES) {
    const bytes = Buffer.from(await page.run(encode, png, quality), 'base64');
    if (bytes.byteLength < limit) return bytes;
  }
  throw new Error(`a picture cannot be made smaller than ${limit} bytes`);
}

/** `png`: base64; so is what is given. */
async function encode(png: string, quality: number): Promise<string> {
  const image = new Image();
  image.src = `data:image/png;base64,${png}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = image.naturalWidth;
  canvas.height = image.naturalHeight;
  canvas.getContext('2d')!.drawImage(image, 0, 0);
  return canvas.toDataURL('image/webp', quality).split(',')[1];
}

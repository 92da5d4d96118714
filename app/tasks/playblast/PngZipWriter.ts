import { Zip, ZipPassThrough } from 'fflate';
import { pictureName } from './playblastSettings.ts';
import type { PictureWriter } from './PictureWriter.ts';

/** Pictures as PNG files in one archive, written as they come: only the archive is kept, in pieces. */
export class PngZipWriter implements PictureWriter {
  private readonly fileName: string;
  private readonly encode: (canvas: HTMLCanvasElement) => Promise<Uint8Array>;
  private readonly zip: Zip;
  private pieces: BlobPart[] = [];
  private failure: Error | undefined;

  /** `fileName`: that of the archive; pictures are named after it. */
  constructor(fileName: string, encode: (canvas: HTMLCanvasElement) => Promise<Uint8Array> = encodePng) {
    this.fileName = fileName;
    this.encode = encode;
    this.zip = new Zip((error, data) => {
      if (error !== null) this.failure = error;
      else this.pieces.push(data.slice());
    });
  }

  async add(canvas: HTMLCanvasElement, frame: number): Promise<void> {
    const bytes = await this.encode(canvas);
    // PNG is deflated already.
    const entry = new ZipPassThrough(pictureName(this.fileName, frame));
    this.zip.add(entry);
    entry.push(bytes, true);
    if (this.failure !== undefined) throw this.failure;
  }

  finish(): Promise<Blob> {
    this.zip.end();
    if (this.failure !== undefined) return Promise.reject(this.failure);
    return Promise.resolve(new Blob(this.pieces, { type: 'application/zip' }));
  }

  cancel(): Promise<void> {
    this.zip.terminate();
    this.pieces = [];
    return Promise.resolve();
  }
}

function encodePng(canvas: HTMLCanvasElement): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob === null) reject(new Error('the picture could not be encoded'));
      else blob.arrayBuffer().then((bytes) => resolve(new Uint8Array(bytes)), reject);
    }, 'image/png');
  });
}

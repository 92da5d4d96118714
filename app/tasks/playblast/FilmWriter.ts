import type { CanvasSource, Output } from 'mediabunny';
import { CoreError } from '../../../src/base/errors.ts';
import type { PictureWriter } from './PictureWriter.ts';
import type { PixelSize } from './playblastSettings.ts';

export type FilmFormat = 'mp4' | 'webm';

/** Codecs of each container, the most widely played first. */
const CODECS = { mp4: ['avc', 'hevc', 'av1', 'vp9'], webm: ['vp9', 'vp8', 'av1'] } as const;

export interface FilmSettings extends PixelSize {
  readonly format: FilmFormat;
  readonly framesPerSecond: number;
}

/** Seconds between pictures that can be jumped to. */
const KEY_INTERVAL = 1;

/** The codec that this machine can encode with for a film of this size; undefined where there is none. */
export async function filmCodec({ format, width, height }: Omit<FilmSettings, 'framesPerSecond'>) {
  if (typeof VideoEncoder === 'undefined') return undefined;
  const { getFirstEncodableVideoCodec } = await import('mediabunny');
  return (await getFirstEncodableVideoCodec([...CODECS[format]], { width, height })) ?? undefined;
}

/** A film by WebCodecs: one picture after the other, each as long as a frame. */
export class FilmWriter implements PictureWriter {
  private readonly output: Output;
  private readonly source: CanvasSource;
  private readonly framesPerSecond: number;
  private readonly take: () => Blob;
  private count = 0;

  private constructor(output: Output, source: CanvasSource, framesPerSecond: number, take: () => Blob) {
    this.output = output;
    this.source = source;
    this.framesPerSecond = framesPerSecond;
    this.take = take;
  }

  /** Throws `format-unsupported` where this machine has no codec for it. */
  static async create(canvas: HTMLCanvasElement, settings: FilmSettings): Promise<FilmWriter> {
    const codec = await filmCodec(settings);
    if (codec === undefined) {
      throw new CoreError('format-unsupported', `there is no codec for ${settings.format}`, {
        remedy: 'Choose the other kind of film, or a PNG sequence.',
      });
    }
    const {
      BufferTarget,
      CanvasSource: Source,
      Mp4OutputFormat,
      Output: Film,
      QUALITY_HIGH,
      WebMOutputFormat,
    } = await import('mediabunny');
    const target = new BufferTarget();
    const format = settings.format === 'mp4' ? new Mp4OutputFormat({ fastStart: 'in-memory' }) : new WebMOutputFormat();
    const output = new Film({ format, target });
    const source = new Source(canvas, { codec, quality: QUALITY_HIGH, keyFrameInterval: KEY_INTERVAL });
    output.addVideoTrack(source, { frameRate: settings.framesPerSecond });
    await output.start();
    const type = `video/${settings.format}`;
    return new FilmWriter(output, source, settings.framesPerSecond, () => new Blob([target.buffer!], { type }));
  }

  async add(): Promise<void> {
    const { framesPerSecond } = this;
    await this.source.add(this.count++ / framesPerSecond, 1 / framesPerSecond);
  }

  async finish(): Promise<Blob> {
    await this.output.finalize();
    return this.take();
  }

  cancel(): Promise<void> {
    return this.output.cancel();
  }
}

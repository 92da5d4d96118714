import type { Connection } from '../Connection.ts';
import type { Colouring } from '../../state/viewStore.ts';
import type { QualityName } from '../../../src/scene/Scene.ts';
import { frameArrays, type DecodedFrame } from './DisplayFrame.ts';
import type { FrameDecoder } from './FrameDecoder.ts';

/** ms that the playhead stands before what moves as prescribed is asked for. */
const REST = 40;

export interface PrescribedFramesParts {
  readonly connection: Pick<Connection, 'call'>;
  readonly take: string | undefined;
  decoder(): FrameDecoder;
  quality(): QualityName;
  /** What is there now; undefined where nothing is wanted any more. */
  show(decoded: DecodedFrame | undefined): void;
}

/** What moves as prescribed at the playhead where nothing is simulated: the frame that is wanted now, and no other, is in memory. */
export class PrescribedFrames {
  private readonly parts: PrescribedFramesParts;
  private wanted: number | undefined;
  private shown: { readonly frame: number; readonly decoded: DecodedFrame } | undefined;
  private underWay = false;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(parts: PrescribedFramesParts) {
    this.parts = parts;
  }

  /** Wants this frame. The newest wish wins; the frame before stays until it is there. */
  want(frame: number, colouring: Colouring): void {
    if (this.wanted === frame) return;
    this.wanted = frame;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.fetch(colouring), REST);
  }

  /** Wants nothing, or all anew: shapes or the document have changed. */
  forget(): void {
    clearTimeout(this.timer);
    this.wanted = undefined;
    if (this.shown === undefined) return;
    this.parts.show(undefined);
    this.release();
  }

  private async fetch(colouring: Colouring): Promise<void> {
    const frame = this.wanted;
    if (frame === undefined || this.underWay) return;
    this.underWay = true;
    try {
      const { connection, take } = this.parts;
      const { bytes } = await connection.call('prescribedFrame', { quality: this.parts.quality(), frame, take });
      const decoded = await this.parts
        .decoder()
        .decode({ bytes, colouring, requested: new Map(), surfaces: new Map() });
      if (this.wanted === undefined) this.parts.decoder().release(frameArrays(decoded));
      else {
        this.parts.show(decoded);
        this.release();
        this.shown = { frame, decoded };
      }
    } catch {
      // What is wrong with the file is told of the shot's shapes and by the simulation: here the shape at rest stays.
    } finally {
      this.underWay = false;
    }
    if (this.wanted !== undefined && this.wanted !== frame) void this.fetch(colouring);
  }

  private release(): void {
    if (this.shown !== undefined) this.parts.decoder().release(frameArrays(this.shown.decoded));
    this.shown = undefined;
  }
}

import type { DisplayStatics } from '../../state/DisplayStatics.ts';
import { WorkerDecoder, type FrameDecoder } from '../../client/frames/FrameDecoder.ts';

/** Turns the bytes of shapes into what is drawn, in a worker that lives while a task needs it. */
export class ShapeDecoder {
  private readonly create: () => Pick<FrameDecoder, 'prepare' | 'close'>;
  private decoder: Pick<FrameDecoder, 'prepare' | 'close'> | undefined;

  constructor(create: () => Pick<FrameDecoder, 'prepare' | 'close'> = () => new WorkerDecoder()) {
    this.create = create;
  }

  /** Takes the bytes. */
  prepare(bytes: Uint8Array): Promise<DisplayStatics> {
    return (this.decoder ??= this.create()).prepare(bytes);
  }

  close(): void {
    this.decoder?.close();
    this.decoder = undefined;
  }
}

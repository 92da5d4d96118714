import { CoreError } from '../../../src/base/errors.ts';
import type { ErrorCode } from '../../../src/base/errors.ts';
import { DecoderCore, type DecodeRequest } from './DecoderCore.ts';
import type { DecodedFrame } from './DisplayFrame.ts';
import type { DisplayStatics } from '../../state/DisplayStatics.ts';
import { TornReceiver } from './tornTransfer.ts';

/** Decodes frames, elsewhere than where the window is drawn. Frames belong to the statics that were prepared last. */
export interface FrameDecoder {
  /** Takes the bytes. */
  prepare(bytes: Uint8Array): Promise<DisplayStatics>;
  /** Takes the bytes. Rejects as `DecoderCore.decode`. */
  decode(request: DecodeRequest): Promise<DecodedFrame>;
  /** Gives arrays back that are no longer drawn. */
  release(arrays: readonly Float32Array[]): void;
  close(): void;
}

export type DecoderQuestion =
  | { readonly kind: 'prepare'; readonly id: number; readonly bytes: Uint8Array }
  | ({ readonly kind: 'decode'; readonly id: number } & DecodeRequest)
  | { readonly kind: 'release'; readonly arrays: readonly Float32Array[] };

export type DecoderAnswer =
  | { readonly kind: 'prepared'; readonly id: number; readonly statics: DisplayStatics }
  | { readonly kind: 'decoded'; readonly id: number; readonly frame: DecodedFrame }
  | { readonly kind: 'failed'; readonly id: number; readonly code: ErrorCode; readonly message: string };

/** Decodes in a worker. */
export class WorkerDecoder implements FrameDecoder {
  private readonly worker: Worker;
  private readonly waiting = new Map<number, { settle(answer: DecoderAnswer): void; fail(error: Error): void }>();
  private readonly torn = new TornReceiver();
  private nextId = 1;

  constructor() {
    this.worker = new Worker(new URL('./frameWorker.ts', import.meta.url), { type: 'module', name: 'frames' });
    this.worker.onmessage = ({ data }: MessageEvent<DecoderAnswer>) => this.answer(data);
    this.worker.onerror = (event) =>
      this.failAll(new CoreError('internal', `decoding frames failed: ${event.message}`));
  }

  async prepare(bytes: Uint8Array): Promise<DisplayStatics> {
    const answer = await this.ask((id) => ({ kind: 'prepare', id, bytes }), bytes);
    if (answer.kind !== 'prepared') throw new CoreError('internal', 'the decoder gave another answer');
    this.torn.clear();
    return answer.statics;
  }

  async decode(request: DecodeRequest): Promise<DecodedFrame> {
    const answer = await this.ask((id) => ({ kind: 'decode', id, ...request }), request.bytes);
    if (answer.kind !== 'decoded') throw new CoreError('internal', 'the decoder gave another answer');
    return this.torn.restore(answer.frame);
  }

  release(arrays: readonly Float32Array[]): void {
    const question: DecoderQuestion = { kind: 'release', arrays };
    this.worker.postMessage(
      question,
      arrays.map(({ buffer }) => buffer as ArrayBuffer),
    );
  }

  close(): void {
    this.worker.terminate();
    this.failAll(new CoreError('cancelled', 'the decoder was closed'));
  }

  private ask(question: (id: number) => DecoderQuestion, bytes: Uint8Array): Promise<DecoderAnswer> {
    const id = this.nextId++;
    return new Promise((settle, fail) => {
      this.waiting.set(id, { settle, fail });
      this.worker.postMessage(question(id), [bytes.buffer as ArrayBuffer]);
    });
  }

  private answer(answer: DecoderAnswer): void {
    const waiting = this.waiting.get(answer.id);
    if (waiting === undefined) return;
    this.waiting.delete(answer.id);
    if (answer.kind === 'failed') waiting.fail(new CoreError(answer.code, answer.message));
    else waiting.settle(answer);
  }

  private failAll(error: Error): void {
    for (const { fail } of this.waiting.values()) fail(error);
    this.waiting.clear();
  }
}

/** Decodes in this thread, a task later: for tests and small shots. */
export class LocalDecoder implements FrameDecoder {
  private readonly core = new DecoderCore();

  async prepare(bytes: Uint8Array): Promise<DisplayStatics> {
    await Promise.resolve();
    return this.core.prepare(bytes);
  }

  async decode(request: DecodeRequest): Promise<DecodedFrame> {
    await Promise.resolve();
    return this.core.decode(request);
  }

  release(arrays: readonly Float32Array[]): void {
    this.core.release(arrays);
  }

  close(): void {
    this.core.release([]);
  }
}

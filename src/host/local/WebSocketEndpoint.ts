import type { WebSocket } from 'ws';
import type { MessageEndpoint } from '../../protocol/MessageEndpoint.ts';
import { requestMessage } from '../../protocol/messages.ts';
import { toWireError } from '../../protocol/wireError.ts';
import { decodeWireMessage, encodeWireMessage } from '../../protocol/wireCodec.ts';

/** Bytes that wait to be sent above which no further frame is read for this client. */
const fullBytes = 64 * 2 ** 20;
/** Bytes that wait to be sent above which the client is given up: it has stopped reading. */
const hopelessBytes = 2 ** 30;
/** Frames read at once for one client. */
const mostFramesAtOnce = 4;
/** Unanswered requests, and their bytes, above which nothing more is read from the client until half of them are answered. */
const mostUnanswered = 512;
const mostUnansweredBytes = 128 * 2 ** 20;

/** Requests whose answers are large, and asked for many at a time. */
const bulky: ReadonlySet<string> = new Set(['frame', 'attribute', 'fibres']);

type Request = ReturnType<typeof requestMessage.parse>;

export interface WebSocketEndpointOptions {
  /** A sentence for the client's log, said once the first request is answered. */
  readonly notice?: string;
}

/**
 * The host's end of a socket. A client that reads slower than it asks is answered at its own pace: frames wait unread on the disk, and at
 * last its requests wait in the network. Cancels and edits overtake waiting frames. Nothing is dropped. What cannot be read as a message is
 * ignored with a warning.
 */
export class WebSocketEndpoint implements MessageEndpoint {
  private readonly socket: WebSocket;
  /** Bytes of the unanswered requests by their id. */
  private readonly unanswered = new Map<number, number>();
  private unansweredBytes = 0;
  private readonly waitingFrames: Request[] = [];
  /** Ids of frames that are being read. */
  private readonly frames = new Set<number>();
  private readonly early: unknown[] = [];
  private receive: ((message: unknown) => void) | undefined;
  private closed: (() => void) | undefined;
  private notice: string | undefined;
  private ended = false;

  constructor(socket: WebSocket, { notice }: WebSocketEndpointOptions = {}) {
    this.socket = socket;
    this.notice = notice;
    socket.binaryType = 'arraybuffer';
    socket.on('message', (data) => this.arrive(data as ArrayBuffer | Buffer));
    socket.on('close', () => this.end());
    // The end follows.
    socket.on('error', () => undefined);
  }

  /** Throws `internal` for an answer that cannot be sent; the loss of a notification is told as a warning. */
  post(message: unknown): void {
    if (this.ended) return;
    const id = answeredId(message);
    if (id === undefined) {
      this.notify(message);
      return;
    }
    this.send(message);
    this.settle(id);
    if (this.notice !== undefined) this.warn(this.notice);
    this.notice = undefined;
  }

  onMessage(receive: (message: unknown) => void): void {
    this.receive = receive;
    for (const message of this.early.splice(0)) receive(message);
  }

  onClose(closed: () => void): void {
    this.closed = closed;
    if (this.ended) queueMicrotask(closed);
  }

  close(): void {
    this.socket.close(1001);
    this.end();
  }

  private arrive(data: ArrayBuffer | Buffer): void {
    if (this.ended) return;
    let message: unknown;
    try {
      message = decodeWireMessage(data);
    } catch (error) {
      this.warn(`ignored: ${toWireError(error).message}`);
      return;
    }
    const request = requestMessage.safeParse(message);
    if (request.success) this.admit(request.data, data.byteLength);
    else this.deliver(message);
  }

  private admit(request: Request, bytes: number): void {
    if (this.unanswered.has(request.id)) {
      this.warn(`ignored: request ${request.id} is not answered yet, and another has its number`);
      return;
    }
    this.unanswered.set(request.id, bytes);
    this.unansweredBytes += bytes;
    if (this.isOverloaded(1)) this.socket.pause();
    if (bulky.has(request.name)) {
      this.waitingFrames.push(request);
      this.readFrames();
    } else this.deliver(request);
  }

  private isOverloaded(share: number): boolean {
    return this.unanswered.size >= share * mostUnanswered || this.unansweredBytes >= share * mostUnansweredBytes;
  }

  private settle(id: number): void {
    this.unansweredBytes -= this.unanswered.get(id) ?? 0;
    this.unanswered.delete(id);
    this.frames.delete(id);
    this.readFrames();
    if (this.socket.isPaused && !this.isOverloaded(0.5)) this.socket.resume();
  }

  private readFrames(): void {
    while (this.frames.size < mostFramesAtOnce && this.socket.bufferedAmount < fullBytes) {
      const request = this.waitingFrames.shift();
      if (request === undefined) return;
      this.frames.add(request.id);
      this.deliver(request);
    }
  }

  private deliver(message: unknown): void {
    if (this.receive === undefined) this.early.push(message);
    else this.receive(message);
  }

  private notify(message: unknown): void {
    try {
      this.send(message);
    } catch (error) {
      this.warn(`a notification was lost: ${toWireError(error).message}`);
    }
  }

  private warn(message: string): void {
    this.send({ kind: 'notification', name: 'warning', params: { message } });
  }

  private send(message: unknown): void {
    this.socket.send(encodeWireMessage(message), () => this.readFrames());
    if (this.socket.bufferedAmount > hopelessBytes) this.socket.terminate();
  }

  private end(): void {
    if (this.ended) return;
    this.ended = true;
    this.waitingFrames.length = 0;
    if (this.closed !== undefined) queueMicrotask(this.closed);
  }
}

function answeredId(message: unknown): number | undefined {
  const { kind, id } = message as { kind?: unknown; id?: unknown };
  return (kind === 'result' || kind === 'error') && typeof id === 'number' ? id : undefined;
}

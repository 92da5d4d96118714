import { CoreError } from '../../src/base/errors.ts';
import type { MessageEndpoint } from '../../src/protocol/MessageEndpoint.ts';
import { decodeWireMessage, encodeWireMessage } from '../../src/protocol/wireCodec.ts';

/** Returns the address at which the host that served this page listens. */
export function hostAddress({ protocol, host }: Pick<Location, 'protocol' | 'host'>): string {
  return `${protocol === 'https:' ? 'wss' : 'ws'}://${host}/host`;
}

/** Connects with a local host, by default that of this page. Rejects with `internal` while there is none, or when it refuses. */
export function openWebSocketEndpoint(address = hostAddress(location)): Promise<MessageEndpoint> {
  const socket = new WebSocket(address);
  socket.binaryType = 'arraybuffer';
  return new Promise((resolve, reject) => {
    socket.onopen = () => resolve(new WebSocketEndpoint(socket));
    socket.onclose = () =>
      reject(
        new CoreError('internal', 'the simulation host does not answer', {
          remedy: 'If it was stopped, start the program again and open the address that it prints.',
        }),
      );
  });
}

/** Messages over an open socket, in binary messages of `wireCodec`. What the host sends and cannot be read ends the connection. */
class WebSocketEndpoint implements MessageEndpoint {
  private readonly socket: WebSocket;
  private readonly waiting: unknown[] = [];
  private receive: ((message: unknown) => void) | undefined;
  private closed: (() => void) | undefined;
  private ended = false;

  constructor(socket: WebSocket) {
    this.socket = socket;
    socket.onmessage = ({ data }) => this.arrive(data);
    socket.onclose = () => this.end();
  }

  /** Throws `internal` for what cannot be sent. Buffers cannot move through a socket: they are copied and stay. */
  post(message: unknown): void {
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(encodeWireMessage(message));
  }

  onMessage(receive: (message: unknown) => void): void {
    this.receive = receive;
    for (const message of this.waiting.splice(0)) receive(message);
  }

  onClose(closed: () => void): void {
    this.closed = closed;
    if (this.ended) queueMicrotask(closed);
  }

  close(): void {
    this.socket.close();
    this.end();
  }

  private arrive(data: unknown): void {
    if (this.ended) return;
    let message: unknown;
    try {
      message = decodeWireMessage(data as ArrayBuffer);
    } catch {
      this.close();
      return;
    }
    if (this.receive === undefined) this.waiting.push(message);
    else this.receive(message);
  }

  private end(): void {
    if (this.ended) return;
    this.ended = true;
    const { closed } = this;
    if (closed !== undefined) queueMicrotask(closed);
  }
}

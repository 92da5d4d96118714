import type { MessageEndpoint } from '../src/protocol/MessageEndpoint.ts';

/** The common part of Electron's `MessagePortMain` and a page's `MessagePort`. */
export interface PortLike {
  postMessage(message: unknown): void;
  start(): void;
  close(): void;
}

/** A port of Electron's own processes: an event emitter. */
export interface EmitterPort extends PortLike {
  on(event: 'message', listener: (event: { data: unknown }) => void): unknown;
  on(event: 'close', listener: () => void): unknown;
}

/** A port of a page. Its `close` event reports that the other side is gone. */
export interface PagePort extends PortLike {
  addEventListener(event: 'message', listener: (event: { data: unknown }) => void): void;
  addEventListener(event: 'close', listener: () => void): void;
}

/**
 * A connection between two processes of the program. Between processes only ports can be transferred: buffers listed for transfer are
 * copied, and views are packed first so that only their own bytes are copied.
 */
export function messagePortEndpoint(port: EmitterPort | PagePort): MessageEndpoint {
  const waiting: unknown[] = [];
  let receive: ((message: unknown) => void) | undefined;
  let closed: (() => void) | undefined;
  let open = true;
  const end = () => {
    if (!open) return;
    open = false;
    closed?.();
  };
  listen(
    port,
    (message) => {
      if (receive === undefined) waiting.push(message);
      else receive(message);
    },
    end,
  );
  port.start();
  return {
    post: (message) => {
      if (open) port.postMessage(packed(message));
    },
    onMessage: (receiver) => {
      receive = receiver;
      for (const message of waiting.splice(0)) receiver(message);
    },
    onClose: (handler) => {
      closed = handler;
      if (!open) queueMicrotask(handler);
    },
    close: () => {
      if (!open) return;
      port.close();
      queueMicrotask(end);
    },
  };
}

function listen(port: EmitterPort | PagePort, message: (data: unknown) => void, close: () => void): void {
  if ('on' in port) {
    port.on('message', ({ data }) => message(data));
    port.on('close', close);
  } else {
    port.addEventListener('message', ({ data }) => message(data));
    port.addEventListener('close', close);
  }
}

/** Returns the message with the bytes of a result in a buffer of their own: a view would be sent with its whole buffer. */
function packed(message: unknown): unknown {
  const result = field(message, 'result');
  const bytes = field(result, 'bytes');
  if (!(bytes instanceof Uint8Array) || bytes.byteLength === bytes.buffer.byteLength) return message;
  return { ...(message as object), result: { ...(result as object), bytes: bytes.slice() } };
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}
